-- Calls already under way when a session is renewed still carry the token before; it stays good for a moment.
alter table sessions add column previous_access_hash bytea, add column previous_access_until timestamptz;
create unique index sessions_previous_access on sessions (previous_access_hash) where previous_access_hash is not null;

-- The list by city must have an order without nulls, so that pages can go on after any row.
create index venues_city_order on venues (lower(coalesce(city, '')), id);
drop index venues_city;
