-- A session tells its owner how and from where it began: coarsely, for people to recognise.
alter table sessions
  add column kind text not null default 'password' check (kind in ('password', 'passkey', 'hash_credentials', 'acting')),
  add column second_factor text check (second_factor in ('totp', 'recovery_code', 'passkey')),
  add column browser text,
  add column system text,
  add column device text not null default 'unknown' check (device in ('desktop', 'phone', 'tablet', 'unknown')),
  add column network text,
  -- Somebody else acts here as the user: whose session this is really, and when it is over whatever happens.
  add column acted_by_user_id uuid references users (id) on delete cascade,
  add column acted_by_session_id uuid references sessions (id) on delete cascade,
  add column acting_until timestamptz,
  add check ((kind = 'acting') = (acted_by_user_id is not null and acted_by_session_id is not null and acting_until is not null));
create index sessions_live on sessions (user_id, used_at desc) where ended_at is null;
create index sessions_acted_by_session on sessions (acted_by_session_id) where acted_by_session_id is not null;
create index sessions_acted_by_user on sessions (acted_by_user_id) where acted_by_user_id is not null;

-- The link of a mail, kept as its hash. One per user: a newer one takes the place of the older.
create table password_resets (
  user_id uuid primary key references users (id) on delete cascade,
  hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create unique index password_resets_hash on password_resets (hash);

-- The secret of an app's codes, sealed. `last_step`: the newest code that was used; neither it nor an older one is good again.
create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  sealed text not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null
);

-- `mark`: the code signed with the installation's key, so that a copy of the database is not enough to find it.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  mark text not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, mark)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The host name it works for.
  rp_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  synced boolean not null,
  name text not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_user on passkeys (user_id, created_at);

-- Sign-ins and registrations under way: good once, for minutes, for few tries.
create table sign_in_challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('second_factor', 'passkey_sign_in', 'passkey_registration')),
  user_id uuid references users (id) on delete cascade,
  session_kind text,
  long_time boolean not null default false,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_age on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id) where user_id is not null;

-- Login hashes that were used: none is good twice, also when a second factor still has to follow.
create table spent_login_hashes (
  hash bytea primary key,
  spent_at timestamptz not null
);
create index spent_login_hashes_age on spent_login_hashes (spent_at);

-- Who really acted, beside the user in whose name it happened.
alter table audit_entries add column acted_by_id text, add column acted_by_name text;
create index audit_entries_acted_by on audit_entries (acted_by_id, at desc) where acted_by_id is not null;

-- The customers an administrator may act as: by name, and searched by name, address and company.
create index users_customers on users (lower(first_name || ' ' || last_name), id) where company_id is not null;
create index users_customers_search on users using gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops)
  where company_id is not null;
create index companies_search on companies using gin (lower(name) gin_trgm_ops);
