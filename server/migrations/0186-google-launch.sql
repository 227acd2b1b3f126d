-- GO1: what Google says of what it was sent, and how soon it was told of what happened here.

-- FeedStatus of each file, as Google answers it; null = not asked yet, or Google does not know the file.
alter table google_feed_files
  add column google_state text check (length(google_state) between 1 and 40),
  add column google_details text,
  add column google_added bigint,
  add column google_existing bigint,
  add column google_deleted bigint,
  add column google_asked_at timestamptz;
-- What is still to be asked for: few rows, as Google is done with a file within hours.
create index google_feed_files_unread on google_feed_files (sent_at) where sent_at is not null and (google_state is null or google_state not in ('SUCCESS', 'FAILURE'));

-- MerchantStatus of each venue that Google was told of.
create table google_merchant_states (
  account_id uuid not null references google_accounts (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  -- unknown: Google does not know such a merchant.
  match text check (match in ('matched', 'unmatched', 'unknown')),
  processing text,
  place_name text,
  place_id text,
  has_inventory boolean,
  -- Why the last question was not answered.
  error text,
  asked_at timestamptz,
  next_at timestamptz not null,
  primary key (account_id, venue_id)
);
create index google_merchant_states_due on google_merchant_states (account_id, next_at);
create index google_merchant_states_venue on google_merchant_states (venue_id);

-- How many changes Google was told of on a UTC day, how many of them after more than five minutes, and how many it refused.
create table google_told_days (
  account_id uuid not null references google_accounts (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('booking', 'availability', 'merchant')),
  told integer not null default 0,
  late integer not null default 0,
  refused integer not null default 0,
  primary key (account_id, day, kind)
);
create index google_told_days_age on google_told_days (day);

-- What Google has booked: so many for an account, and the last at a venue.
create index google_bookings_made on google_bookings (account_id, venue_id, created_at desc);
