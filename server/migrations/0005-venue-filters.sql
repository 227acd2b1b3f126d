-- The list of venues by country or by being active, counted and sorted without reading every venue.
create index venues_country on venues (country_code, lower(name), id);
create index venues_active on venues (active, lower(name), id);
