-- Of all tables and chains that fit a party the lower number is given first, whatever its size; who says nothing has the number in the middle.
alter table dining_tables add column priority integer not null default 50 check (priority between 1 and 99);
-- What a chain is of its own; null = as its tables are.
alter table table_chains
  add column online boolean,
  add column priority integer check (priority between 1 and 99);
