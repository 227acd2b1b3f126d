-- The number of all tasks is read from the smallest index there is: equal kinds lie together in it.
create index sync_tasks_kind on sync_tasks (kind);
