-- A company may have its bookings removed whole, with their history and what the audit says of them, so many months after the evening. Figures stay as they were.
-- It begins a week after it was set: whoever slipped sees it in time.
alter table companies add column booking_months integer check (booking_months between 13 and 120), add column booking_months_since timestamptz;
create function note_booking_months() returns trigger language plpgsql as $$
begin
  new.booking_months_since := case when new.booking_months is not null then clock_timestamp() end;
  return new;
end $$;
create trigger companies_booking_months_set before insert on companies for each row execute function note_booking_months();
create trigger companies_booking_months before update of booking_months on companies for each row
  when (new.booking_months is distinct from old.booking_months) execute function note_booking_months();

-- Of each venue: bookings of service days before this are gone, and sums of those days are counted no more.
create table booking_retention (
  venue_id uuid primary key references venues (id) on delete cascade,
  removed_before date not null
);
create view removed_days as select b.venue_id, b.removed_before from booking_retention b;

-- History and audit of bookings go with them, and only so: within `remove_bookings`, of evenings a year ago.
create or replace function history_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (exists (
    select from reservations r join import_batches b on b.id = r.import_batch_id
    where r.venue_id = old.venue_id and r.id = old.reservation_id and r.version = 1 and b.state = 'undoing' and old.kind = 'booked'
  ) or is_demo(null, old.venue_id)) then
    return old;
  end if;
  if tg_op = 'DELETE' and coalesce(current_setting('tablewire.removing', true), '') = 'on' and exists (
    select from reservations r where r.venue_id = old.venue_id and r.id = old.reservation_id and r.starts_at < clock_timestamp() - interval '1 year') then
    return old;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('tablewire.erasing', true), '') = 'on'
    and to_jsonb(new) - 'before' - 'after' - 'reason' = to_jsonb(old) - 'before' - 'after' - 'reason'
    and new.before is not distinct from without_guest_fields(old.before) and new.after is not distinct from without_guest_fields(old.after)
    and new.reason is null then
    return new;
  end if;
  raise exception 'the history of a reservation is never changed' using errcode = 'TW009';
end $$;
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_demo(old.company_id, old.venue_id) then
    return old;
  end if;
  if tg_op = 'DELETE' and coalesce(current_setting('tablewire.removing', true), '') = 'on' and old.subject = 'reservation' and exists (
    select from reservations r where r.id = old.subject_id::uuid and r.starts_at < clock_timestamp() - interval '1 year') then
    return old;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('tablewire.erasing', true), '') = 'on'
    and to_jsonb(new) - 'before' - 'after' = to_jsonb(old) - 'before' - 'after'
    and new.before is not distinct from without_guest_fields(old.before) and new.after is not distinct from without_guest_fields(old.after) then
    return new;
  end if;
  raise exception 'audit entries are never changed' using errcode = 'TW009';
end $$;

-- Whoever marks a day waits for who is just removing it, and the other way round; so no sum is counted anew from what is left.
create function removed_days_stand() returns trigger language plpgsql as $$
declare
  gone date;
begin
  select b.removed_before into gone from booking_retention b where b.venue_id = new.venue_id for share;
  if new.service_on < gone and new.created_on < gone then
    return null;
  end if;
  -- The other of both days is counted anew: parties of which either day is kept are still there.
  if new.service_on < gone then
    new.service_on := new.created_on;
  elsif new.created_on < gone then
    new.created_on := new.service_on;
  end if;
  return new;
end $$;
create trigger analytics_dirty_removed before insert on analytics_dirty for each row
  when (least(new.service_on, new.created_on) < current_date - 360) execute function removed_days_stand();

-- Bookings that are over for more than a year, with all that hangs on them. What they said of guests, wherever it lies, is erased before.
create function remove_bookings(of_venue uuid, ids uuid[], moment timestamptz) returns integer language plpgsql as $$
declare
  count integer;
begin
  if exists (select from reservations r where r.venue_id = of_venue and r.id = any(ids) and r.starts_at >= clock_timestamp() - interval '1 year') then
    raise exception 'bookings of the last year are not removed';
  end if;
  perform erase_bookings(of_venue, ids, moment);
  perform set_config('tablewire.removing', 'on', true);
  -- As for late entries: nobody closes days meanwhile.
  perform pg_advisory_xact_lock_shared(40127532);
  with gone as (
    delete from audit_entries a where a.subject = 'reservation' and a.subject_id = any(ids::text[]) returning (a.at at time zone 'UTC')::date as day
  ), days as (
    select g.day, count(*)::integer as entries from gone g group by g.day
  )
  update audit_days d set entries = d.entries - s.entries from days s where d.day = s.day;
  delete from reservation_events e where e.venue_id = of_venue and e.reservation_id = any(ids);
  delete from waitlist_entries w where w.venue_id = of_venue and (w.reservation_id = any(ids) or w.hold_id = any(ids));
  delete from notifications n where n.venue_id = of_venue and n.reservation_id = any(ids);
  delete from reservations r where r.venue_id = of_venue and r.id = any(ids);
  get diagnostics count = row_count;
  perform set_config('tablewire.removing', '', true);
  return count;
end $$;
