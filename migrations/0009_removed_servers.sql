-- Servers that removed the bot, and when: their data is kept for a while, should the bot be invited again.
create table removed_guilds (
    guild_id   integer primary key,
    removed_at integer not null
) strict;
