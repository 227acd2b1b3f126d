-- On whose pages a booking page was opened, and when last: told by the loader there, written at most every few minutes. Host and path only: never what a
-- guest typed, nor the question of an address.
create table widget_sites (
  venue_id uuid not null references venues (id) on delete cascade,
  channel_id uuid not null references channels (id) on delete cascade,
  host text not null check (length(host) <= 200),
  path text not null check (length(path) <= 200 and path !~ '[?#]'),
  -- Of which version the loader was.
  loader text check (length(loader) <= 12),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (venue_id, channel_id, host, path)
);
create index widget_sites_channel on widget_sites (channel_id);
create index widget_sites_seen on widget_sites (last_seen_at);
-- From which page of the host a booking came.
alter table widget_bookings add column path text;
create index widget_bookings_recent on widget_bookings (venue_id, created_at);
