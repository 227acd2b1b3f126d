-- HU4: bookings that a system has beside ours under the same key. Each takes a table for nobody, so people are told, and it shows until it is gone there.
alter table remote_bookings add column doubles text[] not null default '{}';
-- What people read of a booking at its system. A function, so that lists and drawers say the same.
create function remote_trouble(b remote_bookings) returns text language sql stable as $$
  select case when b.doubles <> '{}' then
    'the system has this booking twice under its key: ' || array_to_string(array[coalesce(b.remote_id, '?')] || b.doubles, ', ')
  else b.last_error end
$$;
