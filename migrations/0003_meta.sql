-- What the program remembers about itself between two starts, such as which commands it last registered.
create table meta (
    key   text primary key,
    value text not null
) strict, without rowid;
