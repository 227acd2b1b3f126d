-- VE1: a venue that is given up leaves the lists and is sold no more; all it has stays. `archived_active`: whether it was open before, for its way back.
alter table venues
  add column archived_at timestamptz,
  add column archived_active boolean,
  add constraint venues_archived_closed check (archived_at is null or not active),
  add constraint venues_archived_whole check ((archived_at is null) = (archived_active is null));
-- Few among many: lists leave out what stands here, and the list of the archive runs along it.
create index venues_archived on venues (lower(name), id) where archived_at is not null;
