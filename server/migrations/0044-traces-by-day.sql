-- Traces lie in one partition for each day (UTC), so that a day that has served its time is dropped whole instead of being deleted row by row. Days are
-- made by the product (platform/traces/trace-days.ts); what comes for a day that is not there goes to traces_rest, so that no write ever fails.
alter table traces rename to traces_before;
alter table traces_before drop constraint traces_pkey;
drop index traces_newest;
do $$
declare name text;
begin
  for name in select indexrelid::regclass::text from pg_index where indrelid = 'traces_before'::regclass loop
    execute format('alter index %I rename to %I', name, replace(name, 'traces_', 'traces_before_'));
  end loop;
end $$;

create table traces (like traces_before including defaults including constraints) partition by range (started_at);
-- One hop by its id.
alter table traces add primary key (id, started_at);
-- The list of a span of time, its pages and its numbers. Ascending: what comes last is put at the end, which costs the least.
create index traces_time on traces (started_at, id);
-- The same of one system, one channel, one venue: by filter, and for people who see no more than that. As they were, so that the days before keep theirs.
create index traces_system on traces (system_id, started_at desc, id desc) where system_id is not null;
create index traces_channel on traces (channel_id, started_at desc, id desc) where channel_id is not null;
create index traces_venue on traces (venue_id, started_at desc, id desc) where venue_id is not null;
-- The way of one booking; what belongs to one request; a search by the id that another side gave.
create index traces_reservation on traces (reservation_id) where reservation_id is not null;
create index traces_request on traces (request_id);
create index traces_other_ids on traces using gin (other_ids) where other_ids <> '{}';
-- The list of trouble, and the latest trouble of one side; hops that went well are in none of these.
create index traces_trouble on traces (started_at desc, id desc) where outcome <> 'ok';
create index traces_system_trouble on traces (system_id, started_at desc) where outcome <> 'ok' and system_id is not null;
create index traces_channel_trouble on traces (channel_id, started_at desc) where outcome <> 'ok' and channel_id is not null;
create table traces_rest partition of traces default;

-- What there is becomes one partition as it stands, called by the day it ends before, and goes when its last day has served its time. What is about to
-- go anyway goes now: a server of the version before, still running beside, must find nothing to delete.
do $$
declare ends date;
begin
  delete from traces_before where started_at < now() - interval '29 days';
  select (greatest(max(started_at), now()) at time zone 'UTC')::date + 1 into ends from traces_before having count(*) > 0;
  if ends is null then
    drop table traces_before;
  else
    execute format('alter table traces_before rename to %I', 'traces_until_' || to_char(ends, 'YYYYMMDD'));
    execute format('alter table traces attach partition %I for values from (minvalue) to (%L)',
      'traces_until_' || to_char(ends, 'YYYYMMDD'), ends::text || ' 00:00:00+00');
  end if;
end $$;
