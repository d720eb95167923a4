-- Whether a computer player is to act: after a start these tables must be set going again.
alter table tables add column computer_next integer not null default 0 check (computer_next in (0, 1));

create index tables_of_computers on tables (table_id) where computer_next = 1;

-- How many seats the computer played when the game ended: with any, the game is shown apart and never rated.
alter table results add column computers integer not null default 0 check (computers between 0 and 3);
