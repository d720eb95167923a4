-- Whether a seat of the game in play was left, and waits for whoever takes it: lists of tables to join show those, too.
alter table tables add column seat_left integer not null default 0 check (seat_left in (0, 1));

-- A move at any other table writes nothing here.
create index tables_with_a_seat_left on tables (guild_id) where seat_left = 1;

-- What can't be read is no reason not to start.
update tables set seat_left = exists
    (select 1 from json_each(iif(json_valid(state), state, '{}'), '$.vacant') where value)
    where phase = 'playing';
