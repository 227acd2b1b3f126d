-- GO1: what was told to Google by feeds: one row for each feed of each kind, from its being due until all of its files have arrived there.
create table google_feeds (
  id uuid primary key,
  account_id uuid not null references google_accounts (id) on delete cascade,
  kind text not null check (kind in ('merchants', 'services', 'availability')),
  -- The UTC day whose feed it is; null = somebody asked for it.
  due_on date,
  asked_by text,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'sending', 'sent', 'refused', 'failed', 'superseded')),
  -- As its metadata tell it: whole seconds, in every feed another, also when one is made anew.
  generated_at timestamptz,
  nonce text check (nonce ~ '^[1-9]\d{0,19}$'),
  merchants integer,
  records bigint,
  -- What our own check or Google's would refuse it for: [{ code, count, samples }]
  errors jsonb not null default '[]',
  error_count integer not null default 0,
  -- Venues that lack what Google cannot do without: [{ venueId, gaps, kept }]
  left_out jsonb not null default '[]',
  left_out_count integer not null default 0,
  -- Why it is not there yet.
  fault text,
  fault_detail text,
  attempts integer not null default 0,
  next_at timestamptz,
  lease_by uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  files_until timestamptz,
  constraint google_feeds_cause check ((due_on is null) <> (asked_by is null))
);
create unique index google_feeds_day on google_feeds (account_id, kind, due_on);
create unique index google_feeds_generated on google_feeds (account_id, kind, generated_at);
create unique index google_feeds_nonce on google_feeds (nonce);
create index google_feeds_history on google_feeds (account_id, created_at desc, id desc);
create index google_feeds_due on google_feeds (next_at) where next_at is not null;
create index google_feeds_tidy on google_feeds (files_until) where files_until is not null;

create table google_feed_files (
  feed_id uuid not null references google_feeds (id) on delete cascade,
  shard integer not null check (shard >= 0),
  name text not null,
  -- Pieces in the file store, counted before each is put there.
  folder text not null,
  pieces integer not null default 0,
  bytes bigint not null default 0,
  records bigint not null default 0,
  sha256 text,
  sent_at timestamptz,
  primary key (feed_id, shard)
);

-- What Google was last told of a venue. A venue that leaves stays here, and with Google, until the last booking made there is over.
create table google_merchants (
  account_id uuid not null references google_accounts (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  record jsonb not null,
  service jsonb not null,
  -- The merchants feed that tells of it last; sent_at = when one has first arrived there.
  feed_id uuid references google_feeds (id) on delete set null,
  sent_at timestamptz,
  leaving_since timestamptz,
  primary key (account_id, venue_id)
);
create index google_merchants_venue on google_merchants (venue_id);
create index google_merchants_feed on google_merchants (feed_id);

-- For Health, which knows nothing of feeds: of each account and kind how the latest one stands, where it has not arrived.
create view google_feed_problems as
select f.id, f.account_id, f.kind, f.state, f.created_at as since
from (select distinct on (account_id, kind) id, account_id, kind, state, attempts, created_at from google_feeds
  where state <> 'superseded' and (state <> 'waiting' or attempts > 0) order by account_id, kind, created_at desc, id desc) f
join google_accounts a on a.id = f.account_id
where a.active and (f.state in ('refused', 'failed') or f.state in ('waiting', 'writing', 'sending') and f.attempts > 1);
