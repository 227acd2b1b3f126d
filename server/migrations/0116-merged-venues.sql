-- VE1: a venue that was made twice is merged into the one that is kept. It stands in the archive, and whoever calls it by its old ids finds the kept one.
-- Never a chain: who was merged into a venue goes along when that one is merged itself.
alter table venues
  add column merged_into uuid references venues (id) on delete set null,
  add constraint venues_merged_archived check (merged_into is null or archived_at is not null),
  add constraint venues_merged_other check (merged_into <> id);
create index venues_merged on venues (merged_into) where merged_into is not null;
