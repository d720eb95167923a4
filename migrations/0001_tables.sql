-- Discord's ids are unsigned and SQLite's integers are signed: an id is stored with the same 64 bits, so those above
-- 2^63 look negative here. They are only ever compared for equality.
-- All times are unix milliseconds.

-- A table as it is now. The snapshot is the truth for play; the columns beside it repeat what queries ask for.
-- The number of a table is never used again: old buttons must not reach a younger table.
create table tables (
    table_id      integer primary key autoincrement,
    guild_id      integer not null,
    channel_id    integer not null,
    phase         text    not null check (phase in ('lobby', 'playing', 'won', 'closed')),
    -- Rises by one with every write: a writer who saw an older one is refused.
    version       integer not null check (version > 0),
    -- Rises when a game action is accepted: what a click carries.
    step          integer not null check (step >= 0),
    -- The whole table as json.
    state         text    not null,
    -- Four entries by seat, a member's id or null; all null once the table is over. Feeds `seats`.
    seated        text    not null,
    opened_at     integer not null,
    changed_at    integer not null,
    -- The message that shows the table, the version it shows, and the step whose player was last pinged.
    message_id    integer,
    shown_version integer not null default 0,
    pinged_step   integer not null default 0
) strict;

-- The lobbies somebody can still join in a server.
create index open_lobbies on tables (guild_id) where phase = 'lobby';

-- After a crash: tables whose message is older than they are.
create index tables_to_redraw on tables (table_id) where version > shown_version;

-- Who sits where at tables that are not over: "my tables" without reading every snapshot.
create table seats (
    table_id integer not null references tables on delete cascade,
    seat     integer not null check (seat between 0 and 3),
    user_id  integer not null,
    primary key (table_id, seat)
) strict, without rowid;

create index seats_of_a_member on seats (user_id, table_id);

-- The seats follow by themselves, so that they can't disagree with the table, and a move, which changes no seat,
-- costs no statement more.
create trigger seats_of_a_new_table after insert on tables begin
    insert into seats (table_id, seat, user_id)
    select new.table_id, key, value from json_each(new.seated) where value is not null;
end;

create trigger seats_of_a_changed_table after update of seated on tables when old.seated is not new.seated begin
    delete from seats where table_id = new.table_id;
    insert into seats (table_id, seat, user_id)
    select new.table_id, key, value from json_each(new.seated) where value is not null;
end;

-- What happened at the cards, in order: the history, from which any state can be rebuilt.
create table events (
    table_id integer not null references tables on delete cascade,
    -- From 1 on, without gaps.
    number   integer not null check (number > 0),
    -- The step of the table once this had happened.
    step     integer not null check (step >= 0),
    event    text    not null,
    primary key (table_id, number)
) strict, without rowid;

-- "Since your turn" asks for the last few events of a long history.
create index events_by_step on events (table_id, step);
