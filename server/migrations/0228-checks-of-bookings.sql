-- How a venue keeps its booking page from those who do not mean it; what is counted, the database counts.
create table booking_checks (
  venue_id uuid primary key references venues (id) on delete cascade,
  -- A booking counts once its guest has pressed the button in a mail; until then its place is kept for so long. Null = it counts at once.
  mail_minutes integer check (mail_minutes between 5 and 120),
  -- Bookings to come under one address of mail or one telephone.
  contact_most integer not null default 6 check (contact_most between 1 and 50),
  -- After so long a request of a large party that nobody has answered is declined. Null = it waits.
  ask_hours integer check (ask_hours between 1 and 168),
  updated_at timestamptz not null default now()
);

-- One at a time for each address and each telephone, always in the same order.
create function lock_contact(venue uuid, email text, phone text) returns void language plpgsql as $$
declare
  key bigint;
begin
  for key in
    select distinct k from unnest(array[
      hashtextextended(venue || ' mail ' || lower(email), 4713), hashtextextended(venue || ' phone ' || phone, 4713)]) k
    where k is not null order by k
  loop
    perform pg_advisory_xact_lock(key);
  end loop;
end $$;

-- A person is whoever has the same address or the same telephone. A hold that has a guest waits for his mail. Errors TW228, TW229, TW230.
create function guard_contact_bookings() returns trigger language plpgsql as $$
declare
  held integer;
  booked integer;
  asked integer;
  most integer;
begin
  perform lock_contact(new.venue_id, new.guest_email, new.guest_phone);
  select count(*) filter (where r.status = 'held'), count(*) filter (where r.status <> 'held'),
    count(*) filter (where r.status = 'pending_confirmation' and r.override)
  into held, booked, asked
  from reservations r
  where r.venue_id = new.venue_id and r.id <> new.id and r.source = 'widget' and r.ends_at > clock_timestamp()
    and r.guest_id in (
      select g.id from guests g where g.venue_id = new.venue_id and lower(g.email) = lower(new.guest_email)
      union select g.id from guests g where g.venue_id = new.venue_id and g.phone = new.guest_phone)
    and (r.status in ('pending_confirmation', 'requires_payment', 'confirmed') or r.status = 'held' and r.hold_expires_at > clock_timestamp());
  select c.contact_most into most from booking_checks c where c.venue_id = new.venue_id;
  if (new.status = 'held' and held >= 2) or booked >= coalesce(most, 6) then
    raise exception 'this contact has enough bookings' using errcode = 'TW228';
  end if;
  -- A request of a large party keeps its place until somebody answers it, beyond the limits of the book: few at a time.
  if new.status = 'pending_confirmation' and new.override then
    if asked > 0 then
      raise exception 'this contact has a request that waits' using errcode = 'TW229';
    end if;
    perform pg_advisory_xact_lock(hashtextextended(new.venue_id || ' asks ' || new.service_on, 4713));
    if (select count(*) from reservations r where r.venue_id = new.venue_id and r.service_on = new.service_on and r.id <> new.id
        and r.source = 'widget' and r.status = 'pending_confirmation' and r.override) >= 3 then
      raise exception 'this day has enough requests' using errcode = 'TW230';
    end if;
  end if;
  return null;
end $$;
-- Only what guests make by themselves: what people of the house move, they move.
create trigger reservations_contact_made after insert on reservations for each row
  when (new.source = 'widget' and new.guest_id is not null and new.status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed'))
  execute function guard_contact_bookings();
create trigger reservations_contact_committed after update on reservations for each row
  when (new.source = 'widget' and new.guest_id is not null and old.status = 'held' and old.guest_id is null
    and new.status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed'))
  execute function guard_contact_bookings();

alter table guest_messages drop constraint guest_messages_kind_check,
  add constraint guest_messages_kind_check
    check (kind in ('booked', 'requested', 'changed', 'canceled', 'rejected', 'reminder', 'same_day', 'waitlist_offer', 'table_ready', 'verify'));
