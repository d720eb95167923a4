-- People by the name last seen, for lists that show members who are not at the table.
create table members (
    user_id    integer primary key,
    name       text    not null,
    -- The language chosen, if any was.
    language   text,
    changed_at integer not null
) strict;

-- One row for each finished game and member, written with the move that won the game. Statistics are sums over it.
create table results (
    table_id           integer not null references tables,
    -- The first game of a table is 1, a rematch 2.
    game               integer not null check (game > 0),
    seat               integer not null check (seat between 0 and 3),
    guild_id           integer not null,
    user_id            integer not null references members,
    team               text    not null check (team in ('north-south', 'east-west')),
    won                integer not null check (won in (0, 1)),
    rounds             integer not null,
    -- Of the side, in the whole game.
    points             integer not null,
    natural_canastas   integer not null,
    mixed_canastas     integer not null,
    wild_canastas      integer not null,
    concealed_canastas integer not null,
    -- Of the member.
    outs               integer not null,
    concealed_outs     integer not null,
    -- The side's most points in a round.
    best_round         integer not null,
    finished_at        integer not null,
    primary key (table_id, game, seat)
) strict;

-- A member's statistics, and the leaderboard of a server.
create index results_by_member on results (guild_id, user_id);
