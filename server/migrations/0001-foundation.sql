-- The platform: people, sessions, audit, jobs' neighbours. Ids are UUIDv7 made in the application.
create extension if not exists pg_trgm;

create table brands (
  id uuid primary key,
  name text not null,
  logo text not null,
  menu_logo text not null,
  favicon text not null,
  domains text[] not null default '{}',
  sdk_theme text not null,
  theme jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index brands_one_default on brands (is_default) where is_default;

create table companies (
  id uuid primary key,
  brand_id uuid references brands (id),
  name text not null,
  country_code text not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  company_id uuid references companies (id),
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  city text,
  country text,
  lang text not null default 'en' check (lang in ('en', 'es', 'fr', 'de', 'nl')),
  roles text[] not null check (cardinality(roles) > 0),
  permissions text[] not null default '{}',
  -- False: only the venues of user_venues.
  all_venues boolean not null default true,
  settings jsonb not null default '{}',
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (email);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  long_time boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index sessions_access on sessions (access_hash);
create unique index sessions_refresh on sessions (refresh_hash);
create index sessions_user on sessions (user_id);

-- Refresh tokens already exchanged: seeing one again means somebody copied it, and ends the session.
create table spent_refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  spent_at timestamptz not null default now()
);
create index spent_refresh_tokens_session on spent_refresh_tokens (session_id);

-- Sign-in failures and request counts, kept for all server processes together; losing them in a crash is harmless.
create unlogged table rate_windows (
  key text not null,
  window_at timestamptz not null,
  count integer not null default 0,
  primary key (key, window_at)
);

create table audit_entries (
  id uuid primary key,
  action text not null,
  subject text not null,
  subject_id text,
  venue_id uuid,
  company_id uuid,
  actor_kind text not null check (actor_kind in ('user', 'channel', 'system', 'anonymous')),
  actor_id text,
  actor_name text not null,
  request_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
create index audit_entries_at on audit_entries (at desc, id desc);
create index audit_entries_subject on audit_entries (subject_id, at desc);
create index audit_entries_venue on audit_entries (venue_id, at desc);
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'TW009';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function audit_is_append_only();

create table idempotency_keys (
  actor text not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What screens must hear about. Readers ask by transaction id, so that a late commit with a lower id is not missed.
create table live_messages (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  venue_id uuid,
  message jsonb not null,
  created_at timestamptz not null default now()
);
create index live_messages_xid on live_messages (xid);
create index live_messages_age on live_messages (created_at);

create table mails (
  id uuid primary key,
  sender text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index mails_sent on mails (sent_at desc, id desc);
