-- Which of the large networks a channel sells on: Google takes the area that is named for it, Meta's two places are told to reservation systems.
alter table channels add column product text check (product in ('google', 'meta', 'facebook', 'instagram'));

-- The area of a venue that Google books where it names none.
alter table areas add column rwg_default boolean not null default false;
create unique index areas_one_rwg_default on areas (venue_id) where rwg_default and archived_at is null;

-- As of a company: where the people of a group of venues start the installation at Meta. Only shown, never called.
alter table groups add column fb_install_link text check (fb_install_link ~ '^https://' and length(fb_install_link) <= 2000);

-- The tables a venue's point of sale knows, by its own ids; bookings are seated in areas, so each table may say in which it stands.
create table pos_tables (
  venue_id uuid not null references venues (id) on delete cascade,
  id text not null check (length(id) between 1 and 80),
  name text not null check (length(name) between 1 and 80),
  area_id uuid,
  position integer not null,
  primary key (venue_id, id),
  foreign key (venue_id, area_id) references areas (venue_id, id)
);
create index pos_tables_area on pos_tables (venue_id, area_id);
