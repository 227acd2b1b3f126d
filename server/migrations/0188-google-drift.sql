-- GO1: every hour a sample of what Google was last told of free tables is held against the book.
create table google_drifts (
  id uuid primary key,
  account_id uuid not null references google_accounts (id) on delete cascade,
  at timestamptz not null,
  checked integer not null check (checked > 0),
  wrong integer not null check (wrong between 0 and checked),
  -- When the oldest of what was wrong was told.
  oldest_at timestamptz,
  -- The first of what was wrong: [{ venueId, day, time, partySize, told, open, toldAt, why, action, by }]
  samples jsonb not null default '[]',
  -- People were told of it.
  alarmed boolean not null default false
);
create index google_drifts_history on google_drifts (account_id, at desc, id desc);
create index google_drifts_age on google_drifts (at);

-- For Health, which knows nothing of the probe: accounts whose newest probe found more wrong than Google bears with.
create view google_drift_problems as
select d.account_id, a.name, d.at, d.checked, d.wrong
from google_accounts a, lateral (select * from google_drifts d where d.account_id = a.id order by d.at desc, d.id desc limit 1) d
where a.active and d.checked >= 20 and d.wrong * 100 >= d.checked * 5;

alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'report', 'mention', 'onboarding', 'google_password',
    'google_drift', 'test'));
