-- Which days of a course were made up is asked with each look at it: of who has none, nothing is read.
create index listing_days_demo on listing_days (day, venue_id) where demo;
