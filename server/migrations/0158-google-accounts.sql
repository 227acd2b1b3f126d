-- GO1: with whom the hub speaks at Google: the installation's own account, a brand's, or a reservation system's, each once in either environment.
create table google_accounts (
  id uuid primary key,
  -- As Google's calls name it in their address.
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 80),
  environment text not null check (environment in ('sandbox', 'production')),
  is_default boolean not null default false,
  active boolean not null default true,
  system_id uuid references systems (id) on delete cascade,
  brand_id uuid references brands (id) on delete cascade,
  -- In whose name its bookings are made, and whose links say which venues are on sale there.
  channel_id uuid not null references channels (id) on delete cascade,
  partner_id text check (partner_id ~ '^\d{1,20}$'),
  sftp_url text,
  sftp_port integer not null default 19321 check (sftp_port between 1 and 65535),
  sftp_host_key text,
  sftp_users jsonb not null default '{}',
  api_url text,
  username text check (length(username) between 1 and 64),
  capabilities text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint google_accounts_one_owner check (system_id is null or brand_id is null)
);
create unique index google_accounts_key on google_accounts (key);
create unique index google_accounts_default on google_accounts (is_default) where is_default;
create unique index google_accounts_owner on google_accounts (environment, coalesce(system_id, brand_id, '00000000-0000-0000-0000-000000000000'));
create index google_accounts_system on google_accounts (system_id);
create index google_accounts_brand on google_accounts (brand_id);
create index google_accounts_channel on google_accounts (channel_id);

-- Passwords of the booking server as hashes. Two may be good at once, so that Google can be given the next one before the last has ended.
create table google_passwords (
  id uuid primary key,
  account_id uuid not null references google_accounts (id) on delete cascade,
  username text not null,
  hash text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The fewest days before its end at which people were warned.
  warned_days integer
);
create index google_passwords_account on google_passwords (account_id, created_at desc);
create index google_passwords_ending on google_passwords (expires_at);

create table google_secrets (
  account_id uuid not null references google_accounts (id) on delete cascade,
  name text not null check (name in ('sftpPrivateRsaKey', 'oauthKey')),
  sealed text not null,
  set_at timestamptz not null,
  primary key (account_id, name)
);

-- What Google said of a booking that the reservation has no place for. The token finds the booking again when Google repeats itself.
create table google_bookings (
  venue_id uuid not null,
  reservation_id uuid not null,
  account_id uuid not null references google_accounts (id) on delete cascade,
  user_id text,
  token text,
  request_hash text not null,
  duration_sec integer,
  availability_tag text,
  room_id text,
  created_at timestamptz not null,
  primary key (venue_id, reservation_id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade
);
create unique index google_bookings_token on google_bookings (account_id, token) where token is not null;
create index google_bookings_user on google_bookings (account_id, user_id);
create index google_bookings_reservation on google_bookings (reservation_id);

-- Whether a person of Google's wants to hear of offers; the latest word counts.
create table google_preferences (
  account_id uuid not null references google_accounts (id) on delete cascade,
  user_id text not null,
  wanted boolean not null,
  set_at timestamptz not null,
  primary key (account_id, user_id)
);

create or replace view sealed_values as
select 'system_secrets' as place, split_part(sealed, '.', 2) as key_id from system_secrets
union all
select 'channel_headers', split_part(h ->> 'sealed', '.', 2) from system_channels c, jsonb_array_elements(c.headers) h where h ->> 'sealed' <> ''
union all
select 'venue_credentials', split_part(system_token, '.', 2) from venues where system_token is not null
union all
select 'venue_credentials', split_part(ftp_password, '.', 2) from venues where ftp_password is not null
union all
select 'webhook_secrets', split_part(sealed, '.', 2) from webhook_secrets
union all
select 'webhook_secrets', split_part(auth_sealed, '.', 2) from webhook_endpoints where auth_sealed is not null
union all
select 'second_factors', split_part(sealed, '.', 2) from totp_secrets
union all
select 'push_keys', split_part(private_key_sealed, '.', 2) from push_keys
union all
select 'payment_tokens', split_part(payment_token, '.', 2) from remote_bookings where payment_token is not null
union all
select 'google_secrets', split_part(sealed, '.', 2) from google_secrets
union all
select 'sales_links', split_part(token_sealed, '.', 2) from sales_links where token_sealed is not null;
