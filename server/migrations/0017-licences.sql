-- CH3: venues with anything to disconnect. Asking channels, Meta and listings of fifty thousand venues for it at every look would read them all;
-- this table says it, and triggers keep it true whoever writes.
create table licensed_venues (venue_id uuid primary key references venues (id) on delete cascade);

-- What stands for "has nothing there".
create function is_licensed_state(state text) returns boolean language sql immutable parallel safe as $$
  select state not in ('not_enabled', 'rejected')
$$;

-- Both ways take the row: whoever gives something and whoever takes the last away wait for one another.
create function keep_licensed(venue uuid, given boolean) returns void language plpgsql as $$
begin
  if given then
    insert into licensed_venues (venue_id) values (venue) on conflict (venue_id) do update set venue_id = excluded.venue_id;
    return;
  end if;
  perform from licensed_venues where venue_id = venue for update;
  if not exists (select from venues v where v.id = venue and (v.meta_enabled or v.listing_enabled))
    and not exists (select from channel_venues cv where cv.venue_id = venue and is_licensed_state(cv.state)) then
    delete from licensed_venues where venue_id = venue;
  end if;
end $$;

create function links_keep_licensed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from venues v where v.id = old.venue_id) then perform keep_licensed(old.venue_id, false); end if;
    return null;
  end if;
  if tg_op = 'INSERT' and not is_licensed_state(new.state) then return null; end if;
  if tg_op = 'UPDATE' and is_licensed_state(old.state) = is_licensed_state(new.state) then return null; end if;
  perform keep_licensed(new.venue_id, is_licensed_state(new.state));
  return null;
end $$;
create trigger channel_venues_licensed after insert or delete or update of state on channel_venues
  for each row execute function links_keep_licensed();

create function venues_keep_licensed() returns trigger language plpgsql as $$
begin
  perform keep_licensed(new.id, new.meta_enabled or new.listing_enabled);
  return null;
end $$;
create trigger venues_licensed_new after insert on venues
  for each row when (new.meta_enabled or new.listing_enabled) execute function venues_keep_licensed();
create trigger venues_licensed after update of meta_enabled, listing_enabled on venues
  for each row when (old.meta_enabled <> new.meta_enabled or old.listing_enabled <> new.listing_enabled) execute function venues_keep_licensed();

insert into licensed_venues (venue_id)
  select v.id from venues v
  where v.meta_enabled or v.listing_enabled or exists (select from channel_venues cv where cv.venue_id = v.id and is_licensed_state(cv.state));
