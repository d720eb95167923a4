-- A channel that is deleted takes its tables along.
create index open_tables_by_channel on tables (channel_id) where phase <> 'closed';
