-- What was deleted can be brought back for some weeks: what it takes to do so, and nothing that lets anybody in. The secrets of a thing go with it
-- for good.
create table deleted_things (
  subject text not null,
  id uuid not null,
  kept jsonb not null,
  deleted_at timestamptz not null default now(),
  primary key (subject, id)
);
create index deleted_things_at on deleted_things (deleted_at);
