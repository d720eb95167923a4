-- Who is forgotten with a server is looked for in both, member by member.
create index results_by_user on results (user_id);
create index departures_by_user on departures (user_id);
