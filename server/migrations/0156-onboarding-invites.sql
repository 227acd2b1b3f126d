-- The restaurant's own step of an onboarding request: links by mail, what was answered through them, limits for each state, and reminders.

create table onboarding_invites (
  id uuid primary key,
  request_id uuid not null references onboarding_requests (id) on delete cascade,
  email text not null check (length(email) between 3 and 320),
  lang text not null check (lang in ('en', 'es', 'fr', 'de', 'nl')),
  -- SHA-256 of what stands in the link, which is kept nowhere. Null = not sent yet.
  token_hash bytea unique,
  created_at timestamptz not null,
  -- Null = sent by the hub itself.
  created_by text,
  sent_at timestamptz,
  -- No mail server takes mail for that address.
  refused_at timestamptz,
  expires_at timestamptz not null,
  -- A newer link took its place.
  replaced_at timestamptz,
  answer text check (answer in ('confirmed', 'declined')),
  answered_at timestamptz,
  -- What proves the agreement: who, when, from where, to which words.
  answered_by text,
  answered_from text,
  answered_agent text,
  terms_version text,
  terms_lang text,
  terms_text text,
  reason text,
  -- Who is to get access; given as soon as the venue is known.
  people jsonb not null default '[]',
  people_pending boolean not null default false,
  check ((answer is null) = (answered_at is null)),
  check (answer is distinct from 'confirmed' or (answered_by is not null and terms_version is not null and terms_text is not null)),
  check (answer is distinct from 'declined' or reason is not null)
);
create unique index onboarding_invites_open on onboarding_invites (request_id) where replaced_at is null and answer is null;
create index onboarding_invites_request on onboarding_invites (request_id, created_at desc);
create index onboarding_invites_pending on onboarding_invites (request_id) where people_pending;

-- Days until somebody is reminded, and until others hear of it, for each state; of a system, of a channel, or (both null) of the installation.
create table onboarding_limits (
  id uuid primary key,
  system_id uuid unique references systems (id) on delete cascade,
  channel_id uuid unique references channels (id) on delete cascade,
  rms_remind_days integer check (rms_remind_days between 1 and 365),
  rms_escalate_days integer check (rms_escalate_days between 1 and 365),
  restaurant_remind_days integer check (restaurant_remind_days between 1 and 365),
  restaurant_escalate_days integer check (restaurant_escalate_days between 1 and 365),
  bc_remind_days integer check (bc_remind_days between 1 and 365),
  bc_escalate_days integer check (bc_escalate_days between 1 and 365),
  link_days integer check (link_days between 1 and 90),
  version integer not null default 1,
  updated_at timestamptz not null,
  check (system_id is null or channel_id is null)
);
create unique index onboarding_limits_defaults on onboarding_limits ((true)) where system_id is null and channel_id is null;
insert into onboarding_limits (id, rms_remind_days, rms_escalate_days, restaurant_remind_days, restaurant_escalate_days, bc_remind_days,
  bc_escalate_days, link_days, updated_at) values (gen_random_uuid(), 3, 7, 3, 10, 3, 7, 14, now());

-- Once for each stay in a state.
create table onboarding_reminders (
  id uuid primary key,
  request_id uuid not null references onboarding_requests (id) on delete cascade,
  status text not null,
  status_since timestamptz not null,
  kind text not null check (kind in ('reminder', 'escalation')),
  planned_at timestamptz not null,
  -- Null = waits.
  done_at timestamptz,
  -- False = the request had moved on before.
  sent boolean not null default false,
  unique (request_id, status, status_since, kind)
);
-- Whom it is told by mail, each once.
create table onboarding_told (
  reminder_id uuid not null references onboarding_reminders (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  told_at timestamptz,
  primary key (reminder_id, user_id)
);
create index onboarding_told_user on onboarding_told (user_id);
create index onboarding_requests_waiting on onboarding_requests (status_since)
  where status in ('rms_activation', 'restaurant_activation', 'bc_activation');
