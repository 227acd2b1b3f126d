-- The order of the list of venues can be read from these alone: whoever scrolls far passes thousands of venues that he does not see.
drop index venues_name;
create index venues_name on venues (lower(name), id) include (name);
-- The same stands there twice.
drop index venues_external_id;
