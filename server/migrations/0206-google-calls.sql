-- GO1: Google judges a booking server by the calls of five minutes, each method by itself, and counts what comes too late as failed. So these are
-- counted by the minute, beside the figures that all channels have.
create table google_calls (
  account_id uuid not null references google_accounts (id) on delete cascade,
  method text not null,
  minute timestamptz not null,
  calls integer not null,
  failed integer not null,
  -- Answered well, and later than Google waits.
  late integer not null,
  duration_ms bigint not null,
  primary key (account_id, method, minute)
);
create index google_calls_age on google_calls (minute);

-- Methods that are beyond Google's limits now: told once when it begins, and once when it is over.
create table google_call_troubles (
  account_id uuid not null references google_accounts (id) on delete cascade,
  method text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  calls integer not null,
  bad integer not null,
  primary key (account_id, method)
);

-- By bell and mail, as a password that ends: limits that are broken, and feeds that were refused or did not arrive.
alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'report', 'mention', 'onboarding', 'google_password',
    'google_drift', 'google_trouble', 'test'));
