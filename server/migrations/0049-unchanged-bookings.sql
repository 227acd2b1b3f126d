-- Locks a booking at a system together with its reservation, when nobody has written either since the caller did: it then knows both without reading
-- them, and goes on without waiting for the answer. Error TW013.
create function lock_unchanged_booking(venue uuid, reservation uuid, known_version integer, worker uuid,
  known_state text, known_hints integer, known_at timestamptz) returns void
language plpgsql as $$
begin
  perform from reservations r join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
  where r.venue_id = venue and r.id = reservation and r.version = known_version
    and b.lease_by = worker and b.state = known_state and b.hints = known_hints and b.updated_at = known_at
  for no key update of r, b;
  if not found then
    raise exception 'the booking was written meanwhile' using errcode = 'TW013';
  end if;
end $$;
