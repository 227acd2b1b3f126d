-- A guest who is erased is not named either in what the house wrote about his review: replies, their steps and drafts, comments.

create function without_guest(said text, guest reservations) returns text language plpgsql immutable as $$
declare
  name text;
begin
  foreach name in array array[guest.guest_first_name || ' ' || guest.guest_last_name, guest.guest_email, guest.guest_phone,
    guest.guest_last_name, guest.guest_first_name, guest.reference] loop
    -- Two letters are a word of some language before they are a name.
    if length(trim(name)) > 2 then
      said := regexp_replace(said, '(^|[^[:alnum:]])' || regexp_replace(trim(name), '([][\\.^$*+?(){}|-])', '\\\1', 'g') || '(?![[:alnum:]])', '\1…', 'gi');
    end if;
  end loop;
  return said;
end $$;

-- Said within one transaction, so that the words alone change: no step of a reply, and nothing its channel hears of.
create or replace function guard_review_reply() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'INSERT' then 'draft' else old.state end;
begin
  if new.state <> was and not exists (select from review_reply_moves m where m.from_state = was and m.to_state = new.state) then
    raise exception 'a reply does not go from % to %', was, new.state using errcode = 'TW139';
  end if;
  if tg_op = 'UPDATE' and (new.version <= old.version or new.revision < old.revision) then
    raise exception 'a reply does not go back to version % from %', new.version, old.version using errcode = 'TW139';
  end if;
  -- What is with a channel, or public, is not written over without a step of its own.
  if tg_op = 'UPDATE' and new.content <> old.content and new.revision = old.revision and old.state = 'pending' and new.state = 'pending'
    and coalesce(current_setting('tablewire.erasing', true), '') <> 'on' then
    raise exception 'a reply that is with its channel keeps its text' using errcode = 'TW139';
  end if;
  if new.state = 'pending' and not exists (select from reviews r where r.id = new.review_id and r.channel_id is not null) then
    raise exception 'a reply without a channel has nobody to wait for' using errcode = 'TW139';
  end if;
  return new;
end $$;

create or replace function untie_reviews() returns trigger language plpgsql as $$
declare
  review uuid;
begin
  perform set_config('tablewire.erasing', 'on', true);
  for review in select r.id from reviews r where r.venue_id = old.venue_id and r.reservation_id = old.id loop
    update review_comments c set content = without_guest(c.content, old) where c.review_id = review and c.content <> without_guest(c.content, old);
    update review_replies p set content = without_guest(p.content, old), shown = without_guest(p.shown, old), version = p.version + 1
    where p.review_id = review and (p.content, p.shown) is distinct from (without_guest(p.content, old), without_guest(p.shown, old));
    update review_reply_steps s set content = without_guest(s.content, old) where s.review_id = review and s.content <> without_guest(s.content, old);
    update review_reply_drafts d set content = without_guest(d.content, old) where d.review_id = review and d.content <> without_guest(d.content, old);
  end loop;
  perform set_config('tablewire.erasing', '', true);
  update reviews r set reservation_id = null, tied_by = null, visited_on = case when r.source = 'own' then null else r.visited_on end,
    author = case when r.source = 'own' then null else r.author end
  where r.venue_id = old.venue_id and r.reservation_id = old.id;
  delete from review_requests q where q.venue_id = old.venue_id and q.reservation_id = old.id;
  return null;
end $$;
