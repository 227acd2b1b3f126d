-- Processes on one database share what other firms allow us: who is there, and to whom nobody should speak just now. Nothing here outlives a moment.
create unlogged table processes (
  id uuid primary key,
  seen_at timestamptz not null
);
create unlogged table circuits (
  name text primary key,
  open_until timestamptz not null,
  by_process uuid not null
);
