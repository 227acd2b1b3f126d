-- Analytics (AN1, AN2): sums per venue and day, of the calendar of the venue.

-- The venue's own calendar day on which a reservation was made; a zone that changes later changes nothing of what was.
alter table reservations add column created_on date;
alter table reservations disable trigger user;
update reservations r set created_on = (r.created_at at time zone v.time_zone)::date from venues v where v.id = r.venue_id;
alter table reservations enable trigger user;
alter table reservations alter column created_on set not null;
create index reservations_created_day on reservations (venue_id, created_on);

create function reservation_created_on() returns trigger language plpgsql as $$
begin
  new.created_on := (new.created_at at time zone (select v.time_zone from venues v where v.id = new.venue_id))::date;
  return new;
end $$;
create trigger reservations_created_on before insert on reservations for each row when (new.created_on is null) execute function reservation_created_on();

-- One row per combination that occurs. `basis`: by which day of the reservation it is counted. Counters of distributions are packed into one number
-- each, twelve digits a slot, so that one sum adds up a whole distribution.
create table analytics_days (
  basis text not null check (basis in ('meal', 'creation')),
  venue_id uuid not null references venues (id) on delete cascade,
  day date not null,
  outcome text not null,
  source text not null,
  channel_id uuid,
  system_id uuid,
  parties integer not null,
  covers integer not null,
  late integer not null,
  known integer not null,
  fresh integer not null,
  confirmed integer not null,
  confirm_minutes bigint not null,
  stayed integer not null,
  stay_minutes bigint not null,
  sizes numeric not null,
  leads numeric not null,
  hours numeric not null,
  hour_covers numeric not null
);
create index analytics_days_of_venue on analytics_days (basis, venue_id, day);
create index analytics_days_of_all on analytics_days (basis, day);

-- Days whose sums are older than their reservations. Whoever writes a reservation adds a row and waits for nobody; whoever reads counts these days from
-- the reservations themselves, so that a figure is never out of date. A job recomputes them and takes the rows it has seen away.
create table analytics_dirty (venue_id uuid not null, service_on date not null, created_on date not null);
create index analytics_dirty_service on analytics_dirty (service_on, venue_id);
create index analytics_dirty_created on analytics_dirty (created_on, venue_id);

create function analytics_mark() returns trigger language plpgsql as $$
declare
  gained uuid; lost uuid;
begin
  if tg_op <> 'DELETE' then
    insert into analytics_dirty values (new.venue_id, new.service_on, new.created_on);
    gained := new.guest_id;
  end if;
  if tg_op <> 'INSERT' then
    if tg_op = 'DELETE' or old.service_on <> new.service_on then
      insert into analytics_dirty values (old.venue_id, old.service_on, old.created_on);
    end if;
    lost := old.guest_id;
  end if;
  -- Which of a guest's reservations was the first one: those made later may gain or lose it.
  if gained is distinct from lost then
    insert into analytics_dirty select r.venue_id, r.service_on, r.created_on from reservations r
      where r.venue_id = coalesce(new.venue_id, old.venue_id) and r.guest_id in (gained, lost)
        and r.created_at >= coalesce(new.created_at, old.created_at) and r.id <> coalesce(new.id, old.id);
  end if;
  return null;
end $$;
create trigger reservations_analytics_made after insert on reservations for each row when (new.status <> 'held' or new.guest_id is not null)
  execute function analytics_mark();
create trigger reservations_analytics_changed after update on reservations for each row
  when (old.status is distinct from new.status or old.party_size <> new.party_size or old.starts_at <> new.starts_at
    or old.starts_local <> new.starts_local
    or old.service_on <> new.service_on or old.guest_id is distinct from new.guest_id or old.system_id is distinct from new.system_id
    or old.channel_id is distinct from new.channel_id or old.cancel_actor is distinct from new.cancel_actor or old.source <> new.source)
  execute function analytics_mark();
create trigger reservations_analytics_gone after delete on reservations for each row execute function analytics_mark();

-- The hour at which something was booked is read off the venue's clock of today.
create function analytics_mark_venue() returns trigger language plpgsql as $$
begin
  insert into analytics_dirty select distinct r.venue_id, r.service_on, r.created_on from reservations r where r.venue_id = new.id;
  return null;
end $$;
create trigger venues_analytics_zone after update of time_zone on venues for each row when (old.time_zone <> new.time_zone)
  execute function analytics_mark_venue();

insert into analytics_dirty select distinct venue_id, service_on, created_on from reservations;
