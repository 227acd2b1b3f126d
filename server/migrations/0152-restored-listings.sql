-- AN2: a venue in the archive has no listing. Of the days it was there none is written when it comes back.
create function keep_listing_anew() returns trigger language plpgsql as $$
begin
  update listing_scores set kept_from = now() where venue_id = new.id;
  return null;
end $$;
create trigger venues_listing_restored after update of archived_at on venues for each row
  when (old.archived_at is not null and new.archived_at is null) execute function keep_listing_anew();
