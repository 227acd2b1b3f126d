-- Each statement by itself: bookings go on meanwhile, and what was cut off half-way is done again.
-- A search of some houses gathered what fits in the years of all, and looked at the houses afterwards: now house and letters are one index, and are met while
-- it is read. Written with each booking: put off into a list, as it was, each search would read that list, and one booking in some hundreds would write all of it.
create extension if not exists btree_gin;
drop index concurrently if exists reservations_find;
create index concurrently reservations_find on reservations using gin (venue_id, search gin_trgm_ops) with (fastupdate = off);
drop index concurrently if exists reservations_search;

-- Who is asked for by his whole address, his whole number or the number of his booking, wherever he booked. Numbers are kept backwards, as their end says whose
-- they are, with whatever they begin.
drop index concurrently if exists reservations_email;
create index concurrently reservations_email on reservations (lower(guest_email) text_pattern_ops) where guest_email is not null;
drop index concurrently if exists reservations_phone;
create index concurrently reservations_phone on reservations (reverse(guest_phone) text_pattern_ops) where guest_phone is not null;
-- The other way around than it was: still no house has one twice, and now it is found without the house.
drop index concurrently if exists reservations_number;
create unique index concurrently reservations_number on reservations (reference, venue_id);
drop index concurrently if exists reservations_reference;
-- What the expressions hold is measured with the whole table. An empty one is left unmeasured: it is about to fill.
do $$
begin
  if exists (select from reservations) then
    analyze reservations;
  end if;
end $$;
