-- HU2: by which connector a system is spoken to, and the connector's settings (validated by its schema; secrets lie in system_secrets).
alter table systems
  add column connector text not null default 'standard' check (connector ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  add column connection jsonb not null default '{}' check (jsonb_typeof(connection) = 'object'),
  -- When it last answered a test, and when it last did not.
  add column connected_at timestamptz,
  add column connection_failed_at timestamptz;
update systems set connector = 'built_in' where type = 'built_in';
alter table systems add constraint systems_connector check ((type = 'built_in') = (connector = 'built_in'));

-- HU1: the whole horizon each time, or only what changed since. A file a day was the whole; being told was what changed; asking is the whole of a day.
alter table systems drop constraint systems_sync_algorithm_check, alter column sync_algorithm set default 'snapshot';
update systems set sync_algorithm = case sync_algorithm when 'push' then 'incremental' else 'snapshot' end;
alter table systems add constraint systems_sync_algorithm_check check (sync_algorithm in ('snapshot', 'incremental'));

-- HU5: what became of our calls, by minute; written in batches, so that health is told without reading traces.
create table remote_calls (
  system_id uuid not null references systems (id) on delete cascade,
  minute timestamptz not null,
  operation text not null check (operation in ('health', 'availability', 'create', 'change', 'cancel', 'find', 'search', 'venues', 'areas')),
  ok integer not null default 0,
  refused integer not null default 0,
  unclear integer not null default 0,
  failed integer not null default 0,
  duration_ms bigint not null default 0,
  slowest_ms integer not null default 0,
  primary key (system_id, minute, operation)
);
create index remote_calls_minute on remote_calls (minute);
