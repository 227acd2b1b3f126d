-- AN3: the right a file was ordered by is asked again when it is written and when its link is handed out; null = ordered before this was kept.
alter table exports add column needs jsonb check (jsonb_typeof(needs) = 'array' and jsonb_array_length(needs) = 2);
-- Why nothing came of it, where that is for its orderer to know.
alter table exports add column failed_for text check (failed_for is null or (failed_for in ('right_lost', 'sight_lost') and state = 'failed'));
