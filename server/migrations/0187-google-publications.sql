-- GO1: what Google was told of a venue's day, one row whenever that was something else than before: by a feed, or by an update.
create table google_publications (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references google_accounts (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  -- The local date of the starts.
  day date not null,
  -- When it was read from the book. It counts from then on for an update, and for a feed once that has arrived.
  at timestamptz not null,
  feed_id uuid references google_feeds (id) on delete cascade,
  hash text not null,
  -- The starts with their tables by party, packed.
  starts bytea not null
);
create index google_publications_day on google_publications (account_id, venue_id, day, at desc, id desc);
create index google_publications_venue on google_publications (venue_id);
create index google_publications_feed on google_publications (feed_id) where feed_id is not null;
create index google_publications_age on google_publications (day);

-- What Google was last told of a venue's free tables by an update, and for which days.
create table google_told_venues (
  account_id uuid not null references google_accounts (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  at timestamptz not null,
  from_day date not null,
  to_day date not null,
  primary key (account_id, venue_id)
);
create index google_told_venues_venue on google_told_venues (venue_id);
