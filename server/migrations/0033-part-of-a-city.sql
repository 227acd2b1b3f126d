-- Whoever filters by "Frank" means Frankfurt as well.
create index venues_city_search on venues using gin (lower(coalesce(city, '')) gin_trgm_ops);
