-- Names that look alike come from an index in their order, the likest first: of ten thousand called Casa, all were compared to tell which are the likest.
create extension if not exists btree_gist;
create index venues_name_alike on venues using gist (system_id, lower(name) gist_trgm_ops (siglen = 64)) where archived_at is null;
create index onboarding_requests_alike on onboarding_requests using gist (system_id, channel_id, words gist_trgm_ops (siglen = 64))
  where venue_id is null and status in ('rms_activation', 'restaurant_activation', 'bc_activation');
