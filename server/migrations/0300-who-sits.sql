-- Whoever sits at a table has it until he leaves, whatever his booking said. `seated_at`: since when the party sits there; null = it does not, or not yet.
alter table table_times add column seated_at timestamptz;

-- When a party last sat down; who got up by mistake and sits again has not sat down twice. `otherwise`: of an act that is not written down yet.
create function sits_since(venue uuid, booking uuid, otherwise timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select max(e.at) from reservation_events e
    where e.venue_id = venue and e.reservation_id = booking and e.to_status = 'seated' and coalesce(e.from_status, '') not in ('seated', 'completed')), otherwise)
$$;

update table_times t set seated_at = sits_since(r.venue_id, r.id, r.starts_at)
  from reservations r where r.venue_id = t.venue_id and r.id = t.reservation_id and r.status = 'seated' and t.active;
-- Of two whom an earlier version seated at one table, who sat down last is there.
update table_times t set active = false, seated_at = null
  where t.seated_at is not null and exists (
    select from table_times o where o.venue_id = t.venue_id and o.table_id = t.table_id and o.active and o.seated_at is not null
      and (o.seated_at, o.id) > (t.seated_at, t.id));

-- No two sit at one table, whoever seats them at the same moment. At the end of the transaction: two may exchange their tables.
alter table table_times add constraint table_times_sits
  exclude using btree (venue_id with =, table_id with =) where (active and seated_at is not null) deferrable initially deferred;

-- When a whole stay is over, from when the party sat down.
create function stay_until(during tstzrange, seated_at timestamptz) returns timestamptz language sql immutable as $$
  select greatest(upper(during), seated_at + (upper(during) - lower(during)))
$$;

-- Until when a table is somebody's: who sits has it a little longer than his stay while he has not left. Nobody does for hours: whoever closed the evening forgot him.
create function table_until(during tstzrange, seated_at timestamptz, at timestamptz) returns timestamptz language sql immutable as $$
  select case when seated_at is null then upper(during)
    when stay_until(during, seated_at) < at - interval '6 hours' then stay_until(during, seated_at)
    else greatest(stay_until(during, seated_at), at + interval '15 minutes') end
$$;

-- The table of who was forgotten goes to who sits down there now.
create function free_forgotten(venue uuid, one uuid, beside uuid, at timestamptz) returns void language sql as $$
  update table_times t set active = false, seated_at = null
    where t.venue_id = venue and t.table_id = one and t.active and t.seated_at is not null and t.reservation_id <> beside
      and stay_until(t.during, t.seated_at) < at - interval '6 hours'
$$;

-- As in 0292; and who sits, sits.
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
    perform free_forgotten(new.venue_id, new.table_id, new.reservation_id, booked.updated_at);
  end if;
  return new;
end $$;

-- As in 0292; beside it, who sits down where somebody still sits has no table, and neither has whose booking goes to another area than its table stands in.
create or replace function keep_table_times() returns trigger language plpgsql as $$
declare
  sits timestamptz;
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
  update table_times t set during = tstzrange(new.starts_at, new.ends_at), active = keeps_table(new.status),
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
drop trigger reservations_table_times on reservations;
create trigger reservations_table_times after update on reservations
  for each row when (old.starts_at <> new.starts_at or old.ends_at <> new.ends_at or old.service_on <> new.service_on or old.area_id <> new.area_id
    or keeps_table(old.status) <> keeps_table(new.status) or (old.status <> new.status and 'seated' in (old.status, new.status)))
  execute function keep_table_times();

-- An area goes when nothing of the plan stands in it any more.
create function area_without_tables() returns trigger language plpgsql as $$
begin
  if exists (select from dining_tables d join table_plans p on p.venue_id = d.venue_id and p.active
      where d.venue_id = new.venue_id and d.area_id = new.id and d.archived_at is null) then
    raise exception 'tables stand in the area' using errcode = 'TW300';
  end if;
  return null;
end $$;
create trigger areas_without_tables after update on areas
  for each row when (old.archived_at is null and new.archived_at is not null) execute function area_without_tables();
