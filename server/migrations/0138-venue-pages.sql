-- LI1: the public page of a venue stands at an address that people share. One that it had before leads to the one it has.
create table venue_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  venue_id uuid not null references venues (id) on delete cascade,
  current boolean not null default true,
  made_at timestamptz not null
);
create unique index venue_slugs_current on venue_slugs (venue_id) where current;
create index venue_slugs_of_venue on venue_slugs (venue_id);
