-- Files that are written in the background (AN3).
create table exports (
  id uuid primary key,
  -- In whose name, with what that user saw when asking; and who gets the mail, which differs while somebody acts as a customer.
  user_id uuid not null references users (id) on delete cascade,
  mail_to_id uuid not null references users (id) on delete cascade,
  kind text not null,
  ask jsonb not null,
  scope jsonb not null,
  lang text not null,
  -- Where the portal was asked, for link and brand.
  origin text not null,
  host text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  rows_done integer not null default 0,
  rows_total integer,
  bytes integer,
  file_key text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  check ((state = 'done') = (file_key is not null and expires_at is not null and finished_at is not null))
);
create index exports_user on exports (user_id, created_at desc, id);
create index exports_mail_to on exports (mail_to_id);
create index exports_expired on exports (expires_at) where expires_at is not null;
