-- HU1: reservation systems as administrators set them up.
alter table systems
  add column type text not null default 'standard' check (type in ('built_in', 'standard', 'custom')),
  add column sync_algorithm text not null default 'on_demand' check (sync_algorithm in ('on_demand', 'push', 'feed')),
  add column sync_horizon text not null default 'full' check (sync_horizon in ('full', 'horizon')),
  add column sync_horizon_days integer check (sync_horizon_days between 1 and 730),
  add column min_advance_booking_pressure_release integer check (min_advance_booking_pressure_release between 0 and 720),
  add column sync_venues boolean not null default true,
  add column sync_availabilities boolean not null default true,
  add column store_customer_data boolean not null default true,
  add column source_in_notes boolean not null default false,
  add column rwg_enabled boolean not null default false,
  add column fb_onboarding boolean not null default false,
  add column credentials_type text not null default 'system' check (credentials_type in ('none', 'system', 'venue')),
  add column active boolean not null default true,
  add column rate_limit_per_minute integer not null default 6000 check (rate_limit_per_minute > 0),
  -- What is not secret of the Google settings; secrets lie sealed in system_secrets.
  add column rwg_config jsonb not null default '{}',
  add column rwg_account jsonb not null default '{}',
  add column rwg_capabilities text[] not null default '{}',
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add constraint systems_horizon check (sync_horizon = 'full' or sync_horizon_days is not null),
  add constraint systems_code check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$');
update systems set type = 'built_in', credentials_type = 'none' where code = 'book';
create unique index systems_one_built_in on systems (type) where type = 'built_in';
create unique index systems_name on systems (lower(name));
create index if not exists venues_system on venues (system_id);

-- The built-in book is what a venue without a system of its own falls back to.
create function systems_keep_built_in() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.type = 'built_in' then raise exception 'the built-in book cannot be removed' using errcode = 'TW010'; end if;
    return old;
  end if;
  if (old.type = 'built_in') <> (new.type = 'built_in') or (old.type = 'built_in' and not new.active) then
    raise exception 'the built-in book stays what it is' using errcode = 'TW010';
  end if;
  return new;
end $$;
create trigger systems_built_in before update or delete on systems for each row execute function systems_keep_built_in();

-- Write-only values, sealed with the installation's key; of each only when it was set is ever answered.
create table system_secrets (
  system_id uuid not null references systems (id) on delete cascade,
  name text not null check (name in ('apiToken', 'onboardingKey', 'ftpPass', 'sftpPrivateRsaKey', 'bookingServerPassword')),
  sealed text not null,
  set_at timestamptz not null,
  primary key (system_id, name)
);

-- AC10: keys of systems, kept as hashes. A system is known by at most two good ones: the newest, and the one before until its day is over.
create table system_keys (
  id uuid primary key,
  hash bytea not null unique,
  system_id uuid not null references systems (id) on delete cascade,
  hint text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index system_keys_system on system_keys (system_id);
create unique index system_keys_one_newest on system_keys (system_id) where expires_at is null;

-- Which channels a system serves: one without a row here is open to it, with nothing special to send.
create table system_channels (
  system_id uuid not null references systems (id) on delete cascade,
  channel_id uuid not null references channels (id) on delete cascade,
  enabled boolean not null default true,
  -- [{ name, sealed, setAt }] and [{ name, value }]
  headers jsonb not null default '[]',
  configs jsonb not null default '[]',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (system_id, channel_id)
);
create index system_channels_channel on system_channels (channel_id);

-- People of a reservation system: they see its venues and no others, whatever company these belong to.
create table system_users (
  user_id uuid primary key references users (id) on delete cascade,
  system_id uuid not null references systems (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index system_users_system on system_users (system_id);
