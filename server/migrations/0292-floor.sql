-- The floor of a venue with tables: layouts, each of which says where its tables stand and which of them are put away. Without any, all tables stand.
create table floors (
  venue_id uuid primary key references venues (id) on delete cascade,
  version integer not null check (version > 0),
  updated_at timestamptz not null
);

create table floor_layouts (
  venue_id uuid not null references floors (venue_id) on delete cascade,
  id uuid not null,
  name text not null check (name <> '' and char_length(name) <= 60),
  -- The first rules every day that no other one does.
  position integer not null check (position >= 0),
  -- How large the rooms are, and what stands there beside tables: drawn, and asked for nothing.
  rooms jsonb not null,
  things jsonb not null,
  primary key (venue_id, id),
  -- At the end of the transaction: a floor is replaced as a whole.
  constraint floor_layouts_position unique (venue_id, position) deferrable initially deferred
);

-- Where a table stands, or that it does not. One that no row names stands, and was not drawn yet.
create table floor_places (
  venue_id uuid not null,
  layout_id uuid not null,
  table_id uuid not null,
  -- Its middle and its size in tenths of a metre, turned by degrees; null = put away.
  place jsonb,
  primary key (venue_id, layout_id, table_id),
  foreign key (venue_id, layout_id) references floor_layouts (venue_id, id) on delete cascade,
  foreign key (venue_id, table_id) references dining_tables (venue_id, id) on delete cascade
);

-- On which days a layout rules, as people say it.
create table floor_rules (
  venue_id uuid not null,
  layout_id uuid not null,
  position integer not null,
  from_on date not null,
  until_on date not null,
  -- 1 = Monday.
  weekdays integer[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  primary key (venue_id, layout_id, position),
  foreign key (venue_id, layout_id) references floor_layouts (venue_id, id) on delete cascade,
  check (from_on <= until_on)
);

-- The same by weekday, from the first such day of the rule to the last, so that two that overlap have a day in common. A single day goes before a season that
-- holds it; beside that no two layouts rule one date, whoever writes at the same moment.
create table floor_days (
  venue_id uuid not null,
  layout_id uuid not null,
  rule integer not null,
  weekday integer not null,
  single boolean not null,
  during daterange not null,
  primary key (venue_id, layout_id, rule, weekday),
  foreign key (venue_id, layout_id, rule) references floor_rules (venue_id, layout_id, position) on delete cascade,
  constraint floor_days_one exclude using gist (venue_id with =, weekday with =, (single::integer) with =, during with &&) deferrable initially deferred
);

create function floor_days_of_rule() returns trigger language plpgsql as $$
begin
  insert into floor_days (venue_id, layout_id, rule, weekday, single, during)
    select new.venue_id, new.layout_id, new.position, w, new.from_on = new.until_on, daterange(f, l, '[]')
    from unnest(new.weekdays) w,
      lateral (select new.from_on + ((w - extract(isodow from new.from_on)::integer + 7) % 7) as f) first,
      lateral (select new.until_on - ((extract(isodow from new.until_on)::integer - w + 7) % 7) as l) last
    where f <= l
    group by w, f, l;
  return null;
end $$;
create trigger floor_days_of_rule after insert on floor_rules for each row execute function floor_days_of_rule();

-- Which layout rules a service day; null = the venue has none.
create function floor_layout_on(venue uuid, day date) returns uuid language sql stable as $$
  select coalesce(
    (select d.layout_id from floor_days d
      where d.venue_id = venue and d.weekday = extract(isodow from day)::integer and d.during @> day order by d.single desc limit 1),
    (select l.id from floor_layouts l where l.venue_id = venue and l.position = 0))
$$;

create function floor_puts_away(venue uuid, one uuid, day date) returns boolean language sql stable as $$
  select exists (select from floor_places p
    where p.venue_id = venue and p.layout_id = floor_layout_on(venue, day) and p.table_id = one and p.place is null)
$$;

-- As in 0280; and no table is given on a day on which it is put away. Whoever saves a floor holds its tables, so that what is read after the lock is what rules.
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
  select r.starts_at, r.ends_at, r.service_on, keeps_table(r.status) as keeps into booked
    from reservations r where r.venue_id = new.venue_id and r.id = new.reservation_id for share;
  if not booked.keeps then
    raise exception 'the booking is over' using errcode = 'TW281';
  end if;
  if floor_puts_away(new.venue_id, new.table_id, booked.service_on) then
    raise exception 'the table is put away on that day' using errcode = 'TW282';
  end if;
  new.during := tstzrange(booked.starts_at, booked.ends_at);
  new.active := true;
  return new;
end $$;

create or replace function keep_table_times() returns trigger language plpgsql as $$
begin
  -- Its tables first, as whoever saves a floor takes them before what stands at them.
  if keeps_table(new.status) then
    perform from dining_tables d
      where d.venue_id = new.venue_id and d.id in (select t.table_id from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id)
      order by d.id for share;
  end if;
  update table_times t set during = tstzrange(new.starts_at, new.ends_at), active = keeps_table(new.status)
    where t.venue_id = new.venue_id and t.reservation_id = new.id;
  if not found or not keeps_table(new.status) then
    return null;
  end if;
  if exists (
    select from table_times t join table_times o on o.venue_id = t.venue_id and o.table_id = t.table_id and o.during && t.during and o.active and o.id <> t.id
      where t.venue_id = new.venue_id and t.reservation_id = new.id
    union all
    select from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
      where t.venue_id = new.venue_id and t.reservation_id = new.id
        and (d.archived_at is not null or floor_puts_away(t.venue_id, t.table_id, new.service_on))
  ) then
    delete from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id;
    update table_seats s set version = s.version + 1, locked = false, updated_at = now()
      where s.venue_id = new.venue_id and s.reservation_id = new.id;
  end if;
  return null;
end $$;
drop trigger reservations_table_times on reservations;
create trigger reservations_table_times after update on reservations
  for each row when (old.starts_at <> new.starts_at or old.ends_at <> new.ends_at or old.service_on <> new.service_on
    or keeps_table(old.status) <> keeps_table(new.status))
  execute function keep_table_times();
