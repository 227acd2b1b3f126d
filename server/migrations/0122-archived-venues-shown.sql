-- venues: which ones stand in the archive, for those who count what somebody was given (migration 0077).
create view archived_venues as select id from venues where archived_at is not null;
