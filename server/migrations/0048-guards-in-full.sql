-- Which statuses take seats, written out: a call of occupies() here was read, parsed and planned anew with every statement that writes a reservation.
drop trigger reservations_guard on reservations;
create constraint trigger reservations_guard after insert on reservations deferrable initially deferred
  for each row when (not new.remote and new.status = any ('{held,pending_confirmation,requires_payment,confirmed,seated,completed}'::text[]))
  execute function guard_capacity();
drop trigger reservations_guard_change on reservations;
create constraint trigger reservations_guard_change after update on reservations deferrable initially deferred
  for each row when (
    not new.remote and new.status = any ('{held,pending_confirmation,requires_payment,confirmed,seated,completed}'::text[]) and (
      old.status <> all ('{held,pending_confirmation,requires_payment,confirmed,seated,completed}'::text[])
      or new.party_size > old.party_size or new.starts_at <> old.starts_at or new.ends_at > old.ends_at or new.area_id <> old.area_id
      or (old.status = 'held' and new.status <> 'held')
    )
  ) execute function guard_capacity();
