-- When a member wants to be pinged as their turn comes: usually only when they are not here anyway.
alter table members add column pings text not null default 'when-away' check (pings in ('always', 'when-away', 'never'));
