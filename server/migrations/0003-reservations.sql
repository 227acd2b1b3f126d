create table guests (
  venue_id uuid not null references venues (id),
  id uuid not null,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  lang text,
  tags text[] not null default '{}',
  notes text,
  opt_in_consent boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (venue_id, id)
);
create index guests_email on guests (venue_id, lower(email)) where email is not null;
create index guests_phone on guests (venue_id, phone) where phone is not null;

create table reservations (
  venue_id uuid not null references venues (id),
  id uuid not null,
  reference text not null,
  status text not null check (status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed', 'no_show', 'canceled', 'rejected', 'expired')),
  party_size integer not null check (party_size between 1 and 1000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Wall clock of the venue when the booking was placed, and the evening it belongs to (also after midnight).
  starts_local timestamp not null,
  service_on date not null,
  area_id uuid not null,
  -- The interval this party arrives in, and the limits in force there for whoever booked (null = none).
  pacing_at timestamptz not null,
  pacing_until timestamptz not null,
  covers_max integer,
  parties_max integer,
  book_version integer not null,
  override boolean not null default false,
  hold_expires_at timestamptz,
  source text not null check (source in ('phone', 'walk_in', 'channel', 'widget', 'import')),
  channel_id uuid references channels (id),
  system_id uuid references systems (id),
  channel_reference text,
  guest_id uuid,
  guest_first_name text not null default '',
  guest_last_name text not null default '',
  guest_email text,
  guest_phone text,
  guest_lang text,
  guest_opt_in boolean not null default false,
  -- Everything people search by, lower case, in one place for one index.
  search text generated always as (
    lower(reference || ' ' || guest_first_name || ' ' || guest_last_name || ' ' || coalesce(guest_email, '') || ' ' || coalesce(guest_phone, ''))
  ) stored,
  notes text,
  tags text[] not null default '{}',
  cancel_actor text,
  cancel_reason text,
  canceled_at timestamptz,
  import_batch_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (venue_id, id),
  foreign key (venue_id, area_id) references areas (venue_id, id),
  foreign key (venue_id, guest_id) references guests (venue_id, id),
  check (ends_at > starts_at and ends_at <= starts_at + interval '12 hours'),
  check (pacing_at <= starts_at and pacing_until > starts_at and pacing_until <= pacing_at + interval '12 hours'),
  check ((status = 'held') = (hold_expires_at is not null))
);
create index reservations_id on reservations (id);
create unique index reservations_reference on reservations (venue_id, reference);
create index reservations_start on reservations (venue_id, starts_at, id);
-- With the status in it, a list and its total are counted without reading the rows.
create index reservations_service on reservations (venue_id, service_on, starts_at, id) include (status);
create index reservations_created on reservations (venue_id, created_at, id);
create index reservations_all_start on reservations (starts_at, id);
create index reservations_all_created on reservations (created_at, id);
create index reservations_search on reservations using gin (search gin_trgm_ops);
create index reservations_guest on reservations (venue_id, guest_id) where guest_id is not null;
create index reservations_channel on reservations (channel_id, created_at) where channel_id is not null;
create index reservations_holds on reservations (hold_expires_at) where status = 'held';

create table reservation_events (
  venue_id uuid not null,
  reservation_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('held', 'booked', 'changed', 'moved', 'expired', 'notified')),
  move text,
  from_status text,
  to_status text not null,
  side text not null check (side in ('guest', 'venue', 'channel', 'system', 'hub')),
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  reason text,
  before jsonb,
  after jsonb,
  at timestamptz not null default now(),
  primary key (venue_id, reservation_id, id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id)
);
create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a reservation is never changed' using errcode = 'TW009';
end $$;
create trigger reservation_events_append_only before update or delete on reservation_events for each row execute function history_is_append_only();

-- The legal moves between statuses (RE2); contracts/src/reservations.rules.ts holds the same table for people, a test compares them.
create table reservation_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into reservation_moves (from_status, to_status) values
  ('held', 'pending_confirmation'), ('held', 'requires_payment'), ('held', 'confirmed'), ('held', 'canceled'), ('held', 'expired'),
  ('requires_payment', 'confirmed'), ('requires_payment', 'pending_confirmation'), ('requires_payment', 'canceled'), ('requires_payment', 'rejected'),
  ('pending_confirmation', 'confirmed'), ('pending_confirmation', 'rejected'), ('pending_confirmation', 'canceled'),
  ('confirmed', 'seated'), ('confirmed', 'canceled'), ('confirmed', 'no_show'),
  ('seated', 'completed'), ('seated', 'confirmed'),
  ('completed', 'seated'), ('no_show', 'confirmed'), ('canceled', 'confirmed'), ('rejected', 'confirmed');

create function occupies(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed')
$$;

-- One lock per venue and UTC day: whoever places a party waits for the others of that day, and for nobody else.
create function lock_venue_days(venue uuid, first_day date, last_day date) returns void language plpgsql as $$
declare
  day date := first_day;
begin
  while day <= last_day loop
    perform pg_advisory_xact_lock(hashtextextended(venue::text || day::text, 4711));
    day := day + 1;
  end loop;
end $$;

-- Legal moves, whoever writes: application, import or a hand at a prompt. Error TW001.
create function guard_move() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from reservation_moves m where m.from_status = old.status and m.to_status = new.status) then
    raise exception 'a reservation does not go from % to %', old.status, new.status using errcode = 'TW001';
  end if;
  return new;
end $$;
create trigger reservations_move before update of status on reservations for each row execute function guard_move();

-- Capacity, checked at the commit: the lock on the venue's day is held only while counting and committing, not while the transaction writes the rest.
-- Errors: TW002 book changed meanwhile, TW003 interval full (covers), TW004 interval full (parties), TW005 area full.
create function guard_capacity() returns trigger language plpgsql as $$
declare
  placed reservations%rowtype;
  covers integer;
  parties integer;
  room integer;
  peak integer;
begin
  -- As it stands now: a later statement of the same transaction may have moved it again.
  select * into placed from reservations r where r.venue_id = new.venue_id and r.id = new.id;
  if not found or not occupies(placed.status) then
    return null;
  end if;
  -- Under a snapshot older than the lock the counts below would be blind to what others just booked.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'reservations are placed under read committed only';
  end if;
  perform lock_venue_days(placed.venue_id, (placed.pacing_at at time zone 'UTC')::date, ((placed.ends_at - interval '1 microsecond') at time zone 'UTC')::date);
  if placed.override or placed.source = 'import' then
    return null;
  end if;
  -- A hold committed in time keeps the place it has, also when the book changed meanwhile. It waited in the queue above all the same:
  -- otherwise somebody could count its seats as free in the moment it runs out.
  if tg_op = 'UPDATE' then
    if old.status = 'held' and old.hold_expires_at > clock_timestamp() and placed.party_size <= old.party_size and placed.starts_at = old.starts_at
      and placed.ends_at <= old.ends_at and placed.area_id = old.area_id then
      return null;
    end if;
  end if;
  if placed.book_version is distinct from (select b.version from books b where b.venue_id = placed.venue_id) then
    raise exception 'the book changed meanwhile' using errcode = 'TW002';
  end if;
  if placed.covers_max is not null or placed.parties_max is not null then
    select sum(r.party_size), count(*) into covers, parties
    from reservations r
    where r.venue_id = placed.venue_id and r.starts_at >= placed.pacing_at and r.starts_at < placed.pacing_until
      and occupies(r.status) and (r.id = placed.id or r.status <> 'held' or r.hold_expires_at > clock_timestamp());
    if covers > placed.covers_max then
      raise exception 'interval full' using errcode = 'TW003';
    end if;
    if parties > placed.parties_max then
      raise exception 'interval full' using errcode = 'TW004';
    end if;
  end if;
  select a.capacity into room from areas a where a.venue_id = placed.venue_id and a.id = placed.area_id;
  with sitting as (
    select r.starts_at, r.ends_at, r.party_size from reservations r
    where r.venue_id = placed.venue_id and r.area_id = placed.area_id
      and r.starts_at < placed.ends_at and r.starts_at > placed.starts_at - interval '12 hours' and r.ends_at > placed.starts_at
      and occupies(r.status) and (r.id = placed.id or r.status <> 'held' or r.hold_expires_at > clock_timestamp())
  ), moments as (
    select placed.starts_at as moment union select starts_at from sitting where starts_at > placed.starts_at
  )
  select max((select sum(s.party_size) from sitting s where s.starts_at <= m.moment and s.ends_at > m.moment)) into peak from moments m;
  if peak > room then
    raise exception 'area full' using errcode = 'TW005';
  end if;
  return null;
end $$;

-- Only what takes more room than before is counted again.
create constraint trigger reservations_guard after insert on reservations deferrable initially deferred
  for each row when (occupies(new.status)) execute function guard_capacity();
create constraint trigger reservations_guard_change after update on reservations deferrable initially deferred
  for each row when (
    occupies(new.status) and (
      not occupies(old.status) or new.party_size > old.party_size or new.starts_at <> old.starts_at or new.ends_at > old.ends_at or new.area_id <> old.area_id
      or (old.status = 'held' and new.status <> 'held')
    )
  ) execute function guard_capacity();
