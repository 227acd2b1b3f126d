-- Whether a party is taken only where a table is left for it, and given one as it books; else tables are for whoever seats parties.
alter table table_plans add column decides boolean not null default false;

-- At which venues they do, for whoever reads a venue: all others are asked nothing more.
create view venues_with_tables as select venue_id from table_plans where active and decides;
