-- HU5: traces are found by time, by any side, by the booking and by whatever id another side gave it. Most hops belong to one or two of these.
create index traces_newest on traces (started_at desc, id desc);
create index traces_system on traces (system_id, started_at desc, id desc) where system_id is not null;
create index traces_channel on traces (channel_id, started_at desc, id desc) where channel_id is not null;
create index traces_venue on traces (venue_id, started_at desc, id desc) where venue_id is not null;
create index traces_reservation on traces (reservation_id) where reservation_id is not null;
create index traces_request on traces (request_id);
create index traces_trouble on traces (started_at desc, id desc) where outcome <> 'ok';
create index traces_other_ids on traces using gin (other_ids) where other_ids <> '{}';

-- How much went which way, in steps of ten minutes (of a UTC day for venues): what health and silence are told from, long after the traces are gone
-- and also where nothing is traced (searches that succeed). Nothing refers to a party: counts of one that is gone go with their age.
create table flow_counts (
  -- 'channel': channels to us; 'system': us to systems; 'webhook': us to channels; 'inbound': systems to us; 'venue': bookings and searches for a venue.
  flow text not null check (flow in ('channel', 'system', 'webhook', 'inbound', 'venue')),
  party_id uuid not null,
  at timestamptz not null,
  calls integer not null default 0,
  searches integer not null default 0,
  bookings integer not null default 0,
  refused integer not null default 0,
  failed integer not null default 0,
  duration_ms bigint not null default 0,
  primary key (flow, party_id, at)
);
create index flow_counts_age on flow_counts (at);

-- Which silences were told of, so that each is told once, and once more when it is over. One row while it lasts.
create table silences (
  flow text not null check (flow in ('channel', 'system')),
  party_id uuid not null,
  what text not null check (what in ('searches', 'bookings')),
  since timestamptz not null,
  expected double precision not null,
  seen integer not null,
  told_at timestamptz not null,
  primary key (flow, party_id, what)
);
