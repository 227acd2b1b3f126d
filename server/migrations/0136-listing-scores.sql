-- How complete listings are (LI1): kept beside them by triggers, so that lists are sorted, filtered and counted from indexes.

create table listing_scores (
  venue_id uuid primary key references venues (id) on delete cascade,
  score smallint not null,
  gaps text[] not null
);
create index listing_scores_by_score on listing_scores (score, venue_id);
create index listing_scores_gaps on listing_scores using gin (gaps);

-- Each of a pair once: photos of a venue are found by what they were cut from.
create unique index listing_photos_once on listing_photos (venue_id, original, cut) nulls not distinct;

-- The same numbers as `listingPoints` of the contract.
create function listing_points(gap text) returns integer language sql immutable parallel safe as $$
  select case gap
    when 'photos' then 15 when 'hours' then 12 when 'address' then 7 when 'position' then 7 when 'short_text' then 7 when 'categories' then 6
    when 'long_text' then 5 when 'phone' then 5 when 'menu' then 5 when 'more_photos' then 5 when 'languages' then 4 when 'cuisines' then 4
    when 'website' then 4 when 'price' then 3 when 'attributes' then 3 when 'logo' then 3 when 'payments' then 2 when 'alt_texts' then 2
    when 'social' then 1 end
$$;

-- In how many languages a text is written.
create function listing_langs(texts jsonb) returns bigint language sql immutable parallel safe as $$
  select count(*) from jsonb_each_text(coalesce(texts, '{}')) as t (lang, said) where trim(said) <> ''
$$;

create function rate_listings(ids uuid[]) returns void language sql as $$
  insert into listing_scores (venue_id, score, gaps)
  select v.id, 100 - coalesce((select sum(listing_points(one)) from unnest(g.gaps) as one), 0), g.gaps
  from venues v join books b on b.venue_id = v.id left join listing_profiles p on p.venue_id = v.id
    cross join lateral (
      select count(*) filter (where f ->> 'kind' <> 'logo') as photos, count(*) filter (where f ->> 'kind' = 'logo') as logos,
        coalesce(bool_and(listing_langs(f -> 'alt') > 0) filter (where f ->> 'kind' <> 'logo'), true) as described
      from jsonb_array_elements(coalesce(p.photos, '[]')) as f
    ) as n
    cross join lateral (select array_remove(array[
      case when n.photos = 0 then 'photos' end,
      case when coalesce(jsonb_array_length(p.own_week), jsonb_array_length(b.rules -> 'openingHours'), 0) = 0 then 'hours' end,
      case when coalesce(v.address, '') = '' or coalesce(v.city, '') = '' then 'address' end,
      case when v.latitude is null or v.longitude is null then 'position' end,
      case when listing_langs(p.short_texts) = 0 then 'short_text' end,
      case when coalesce(cardinality(p.categories), 0) = 0 then 'categories' end,
      case when listing_langs(p.long_texts) = 0 then 'long_text' end,
      case when coalesce(v.phone_number, '') = '' then 'phone' end,
      case when p.menu_url is null then 'menu' end,
      case when n.photos < 5 then 'more_photos' end,
      case when listing_langs(p.short_texts) < 2 then 'languages' end,
      case when coalesce(cardinality(p.cuisines), 0) = 0 then 'cuisines' end,
      case when p.website is null and (p.venue_id is not null or coalesce(v.website, '') !~ '^https?://[^[:space:]]+$') then 'website' end,
      case when p.price_range is null then 'price' end,
      case when coalesce(jsonb_array_length(p.attributes), 0) < 5 then 'attributes' end,
      case when n.logos = 0 then 'logo' end,
      case when coalesce(cardinality(p.payments), 0) = 0 then 'payments' end,
      case when not n.described then 'alt_texts' end,
      case when coalesce(jsonb_array_length(p.social), 0) = 0 then 'social' end
    ], null) as gaps) as g
  where v.id = any(ids)
  on conflict (venue_id) do update set score = excluded.score, gaps = excluded.gaps where listing_scores.gaps is distinct from excluded.gaps
$$;

create function rate_changed_profiles() returns trigger language plpgsql as $$
begin
  perform rate_listings(array(select venue_id from changed));
  return null;
end $$;
create trigger rate_new_profiles after insert on listing_profiles referencing new table as changed for each statement execute function rate_changed_profiles();
create trigger rate_profiles after update on listing_profiles referencing new table as changed for each statement execute function rate_changed_profiles();
-- A venue is made before its book.
create trigger rate_new_books after insert on books referencing new table as changed for each statement execute function rate_changed_profiles();

create function rate_changed_books() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select c.venue_id from changed c join former f on f.venue_id = c.venue_id where c.rules -> 'openingHours' is distinct from f.rules -> 'openingHours');
begin
  if cardinality(ids) > 0 then perform rate_listings(ids); end if;
  return null;
end $$;
create trigger rate_books after update on books
  referencing new table as changed old table as former for each statement execute function rate_changed_books();

create function rate_changed_venues() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select c.id from changed c join former f on f.id = c.id
    where (c.address, c.city, c.latitude, c.longitude, c.phone_number, c.website)
      is distinct from (f.address, f.city, f.latitude, f.longitude, f.phone_number, f.website));
begin
  if cardinality(ids) > 0 then perform rate_listings(ids); end if;
  return null;
end $$;
create trigger rate_venues after update on venues
  referencing new table as changed old table as former for each statement execute function rate_changed_venues();

select rate_listings(array(select id from venues));
