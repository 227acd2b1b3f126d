-- What was answered under a key lies there for a day, word by word. Of bookings, guests and entries of waitlists that are erased nothing is told again:
-- the key stays used, so that a late repeat does not do it all once more.
create function erase_answers(ids uuid[]) returns void language sql as $$
  update idempotency_keys k set status = 410, answer = '{}'
  where k.status <> 410 and exists (select from unnest(ids) one (id) where position(one.id::text in k.answer::text) > 0)
$$;
