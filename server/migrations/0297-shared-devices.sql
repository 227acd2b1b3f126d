-- A tablet that the team of a venue shares: signed in once, in the name of the venue and of nobody. Its token is kept as a hash.
create table shared_devices (
  id uuid primary key,
  venue_id uuid not null references venues (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  token_hash bytea not null unique,
  set_up_by uuid references users (id) on delete set null,
  set_up_by_name text not null,
  browser text,
  system text,
  created_at timestamptz not null,
  used_at timestamptz not null,
  -- Unused for so long it is forgotten in a drawer; every use moves it on.
  expires_at timestamptz not null check (expires_at > used_at),
  ended_at timestamptz
);
create index shared_devices_venue on shared_devices (venue_id, created_at) where ended_at is null;
create index shared_devices_ended on shared_devices (ended_at) where ended_at is not null;

create table shared_device_rules (
  venue_id uuid primary key references venues (id) on delete cascade,
  stay text not null check (stay in ('act', 'minute', 'five_minutes')),
  protected_acts text[] not null check (protected_acts <@ array['overbook', 'delete_note', 'export', 'larger_party', 'block_table']),
  version integer not null check (version > 0)
);

-- A PIN is short: its slow hash is sealed with the installation's key as well, so that a copy of the database is nothing to try ten thousand numbers on.
create table person_pins (
  user_id uuid primary key references users (id) on delete cascade,
  sealed text not null,
  changed_at timestamptz not null
);

-- Wrong PINs in a row, of a person wherever they were tried, and of a tablet whoever was meant. A try is counted before it is looked at.
create table pin_tries (
  kind text not null check (kind in ('person', 'device')),
  id uuid not null,
  wrong integer not null check (wrong >= 0),
  locked_until timestamptz,
  tried_at timestamptz not null,
  primary key (kind, id)
);
create index pin_tries_age on pin_tries (tried_at);

-- Who was let in where (`act` null), or approved which one act. Bound to the tablet and the person; the token is kept as a hash.
create table device_acts (
  token_hash bytea primary key,
  device_id uuid not null references shared_devices (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  act text,
  digest text,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at >= issued_at),
  spent_at timestamptz,
  check ((act is null) = (digest is null))
);
create index device_acts_device on device_acts (device_id, expires_at);
create index device_acts_user on device_acts (user_id);
create index device_acts_age on device_acts (expires_at);

-- Where it was done, and who approved it, beside the person who did it.
alter table audit_entries add column device_id uuid, add column device_name text, add column approved_by_id uuid, add column approved_by_name text;
alter table reservation_events add column device_name text, add column approved_by_name text;
