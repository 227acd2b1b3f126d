-- Until when a party that sits stays at its table, where somebody said that it stays longer than it booked; null = as long as it booked.
alter table table_seats add column stays_until timestamptz;

-- Until when its table is kept for it: as a whole stay is counted from when a party sat down (`stay_until`), the time it came late is not counted twice.
create function kept_until(starts timestamptz, ends timestamptz, seated_at timestamptz, stays_until timestamptz) returns timestamptz language sql immutable as $$
  select greatest(ends, stays_until - greatest(seated_at - starts, interval '0'))
$$;

-- As in 0300; and who stays longer keeps the table as long.
create or replace function table_times_of_booking() returns trigger language plpgsql as $$
declare
  booked record;
begin
  perform from dining_tables t where t.venue_id = new.venue_id and t.id = new.table_id and t.archived_at is null for share;
  if not found then
    raise exception 'the table is not used any more' using errcode = 'TW280';
  end if;
  if new.reservation_id is null then
    return new;
  end if;
  select r.starts_at, r.ends_at, r.service_on, r.status, r.updated_at, keeps_table(r.status) as keeps into booked
    from reservations r where r.venue_id = new.venue_id and r.id = new.reservation_id for share;
  if not booked.keeps then
    raise exception 'the booking is over' using errcode = 'TW281';
  end if;
  if floor_puts_away(new.venue_id, new.table_id, booked.service_on) then
    raise exception 'the table is put away on that day' using errcode = 'TW282';
  end if;
  new.during := tstzrange(booked.starts_at, booked.ends_at);
  new.active := true;
  if booked.status = 'seated' then
    new.seated_at := sits_since(new.venue_id, new.reservation_id, booked.updated_at);
    new.during := tstzrange(booked.starts_at, kept_until(booked.starts_at, booked.ends_at, new.seated_at,
      (select s.stays_until from table_seats s where s.venue_id = new.venue_id and s.reservation_id = new.reservation_id)));
    perform free_forgotten(new.venue_id, new.table_id, new.reservation_id, booked.updated_at);
  end if;
  return new;
end $$;

-- As in 0300; and who stays longer keeps the table as long, unless somebody was given it for that time meanwhile.
create or replace function keep_table_times() returns trigger language plpgsql as $$
declare
  sits timestamptz;
  kept timestamptz := new.ends_at;
  longer timestamptz;
begin
  if not exists (select from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id) then
    return null;
  end if;
  -- In the queue in which covers are counted, before tables are: whoever is given one waits there as well, and not for this act while this act waits for him.
  perform lock_venue_days(new.venue_id, (new.starts_at at time zone 'UTC')::date, ((new.ends_at - interval '1 microsecond') at time zone 'UTC')::date);
  if new.status = 'seated' and old.status <> 'seated' then
    sits := case when old.status = 'completed' then sits_since(new.venue_id, new.id, new.updated_at) else new.updated_at end;
  end if;
  -- Its tables first, as whoever saves a floor takes them before what stands at them.
  if keeps_table(new.status) then
    perform from dining_tables d
      where d.venue_id = new.venue_id and d.id in (select t.table_id from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id)
      order by d.id for share;
  end if;
  if new.status = 'seated' then
    select kept_until(new.starts_at, new.ends_at, coalesce(sits, max(t.seated_at), new.updated_at), s.stays_until) into longer
      from table_seats s join table_times t on t.venue_id = s.venue_id and t.reservation_id = s.reservation_id
      where s.venue_id = new.venue_id and s.reservation_id = new.id group by s.stays_until;
    if longer > kept and not exists (
      select from table_times t join table_times o on o.venue_id = t.venue_id and o.table_id = t.table_id and o.active and o.id <> t.id
          and o.during && tstzrange(new.ends_at, longer)
        where t.venue_id = new.venue_id and t.reservation_id = new.id) then
      kept := longer;
    end if;
  end if;
  update table_times t set during = tstzrange(new.starts_at, kept), active = keeps_table(new.status),
      seated_at = case when new.status = 'seated' then coalesce(sits, t.seated_at, new.updated_at) end
    where t.venue_id = new.venue_id and t.reservation_id = new.id;
  if not keeps_table(new.status) then
    return null;
  end if;
  if sits is not null then
    perform free_forgotten(t.venue_id, t.table_id, new.id, new.updated_at)
      from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id;
  end if;
  if exists (
    select from table_times t join table_times o on o.venue_id = t.venue_id and o.table_id = t.table_id and o.active and o.id <> t.id
        and (o.during && t.during or (o.seated_at is not null and t.seated_at is not null))
      where t.venue_id = new.venue_id and t.reservation_id = new.id
    union all
    select from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
      where t.venue_id = new.venue_id and t.reservation_id = new.id
        and (d.archived_at is not null or floor_puts_away(t.venue_id, t.table_id, new.service_on))
    union all
    select where old.area_id <> new.area_id and not exists (
      select from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id and d.area_id = new.area_id
        where t.venue_id = new.venue_id and t.reservation_id = new.id)
  ) then
    delete from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id;
    update table_seats s set version = s.version + 1, locked = false, updated_at = new.updated_at
      where s.venue_id = new.venue_id and s.reservation_id = new.id;
  end if;
  return null;
end $$;
