-- On which timeline of the log the database that takes writes is. A standby that has this row replays the same log; one that followed a primary which was
-- deposed, or is further than where the new one began, has another, whatever its position is. Written only where a standby is read from.
create table log_timelines (
  only_one boolean primary key default true check (only_one),
  timeline text not null
);

-- A write that takes longer than it is remembered is noted anew at its end.
comment on table own_writes is 'at: when the write began, and from its end on when it ended';
