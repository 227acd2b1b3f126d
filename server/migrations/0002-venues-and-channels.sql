create table systems (
  id uuid primary key,
  code text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);
-- The built-in book is a reservation system like the others.
insert into systems (id, code, name) values ('01900000-0000-7000-8000-000000000001', 'book', 'Tablewire book');

create table venues (
  id uuid primary key,
  company_id uuid not null references companies (id),
  system_id uuid references systems (id),
  external_id text,
  name text not null check (name <> ''),
  phone_number text,
  address text,
  postal_code text,
  city text,
  country_code text not null,
  time_zone text not null,
  currency text not null,
  latitude double precision,
  longitude double precision,
  website text,
  cuisine text,
  sdk_access boolean not null default false,
  tripadvisor_id text,
  active boolean not null default true,
  -- The row of an imported file this venue came from, so that importing twice changes instead of doubling.
  import_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index venues_external on venues (company_id, external_id) where external_id is not null;
create index venues_company on venues (company_id);
create index venues_name on venues (lower(name), id);
create index venues_name_search on venues using gin (lower(name) gin_trgm_ops);
create index venues_city on venues (lower(city), id);

create table user_venues (
  user_id uuid not null references users (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  primary key (user_id, venue_id)
);
create index user_venues_venue on user_venues (venue_id);

-- Everything of the built-in book but its areas; areas are rows because reservations point at them.
create table books (
  venue_id uuid primary key references venues (id) on delete cascade,
  version integer not null default 1,
  rules jsonb not null,
  updated_at timestamptz not null default now()
);

create table areas (
  venue_id uuid not null references venues (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  capacity integer not null check (capacity >= 0),
  by_default boolean not null default false,
  online boolean not null default true,
  position integer not null default 0,
  archived_at timestamptz,
  primary key (venue_id, id)
);
create unique index areas_one_default on areas (venue_id) where by_default and archived_at is null;

create table channels (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('widget', 'pos', 'internal', 'partner')),
  active boolean not null default true,
  self_subscription boolean not null default false,
  rate_limit_per_minute integer not null default 60000 check (rate_limit_per_minute > 0),
  logo text,
  created_at timestamptz not null default now()
);
create unique index channels_name on channels (lower(name));

create table channel_keys (
  hash bytea primary key,
  channel_id uuid not null references channels (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index channel_keys_channel on channel_keys (channel_id);

create table channel_venues (
  venue_id uuid not null references venues (id) on delete cascade,
  channel_id uuid not null references channels (id) on delete cascade,
  state text not null check (state in ('not_enabled', 'action_required', 'requested', 'in_review', 'live', 'paused', 'rejected', 'error')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (venue_id, channel_id)
);
create index channel_venues_channel on channel_venues (channel_id, venue_id);
