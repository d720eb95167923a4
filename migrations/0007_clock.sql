-- When time does something to a table next: the one timer asks for the earliest, however many there are.
alter table tables add column due_at integer;

create index tables_by_due on tables (due_at) where due_at is not null;

-- Tables from before are as old as their last change: lobbies close after half an hour, games after thirty days.
update tables set due_at = changed_at + case phase when 'lobby' then 1800000 else 2592000000 end where phase <> 'closed';
