-- Who waits for a place: for a day that is full, with offers that go out in order, and at the door tonight.
create table waitlist_settings (
  venue_id uuid primary key references venues (id) on delete cascade,
  -- Guests may put themselves on the list, and free places are offered to those who wait.
  open boolean not null default false,
  offer_minutes integer not null default 10 check (offer_minutes between 5 and 60),
  updated_at timestamptz not null default now()
);

create table waitlist_entries (
  venue_id uuid not null references venues (id) on delete cascade,
  id uuid not null,
  -- `day`: waits for a place on a day that is full; `door`: stands there tonight.
  kind text not null check (kind in ('day', 'door')),
  status text not null check (status in ('waiting', 'offered', 'ready', 'booked', 'seated', 'declined', 'lapsed', 'left', 'no_answer', 'over')),
  origin text not null check (origin in ('widget', 'phone', 'door')),
  service_on date not null,
  party_size integer not null check (party_size between 1 and 1000),
  area_id uuid,
  -- The starts that suit; of who stands at the door the moment he came, and until when his evening lasts.
  from_at timestamptz not null,
  until_at timestamptz not null,
  first_name text not null default '',
  last_name text not null,
  email text,
  phone text,
  lang text,
  notes text,
  joined_at timestamptz not null,
  -- Who let an offer pass and waits again stands at the end.
  waiting_since timestamptz not null,
  quoted_minutes integer check (quoted_minutes between 0 and 600),
  offer_starts_at timestamptz,
  offer_until timestamptz,
  -- The place that is kept meanwhile, and the reservation that it became.
  hold_id uuid,
  reservation_id uuid,
  ready_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (venue_id, id),
  foreign key (venue_id, hold_id) references reservations (venue_id, id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id),
  check (until_at >= from_at),
  check ((status = 'offered') = (offer_until is not null)),
  check (status <> 'offered' or (hold_id is not null and offer_starts_at is not null)),
  check (status not in ('booked', 'seated') or reservation_id is not null)
);
create unique index waitlist_entries_id on waitlist_entries (id);
create index waitlist_entries_day on waitlist_entries (venue_id, service_on, waiting_since, id);
create index waitlist_entries_open on waitlist_entries (venue_id, service_on, waiting_since, id) where status in ('waiting', 'offered', 'ready');
create index waitlist_entries_ready on waitlist_entries (venue_id, ready_at) where kind = 'door' and quoted_minutes is not null and ready_at is not null;
-- One place is offered to one guest.
create unique index waitlist_entries_hold on waitlist_entries (venue_id, hold_id) where hold_id is not null;
create unique index waitlist_entries_reservation on waitlist_entries (venue_id, reservation_id) where reservation_id is not null;

-- The legal moves; contracts/src/booking/waitlist.rules.ts holds the same table for people, a test compares them.
create table waitlist_moves (
  kind text not null,
  from_status text not null,
  to_status text not null,
  primary key (kind, from_status, to_status)
);
insert into waitlist_moves (kind, from_status, to_status) values
  ('day', 'waiting', 'offered'), ('day', 'waiting', 'booked'), ('day', 'waiting', 'left'), ('day', 'waiting', 'over'),
  ('day', 'offered', 'booked'), ('day', 'offered', 'declined'), ('day', 'offered', 'lapsed'), ('day', 'offered', 'left'),
  ('day', 'declined', 'waiting'), ('day', 'lapsed', 'waiting'), ('day', 'left', 'waiting'),
  ('door', 'waiting', 'ready'), ('door', 'waiting', 'seated'), ('door', 'waiting', 'left'), ('door', 'waiting', 'over'),
  ('door', 'ready', 'seated'), ('door', 'ready', 'waiting'), ('door', 'ready', 'left'), ('door', 'ready', 'no_answer'),
  ('door', 'left', 'waiting'), ('door', 'no_answer', 'waiting');

create function guard_waitlist_move() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select from waitlist_moves m where m.kind = old.kind and m.from_status = old.status and m.to_status = new.status
  ) then
    raise exception 'an entry of the waitlist does not go from % to %', old.status, new.status using errcode = 'TW060';
  end if;
  return new;
end $$;
create trigger waitlist_entries_move before update of status on waitlist_entries for each row execute function guard_waitlist_move();

-- The days that have to be looked at, and when: written with the change that makes it so. `rev` rises with each, so that whoever has looked knows
-- whether something came meanwhile.
create table waitlist_due (
  venue_id uuid not null references venues (id) on delete cascade,
  service_on date not null,
  next_at timestamptz not null,
  rev integer not null default 1,
  primary key (venue_id, service_on)
);
create index waitlist_due_next on waitlist_due (next_at);

create function waitlist_look_at(venue uuid, day date) returns void language sql as $$
  insert into waitlist_due (venue_id, service_on, next_at) values (venue, day, '-infinity')
  on conflict (venue_id, service_on) do update set next_at = '-infinity', rev = waitlist_due.rev + 1
$$;

-- A place is free again, or smaller than it was: somebody who waits for that day may fit.
create function waitlist_place_freed() returns trigger language plpgsql as $$
begin
  if exists (
    select from waitlist_entries e where e.venue_id = old.venue_id and e.service_on = old.service_on and e.status in ('waiting', 'offered', 'ready') and e.kind = 'day'
  ) then
    perform waitlist_look_at(old.venue_id, old.service_on);
  end if;
  return null;
end $$;
create trigger reservations_waitlist after update on reservations for each row when (
  occupies(old.status) and (
    not occupies(new.status) or new.party_size < old.party_size or new.starts_at <> old.starts_at or new.ends_at < old.ends_at or new.area_id <> old.area_id
  )
) execute function waitlist_place_freed();

create function waitlist_book_changed() returns trigger language plpgsql as $$
begin
  perform waitlist_look_at(new.venue_id, e.service_on)
  from (
    select distinct w.service_on from waitlist_entries w
    where w.venue_id = new.venue_id and w.kind = 'day' and w.status in ('waiting', 'offered', 'ready')
    order by w.service_on
  ) e;
  return null;
end $$;
create trigger books_waitlist after update on books for each row when (old.rules is distinct from new.rules) execute function waitlist_book_changed();
create trigger settings_waitlist after insert or update on waitlist_settings for each row when (new.open) execute function waitlist_book_changed();

create function waitlist_entry_waits() returns trigger language plpgsql as $$
begin
  perform waitlist_look_at(new.venue_id, new.service_on);
  return null;
end $$;
create trigger waitlist_entries_made after insert on waitlist_entries for each row execute function waitlist_entry_waits();
create trigger waitlist_entries_again after update on waitlist_entries for each row when (old.status <> new.status or new.until_at <> old.until_at) execute function waitlist_entry_waits();

alter table reservations drop constraint reservations_source_check,
  add constraint reservations_source_check check (source in ('phone', 'walk_in', 'channel', 'widget', 'import', 'system', 'waitlist'));
alter table guest_messages drop constraint guest_messages_kind_check,
  add constraint guest_messages_kind_check
    check (kind in ('booked', 'requested', 'changed', 'canceled', 'rejected', 'reminder', 'same_day', 'waitlist_offer', 'table_ready'));
