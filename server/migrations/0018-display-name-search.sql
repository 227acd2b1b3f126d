-- Channels look for a venue under the name they show.
create index venues_display_name_search on venues using gin (lower(display_name) gin_trgm_ops) where display_name is not null;
