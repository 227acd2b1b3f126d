-- What guests are sent about a booking: when it was asked for, what became of it, and what the guest answered by the link in it. The address stands
-- masked, as in the history; a guest who is erased takes nothing along, for nothing here leads to him.
create table guest_messages (
  venue_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  kind text not null check (kind in ('booked', 'requested', 'changed', 'canceled', 'rejected', 'reminder', 'same_day')),
  -- The time that it speaks of.
  starts_at timestamptz not null,
  recipient text not null,
  -- Of the venue's people, where one of them asked for it; null = by itself.
  asked_by text,
  state text not null check (state in ('queued', 'sent', 'bounced', 'skipped')),
  queued_at timestamptz not null,
  state_at timestamptz not null,
  answer text check (answer in ('confirmed', 'late', 'changed', 'canceled')),
  answered_at timestamptz,
  primary key (venue_id, id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade,
  check ((answer is null) = (answered_at is null))
);
create index guest_messages_reservation on guest_messages (venue_id, reservation_id, queued_at);
-- Nobody is reminded twice of the same time, whichever process asks.
create unique index guest_messages_once on guest_messages (venue_id, reservation_id, kind, starts_at)
  where kind in ('reminder', 'same_day') and asked_by is null;

alter table venues drop constraint venues_email_notices_check,
  add constraint venues_email_notices_check
    check (email_notices <@ '{booked,requested,changed,canceled,rejected,reminder,same_day}'::text[]);

-- A venue's own words instead of ours, by kind of message and language; and when it writes by itself, by its own clock.
alter table venues
  add column message_texts jsonb not null default '{}',
  add column reminder_hours integer not null default 24 check (reminder_hours between 2 and 168),
  add column same_day_hours integer not null default 3 check (same_day_hours between 1 and 12),
  -- From this hour to that one nobody is written to unasked; equal = at any hour.
  add column quiet_from integer not null default 21 check (quiet_from between 0 and 23),
  add column quiet_until integer not null default 9 check (quiet_until between 0 and 23);
create index venues_reminding on venues (id) where email_notices && '{reminder,same_day}'::text[] and not test and archived_at is null;
