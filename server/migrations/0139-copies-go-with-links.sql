-- LI1: a channel that sells a venue no more has nothing to be asked about it; what it showed is nobody's difference any longer.
create function links_forget_copies() returns trigger language plpgsql as $$
begin
  delete from listing_copies where venue_id = old.venue_id and channel_id = old.channel_id;
  return null;
end $$;
create trigger channel_venues_copies after update of state on channel_venues for each row
  when (old.state = 'live' and new.state <> 'live') execute function links_forget_copies();
create trigger channel_venues_copies_gone after delete on channel_venues for each row execute function links_forget_copies();
