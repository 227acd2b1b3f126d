-- A guest who is erased leaves nothing that ties a review to him: not the booking, nor who tied it, nor the name under what he wrote to us; nor that he
-- was asked. The words of a review that a source shows are the source's.
create function untie_reviews() returns trigger language plpgsql as $$
begin
  -- Comments that name the booking by its reference name it no more.
  update review_comments c set content = regexp_replace(c.content, '\m' || old.reference || '\M', '…', 'gi')
  from reviews r
  where r.venue_id = old.venue_id and r.reservation_id = old.id and c.review_id = r.id and c.content ilike '%' || old.reference || '%';
  update reviews r set reservation_id = null, tied_by = null, visited_on = case when r.source = 'own' then null else r.visited_on end,
    author = case when r.source = 'own' then null else r.author end
  where r.venue_id = old.venue_id and r.reservation_id = old.id;
  delete from review_requests q where q.venue_id = old.venue_id and q.reservation_id = old.id;
  return null;
end $$;
-- Erased is a guest whose booking keeps neither a guest nor a name, or that is gone as a whole.
create trigger reservations_erased after update of guest_id, guest_first_name, guest_last_name, guest_email, guest_phone on reservations
  for each row when (
    new.guest_id is null and new.guest_first_name = '' and new.guest_last_name = '' and new.guest_email is null and new.guest_phone is null
    and (old.guest_id is not null or old.guest_first_name <> '' or old.guest_last_name <> '' or old.guest_email is not null or old.guest_phone is not null))
  execute function untie_reviews();
create trigger reservations_removed after delete on reservations for each row execute function untie_reviews();
