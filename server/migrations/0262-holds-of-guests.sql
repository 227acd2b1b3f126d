-- A guest holds two places at most, in however many tabs: a key that his browser makes up for an hour, kept as long as the place is held. Error TW233.
alter table widget_holds add column guest_key text;
create index widget_holds_guest on widget_holds (guest_key) where guest_key is not null;

create function open_holds_of_guest(of_guest text) returns integer language sql volatile as $$
  select count(*)::integer from widget_holds w join reservations r on r.venue_id = w.venue_id and r.id = w.hold_id
  where w.guest_key = of_guest and r.status = 'held' and r.hold_expires_at > clock_timestamp()
$$;
create or replace function guard_address_holds() returns trigger language plpgsql as $$
begin
  perform lock_guest_address(new.address_key);
  if open_holds_of(new.address_key) >= 8 then
    raise exception 'this address holds enough places' using errcode = 'TW233';
  end if;
  if new.guest_key is not null then
    perform lock_guest_address(new.guest_key);
    if open_holds_of_guest(new.guest_key) >= 2 then
      raise exception 'this guest holds enough places' using errcode = 'TW233';
    end if;
  end if;
  return new;
end $$;
