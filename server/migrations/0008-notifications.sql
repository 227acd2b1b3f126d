-- Which transaction wrote a piece of history: whoever follows live messages finds by it what exactly happened. Its value costs no statement.
alter table reservation_events add column xid xid8 default pg_current_xact_id();

-- How far a durable reader of live messages has come: everything before `xid` is done, and of what follows the messages in `done`.
create table live_followers (
  name text primary key,
  xid xid8 not null,
  done bigint[] not null default '{}',
  moved_at timestamptz not null default now()
);

-- One row per person and piece of news, whatever ways it takes; names of guests stay in the reservation.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  event_id uuid not null,
  event text not null check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'test')),
  venue_id uuid references venues (id) on delete cascade,
  reservation_id uuid,
  about text,
  in_app boolean not null,
  email text not null check (email in ('none', 'due', 'queued', 'sent')),
  push text not null check (push in ('none', 'due', 'queued', 'sent')),
  read_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, event_id)
);
create index notifications_list on notifications (user_id, created_at desc, id desc) include (venue_id) where in_app;
create index notifications_unread on notifications (user_id) include (venue_id) where in_app and read_at is null;
create index notifications_due on notifications (user_id) where email = 'due' or push = 'due';
create index notifications_age on notifications (created_at);
create index notifications_venue on notifications (venue_id);

-- When somebody was last written to in each way, so that a busy minute becomes one mail and one push.
create table notification_outboxes (
  user_id uuid not null references users (id) on delete cascade,
  way text not null check (way in ('email', 'push')),
  due boolean not null,
  sent_at timestamptz,
  primary key (user_id, way)
);
create index notification_outboxes_due on notification_outboxes (sent_at nulls first) where due;

-- What somebody wants to hear: for all venues (venue_id null) and, where it differs, for single ones.
create table notification_choices (
  user_id uuid not null references users (id) on delete cascade,
  venue_id uuid references venues (id) on delete cascade,
  choices jsonb not null,
  updated_at timestamptz not null,
  unique nulls not distinct (user_id, venue_id)
);
create index notification_choices_venue on notification_choices (venue_id) where venue_id is not null;

-- Browsers that may be pushed to.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- The key pair by which push services know this installation (RFC 8292), the private one sealed. One row.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null default now()
);

-- Who of a company hears about its venues.
create index users_company on users (company_id) where disabled_at is null;
