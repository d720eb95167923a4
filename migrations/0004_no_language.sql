-- A member's language comes with every interaction, from Discord: none was ever stored.
alter table members drop column language;
