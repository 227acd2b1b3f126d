-- Who waited for a place is forgotten with everybody else.
create index waitlist_entries_email on waitlist_entries (venue_id, lower(email)) where email is not null;
create index waitlist_entries_phone on waitlist_entries (venue_id, phone) where phone is not null;

create function erase_waiting_before(of_venue uuid, day date) returns void language sql as $$
  update waitlist_entries w set first_name = '', last_name = '', email = null, phone = null, notes = null
  where w.venue_id = of_venue and w.service_on < day and (w.last_name <> '' or w.first_name <> '' or w.email is not null or w.phone is not null or w.notes is not null)
$$;
-- Of one guest; where he still waits he has left.
create function erase_waiting_of(venues uuid[], address text, number text, moment timestamptz) returns void language sql as $$
  update waitlist_entries w set first_name = '', last_name = '', email = null, phone = null, notes = null, version = w.version + 1, updated_at = moment,
    status = case when w.status in ('waiting', 'offered', 'ready') then 'left' else w.status end,
    offer_until = case when w.status = 'offered' then null else w.offer_until end,
    ended_at = case when w.status in ('waiting', 'offered', 'ready') then moment else w.ended_at end
  where w.venue_id = any(venues) and (lower(w.email) = address or w.phone = number)
$$;
