-- Tables of a venue, as a layer it may switch on: without it nothing here has a row, and bookings are what they were.
create table table_plans (
  venue_id uuid primary key references venues (id) on delete cascade,
  active boolean not null,
  version integer not null check (version > 0),
  updated_at timestamptz not null
);

create table dining_tables (
  venue_id uuid not null references venues (id) on delete cascade,
  id uuid not null,
  area_id uuid not null,
  name text not null check (name <> '' and char_length(name) <= 20),
  min_covers integer not null check (min_covers between 1 and 1000),
  max_covers integer not null check (max_covers between 1 and 1000),
  online boolean not null,
  -- The order of sale.
  position integer not null,
  -- Parties of the past point at it.
  archived_at timestamptz,
  primary key (venue_id, id),
  foreign key (venue_id, area_id) references areas (venue_id, id) on delete cascade,
  check (min_covers <= max_covers),
  -- At the end of the transaction: two tables may exchange their names.
  constraint dining_tables_name exclude using btree (venue_id with =, lower(name) with =) where (archived_at is null) deferrable initially deferred
);

-- Which two can be pushed together; chains follow from them.
create table table_joins (
  venue_id uuid not null,
  table_id uuid not null,
  other_id uuid not null,
  primary key (venue_id, table_id, other_id),
  foreign key (venue_id, table_id) references dining_tables (venue_id, id) on delete cascade,
  foreign key (venue_id, other_id) references dining_tables (venue_id, id) on delete cascade,
  check (table_id < other_id)
);

-- What was said of a chain by hand: how many it seats, or that it is never set up.
create table table_chains (
  venue_id uuid not null references venues (id) on delete cascade,
  table_ids uuid[] not null check (cardinality(table_ids) between 2 and 6),
  covers integer check (covers between 1 and 5000),
  off boolean not null,
  primary key (venue_id, table_ids)
);

-- What people, or the hub, last said of a party's table. The row stays when the party has none any more, so that its version goes on.
create table table_seats (
  venue_id uuid not null,
  reservation_id uuid not null,
  locked boolean not null,
  version integer not null check (version > 0),
  updated_at timestamptz not null,
  primary key (venue_id, reservation_id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade
);

-- Who has a table when: a party, or nobody while it is blocked. No two at a time, whoever writes at the same moment.
create table table_times (
  id uuid primary key,
  venue_id uuid not null,
  table_id uuid not null,
  reservation_id uuid,
  during tstzrange not null check (not isempty(during)),
  -- Over, canceled, not come: the table is free, and where the party sat is still known.
  active boolean not null default true,
  reason text check (char_length(reason) <= 200),
  by_name text,
  created_at timestamptz not null default now(),
  foreign key (venue_id, table_id) references dining_tables (venue_id, id) on delete cascade,
  foreign key (venue_id, reservation_id) references table_seats (venue_id, reservation_id) on delete cascade,
  unique (venue_id, reservation_id, table_id),
  check ((reservation_id is null) = (reason is not null)),
  -- At the end of the transaction: two parties may exchange their tables.
  constraint table_times_free exclude using gist (venue_id with =, table_id with =, during with &&) where (active) deferrable initially deferred
);
create index table_times_day on table_times using gist (venue_id, during);

create function keeps_table(status text) returns boolean language sql immutable as $$
  select status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed', 'seated')
$$;

-- A party's time at its tables is that of its booking, and nothing else; and no table that was given up takes anybody.
create function table_times_of_booking() returns trigger language plpgsql as $$
declare
  booked record;
begin
  -- Whoever archives the table waits, and whoever changes it as well.
  perform from dining_tables t where t.venue_id = new.venue_id and t.id = new.table_id and t.archived_at is null for share;
  if not found then
    raise exception 'the table is not used any more' using errcode = 'TW280';
  end if;
  if new.reservation_id is null then
    return new;
  end if;
  -- The lock waits for a change of the booking under way, and a later one finds this row.
  select r.starts_at, r.ends_at, keeps_table(r.status) as keeps into booked
    from reservations r where r.venue_id = new.venue_id and r.id = new.reservation_id for share;
  if not booked.keeps then
    raise exception 'the booking is over' using errcode = 'TW281';
  end if;
  new.during := tstzrange(booked.starts_at, booked.ends_at);
  new.active := true;
  return new;
end $$;
create trigger table_times_of_booking before insert on table_times for each row execute function table_times_of_booking();

-- The table goes with the booking: to its new time, or free. Where somebody else has it then, or it is blocked, the party that moved has none any more:
-- no booking is refused for its table's sake.
create function keep_table_times() returns trigger language plpgsql as $$
begin
  update table_times t set during = tstzrange(new.starts_at, new.ends_at), active = keeps_table(new.status)
    where t.venue_id = new.venue_id and t.reservation_id = new.id;
  if not found or not keeps_table(new.status) then
    return null;
  end if;
  if exists (
    select from table_times t join table_times o on o.venue_id = t.venue_id and o.table_id = t.table_id and o.during && t.during and o.active and o.id <> t.id
      where t.venue_id = new.venue_id and t.reservation_id = new.id
    union all
    select from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id and d.archived_at is not null
      where t.venue_id = new.venue_id and t.reservation_id = new.id
  ) then
    delete from table_times t where t.venue_id = new.venue_id and t.reservation_id = new.id;
    update table_seats s set version = s.version + 1, locked = false, updated_at = now()
      where s.venue_id = new.venue_id and s.reservation_id = new.id;
  end if;
  return null;
end $$;
create trigger reservations_table_times after update on reservations
  for each row when (old.starts_at <> new.starts_at or old.ends_at <> new.ends_at or keeps_table(old.status) <> keeps_table(new.status))
  execute function keep_table_times();
