-- HU4, HU5: free places of venues whose own system owns the tables, kept for a moment; and the tasks by which systems are brought in line with the hub.

-- What a system said of one date for one party size, in one area or ('') in all. `slots` is compact JSON, null while the first answer is on its way.
create table remote_days (
  venue_id uuid not null references venues (id) on delete cascade,
  on_date date not null,
  party_size integer not null check (party_size between 1 and 1000),
  area text not null default '',
  slots text,
  -- Of `slots`: what is the same is not written again.
  hash text,
  -- When the question was asked that `slots` answers.
  fetched_at timestamptz,
  -- The system said that something changed: what was asked before counts for nothing.
  forgotten_at timestamptz,
  -- When a channel or somebody of the staff looked last.
  asked_at timestamptz,
  -- Some process is asking; over = anybody may.
  asking_until timestamptz,
  primary key (venue_id, on_date, party_size, area),
  check ((slots is null) = (fetched_at is null))
) with (fillfactor = 85);
create index remote_days_asked on remote_days (asked_at) where asked_at is not null;
create index remote_days_past on remote_days (on_date);

-- What is known of a venue at its own system.
create table remote_venues (
  venue_id uuid primary key references venues (id) on delete cascade,
  state text check (state in ('known', 'unknown', 'failed')),
  checked_at timestamptz,
  error text,
  -- The days of this span and these party sizes, in all areas, are known as of `days_at`, also those whose rows were not written again.
  days_from date,
  days_to date,
  days_sizes integer[] not null default '{}',
  days_at timestamptz,
  -- The system told of changed places: worth asking before the next full round.
  news_at timestamptz
);

create index venues_of_system on venues (system_id, id);

-- One row a system: how it answered when it was asked for its health.
create table system_health (
  system_id uuid primary key references systems (id) on delete cascade,
  ok boolean not null,
  -- Since when it is as it is now.
  since timestamptz not null,
  checked_at timestamptz not null,
  last_ok_at timestamptz,
  last_failed_at timestamptz,
  fault text,
  last_error text,
  duration_ms integer,
  -- Failed checks in a row.
  failures integer not null default 0
);

create table sync_moves (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into sync_moves (from_state, to_state) values
  ('waiting', 'running'), ('waiting', 'stopped'), ('waiting', 'failed'),
  ('running', 'done'), ('running', 'failed'), ('running', 'stopped');

-- HU5: sync task audit. `cursor` moves in the transaction that writes a chunk's results, so that whoever goes on begins where the last one ended.
create table sync_tasks (
  id uuid primary key,
  system_id uuid not null references systems (id) on delete cascade,
  kind text not null check (kind in ('venues', 'areas', 'availability', 'reservations', 'health')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  algorithm text not null default 'snapshot' check (algorithm in ('snapshot', 'incremental')),
  -- Who asked: the schedule, or somebody by name.
  origin text not null check (origin in ('schedule', 'person')),
  asked_by text,
  asked_by_id uuid,
  rerun_of uuid references sync_tasks (id) on delete set null,
  -- Only what failed in the task it repeats.
  only_failed boolean not null default false,
  to_execute integer check (to_execute >= 0),
  executed integer not null default 0 check (executed >= 0),
  changed integer not null default 0 check (changed >= 0),
  errors integer not null default 0 check (errors >= 0),
  logs_kept integer not null default 0,
  -- Lines that were not kept because the task has enough of them.
  logs_left_out integer not null default 0,
  cursor text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  next_at timestamptz,
  worked_at timestamptz,
  lease_by uuid,
  lease_until timestamptz,
  -- Times in a row that the system could not be spoken to.
  attempts integer not null default 0,
  last_error text,
  check ((ended_at is null) = (state in ('waiting', 'running'))),
  check ((next_at is null) = (state not in ('waiting', 'running')))
);
-- Never two of a kind for one system at the same time.
create unique index sync_tasks_one_open on sync_tasks (system_id, kind) where ended_at is null;
create index sync_tasks_due on sync_tasks (next_at) where next_at is not null;
create index sync_tasks_newest on sync_tasks (created_at desc, id desc);
create index sync_tasks_of_system on sync_tasks (system_id, kind, created_at desc);
create index sync_tasks_rerun on sync_tasks (rerun_of) where rerun_of is not null;
create index sync_tasks_troubled on sync_tasks (created_at desc, id desc) where errors > 0 or state = 'failed';

create function guard_sync_move() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (select from sync_moves m where m.from_state = old.state and m.to_state = new.state) then
    raise exception 'a sync task does not go from % to %', old.state, new.state using errcode = 'TW012';
  end if;
  return new;
end $$;
create trigger sync_tasks_move before update on sync_tasks for each row execute function guard_sync_move();

-- What happened, in codes that screens have words for; append-only, and gone with its task.
create table sync_task_logs (
  task_id uuid not null references sync_tasks (id) on delete cascade,
  id uuid not null,
  level text not null check (level in ('error', 'warning', 'info')),
  code text not null,
  details jsonb not null default '{}',
  venue_id uuid,
  at timestamptz not null,
  primary key (task_id, id)
);
create index sync_task_logs_errors on sync_task_logs (task_id, (case level when 'error' then 0 when 'warning' then 1 else 2 end), id);
create function keep_sync_logs() returns trigger language plpgsql as $$
begin
  raise exception 'what happened in a sync task is not rewritten' using errcode = 'TW012';
end $$;
create trigger sync_task_logs_kept before update on sync_task_logs for each row execute function keep_sync_logs();

-- What failed, unit by unit: what "run again only what failed" asks about.
create table sync_task_failures (
  task_id uuid not null references sync_tasks (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  primary key (task_id, venue_id)
);
create index sync_task_failures_venue on sync_task_failures (venue_id);
