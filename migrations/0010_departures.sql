-- Members who left a game before its last round was dealt: theirs is no result, but that they left.
create table departures (
    table_id    integer not null references tables on delete cascade,
    -- As in `results`.
    game        integer not null check (game > 0),
    user_id     integer not null references members,
    guild_id    integer not null,
    finished_at integer not null,
    primary key (table_id, game, user_id)
) strict, without rowid;

create index departures_by_member on departures (guild_id, user_id);
