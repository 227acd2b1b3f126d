-- Which imports wait for their turn: asked every few seconds by each that is being worked on.
create index import_batches_waiting on import_batches (id) where run_id is null and state in ('checking', 'applying', 'undoing');

-- A venue's name as it is compared (nameForm): without accents, case and signs, and without what people put before a name or leave out.
create function venue_name_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(p.plain,
    '\m(the|le|la|les|el|los|las|il|lo|die|der|das|de|het|restaurant|restaurante|ristorante|and|und|et|y|e|en)\M', '', 'g'),
    '[[:space:][:punct:]]+', '', 'g'), ''), regexp_replace(p.plain, '[[:space:][:punct:]]+', '', 'g'))
  from (select replace(replace(replace(regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f''’`´]', '', 'g'), 'ß', 'ss'), 'ø', 'o'), 'æ', 'ae')) p (plain)
$$;
create index venues_name_key on venues (system_id, venue_name_key(name)) where archived_at is null;
-- Of requests about restaurants that nobody has found here yet: the same name, and the same phone.
create index onboarding_requests_name_key on onboarding_requests (system_id, channel_id, venue_name_key(venue_name))
  where venue_id is null and status in ('rms_activation', 'restaurant_activation', 'bc_activation');
create index onboarding_requests_phone_tail on onboarding_requests (right(regexp_replace(venue_phone, '[^0-9]', '', 'g'), 8))
  where venue_id is null and venue_phone <> '' and status in ('rms_activation', 'restaurant_activation', 'bc_activation');
