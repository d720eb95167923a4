-- The step of the won game whose result the message shows: that message stays when the table goes on with another.
alter table tables add column won_step integer;

update tables set won_step = step where phase = 'won' and message_id is not null;
