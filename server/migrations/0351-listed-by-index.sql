-- Each statement by itself: bookings go on meanwhile, and what was cut off half-way is done again.
do $$
declare
  pages constant bigint := pg_relation_size('reservations') / current_setting('block_size')::bigint;
  page bigint := 0;
  hold record;
begin
  -- One at a time: somebody may be about to book it.
  for hold in select r.venue_id, r.id from reservations r where r.status = 'held' and r.listed loop
    update reservations r set listed = false where r.venue_id = hold.venue_id and r.id = hold.id and r.status = 'held';
    commit;
  end loop;
  -- Whatever was written since the column is there was set by its trigger, so those that were there before are enough.
  while page <= pages loop
    update reservations r set listed = false
      where r.ctid >= format('(%s,0)', page)::tid and r.ctid < format('(%s,0)', page + 2000)::tid and r.status = 'expired' and r.listed;
    commit;
    page := page + 2000;
  end loop;
end $$;
alter table reservations validate constraint reservations_listed_check;

-- In place of the one with the status in it.
drop index concurrently if exists reservations_evening;
create index concurrently reservations_evening on reservations (venue_id, service_on, starts_at, id) include (listed);
drop index concurrently if exists reservations_service;
-- A hold is what has an end (reservations_check2): said by the end, a move changes no column of an index.
drop index concurrently if exists reservations_open_holds;
create index concurrently reservations_open_holds on reservations (hold_expires_at) where hold_expires_at is not null;
drop index concurrently if exists reservations_holds;
-- An empty table is left unmeasured: it is about to fill.
do $$
begin
  if exists (select from reservations) then
    analyze reservations (listed);
  end if;
end $$;
