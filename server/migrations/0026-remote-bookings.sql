-- HU4: bookings at venues whose own system owns the tables (docs/decisions/0018-bookings-at-remote-venues.md).
alter table areas add column external_id text check (length(external_id) <= 200);
create unique index areas_external on areas (venue_id, external_id) where external_id <> '';

alter table reservations add column remote boolean not null default false;
-- Bookings made at the system itself.
alter table reservations drop constraint reservations_source_check;
alter table reservations add constraint reservations_source_check check (source in ('phone', 'walk_in', 'channel', 'widget', 'import', 'system'));

-- The system counts its tables, not our book: no lock on the venue's day, no counting.
drop trigger reservations_guard on reservations;
create constraint trigger reservations_guard after insert on reservations deferrable initially deferred
  for each row when (occupies(new.status) and not new.remote) execute function guard_capacity();
drop trigger reservations_guard_change on reservations;
create constraint trigger reservations_guard_change after update on reservations deferrable initially deferred
  for each row when (
    not new.remote and occupies(new.status) and (
      not occupies(old.status) or new.party_size > old.party_size or new.starts_at <> old.starts_at or new.ends_at > old.ends_at or new.area_id <> old.area_id
      or (old.status = 'held' and new.status <> 'held')
    )
  ) execute function guard_capacity();

-- Moves that only a venue's own system states; nobody else may make them.
alter table reservation_moves add column of_system boolean not null default false;
insert into reservation_moves (from_status, to_status, of_system) values
  ('pending_confirmation', 'requires_payment', true), ('pending_confirmation', 'seated', true), ('pending_confirmation', 'completed', true),
  ('pending_confirmation', 'no_show', true),
  ('requires_payment', 'seated', true), ('requires_payment', 'completed', true), ('requires_payment', 'no_show', true),
  ('confirmed', 'pending_confirmation', true), ('confirmed', 'requires_payment', true), ('confirmed', 'rejected', true), ('confirmed', 'completed', true),
  ('seated', 'no_show', true), ('seated', 'canceled', true),
  ('completed', 'confirmed', true), ('completed', 'no_show', true), ('completed', 'canceled', true),
  ('no_show', 'seated', true), ('no_show', 'completed', true), ('no_show', 'canceled', true),
  ('canceled', 'pending_confirmation', true), ('canceled', 'requires_payment', true), ('canceled', 'rejected', true), ('canceled', 'seated', true),
  ('canceled', 'completed', true), ('canceled', 'no_show', true),
  ('rejected', 'pending_confirmation', true), ('rejected', 'requires_payment', true), ('rejected', 'canceled', true), ('rejected', 'seated', true),
  ('rejected', 'completed', true), ('rejected', 'no_show', true);
create or replace function guard_move() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select from reservation_moves m where m.from_status = old.status and m.to_status = new.status and (new.remote or not m.of_system)
  ) then
    raise exception 'a reservation does not go from % to %', old.status, new.status using errcode = 'TW001';
  end if;
  return new;
end $$;

-- creating: wanted there, and not known to be there; live: both sides have it; changing, canceling: asked for, and not known to be carried out;
-- closed: nothing is left to be done; stuck: people have to look.
create table remote_moves (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into remote_moves (from_state, to_state) values
  ('creating', 'live'), ('creating', 'canceling'), ('creating', 'closed'), ('creating', 'stuck'),
  ('live', 'changing'), ('live', 'canceling'), ('live', 'closed'), ('live', 'stuck'),
  ('changing', 'live'), ('changing', 'canceling'), ('changing', 'closed'), ('changing', 'stuck'),
  ('canceling', 'live'), ('canceling', 'closed'), ('canceling', 'stuck'),
  ('closed', 'live'), ('closed', 'canceling'),
  ('stuck', 'live'), ('stuck', 'canceling'), ('stuck', 'closed');

create table remote_bookings (
  venue_id uuid not null,
  reservation_id uuid not null,
  system_id uuid not null references systems (id),
  -- The system's own id, once it is known.
  remote_id text,
  -- Sent with every attempt to make this one booking.
  key text not null unique,
  state text not null check (state in ('creating', 'live', 'changing', 'canceling', 'closed', 'stuck')),
  -- What was asked for last and is not known to be carried out.
  wanted_starts_at timestamptz,
  wanted_party_size integer,
  wanted_area_id uuid,
  cancel_actor text,
  cancel_reason text,
  -- Sealed, and only until the booking is made.
  payment_token text,
  -- What the system said last.
  told_status text,
  told_starts_at timestamptz,
  told_party_size integer,
  told_area text,
  told_at timestamptz,
  -- When something was sent that the system may have carried out although nobody knows; null = it surely has not.
  sent_at timestamptz,
  -- Until when a booking that surely is not there may be made again.
  promise_until timestamptz,
  made_at timestamptz,
  -- Somebody says that the system changed it: ask.
  look_again boolean not null default false,
  payment_url text,
  pay_until timestamptz,
  -- Whoever works on it; over = anybody may.
  lease_by uuid,
  lease_until timestamptz,
  attempts integer not null default 0,
  next_at timestamptz,
  -- taken, refused: why it was not made.
  refusal text,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (venue_id, reservation_id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade,
  check (state <> 'live' or remote_id is not null),
  check (state <> 'changing' or remote_id is not null)
);
create unique index remote_bookings_remote on remote_bookings (system_id, remote_id) where remote_id is not null;
create index remote_bookings_reservation on remote_bookings (reservation_id);
create index remote_bookings_due on remote_bookings (next_at) where next_at is not null;
create index remote_bookings_stuck on remote_bookings (venue_id, updated_at) where state = 'stuck';

-- Whoever writes. Error TW011.
create function guard_remote_move() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (select from remote_moves m where m.from_state = old.state and m.to_state = new.state) then
    raise exception 'a booking at a system does not go from % to %', old.state, new.state using errcode = 'TW011';
  end if;
  if old.remote_id is not null and new.remote_id is distinct from old.remote_id then
    raise exception 'a booking keeps the id its system gave it' using errcode = 'TW011';
  end if;
  return new;
end $$;
create trigger remote_bookings_move before update on remote_bookings for each row execute function guard_remote_move();

-- Work in steps around a call to somebody else cannot be one transaction: a claimed key has no answer yet, and may be claimed anew when its time is over.
alter table idempotency_keys
  alter column status drop not null,
  alter column answer drop not null,
  add column claimed_until timestamptz,
  add constraint idempotency_keys_answered check ((status is null) = (claimed_until is not null));
