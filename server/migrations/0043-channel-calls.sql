-- HU5: what each channel asked, by what it was for, in steps of ten minutes: searches, look-ups, bookings and changes have limits of their own, and
-- successful searches are nowhere else. Nothing refers to a channel: counts of one that is gone go with their age.
create table channel_calls (
  channel_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('availability', 'lookup', 'booking', 'change')),
  calls integer not null default 0,
  refused integer not null default 0,
  failed integer not null default 0,
  duration_ms bigint not null default 0,
  primary key (channel_id, at, kind)
);
create index channel_calls_age on channel_calls (at);
