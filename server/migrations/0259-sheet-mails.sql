-- The service sheet by mail before each meal: whether, to whom, and what became of it.
create table sheet_mails (
  venue_id uuid primary key references venues (id) on delete cascade,
  enabled boolean not null,
  minutes_before integer not null check (minutes_before between 15 and 720),
  pages text[] not null check (cardinality(pages) between 1 and 2 and pages <@ '{list,kitchen}'::text[]),
  skip_empty boolean not null,
  lang text not null check (lang in ('en', 'es', 'fr', 'de', 'nl')),
  -- Who said so last, and where his portal was: both stand in the mail.
  set_by text not null,
  origin text not null,
  version integer not null,
  -- When a meal's mail is due next; '-infinity' = the plan changed, look at it. Null = never.
  next_at timestamptz,
  updated_at timestamptz not null
);
create index sheet_mails_next on sheet_mails (next_at) where next_at is not null;

create table sheet_recipients (
  venue_id uuid not null references sheet_mails (venue_id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 254),
  primary key (venue_id, email)
);

-- One for each meal, whoever is there to begin it and however often.
create table sheet_runs (
  id uuid primary key,
  venue_id uuid not null references venues (id) on delete cascade,
  service_on date not null,
  meal_id uuid not null,
  due_at timestamptz not null,
  state text not null check (state in ('begun', 'skipped')),
  created_at timestamptz not null,
  unique (venue_id, service_on, meal_id)
);
create index sheet_runs_age on sheet_runs (created_at);

create table sheet_letters (
  id uuid primary key,
  run_id uuid not null references sheet_runs (id) on delete cascade,
  email text not null,
  state text not null check (state in ('due', 'sent', 'refused', 'bounced', 'late')),
  -- In the words of the machine that refused it.
  reason text,
  at timestamptz not null,
  unique (run_id, email)
);

create function sheet_plan_changed() returns trigger language plpgsql as $$
begin
  update sheet_mails set next_at = '-infinity' where venue_id = new.venue_id and enabled;
  return null;
end $$;
create trigger books_sheet_mails after update on books for each row when (old.rules is distinct from new.rules) execute function sheet_plan_changed();
