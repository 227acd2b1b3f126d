-- ON1: the venues of a group of thousands are counted and named from this index alone, those in the archive left out.
drop index venues_group;
create index venues_group on venues (group_id, id) include (archived_at) where group_id is not null;
