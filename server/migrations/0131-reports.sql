-- Reports that come by themselves (AN3): the figures of a question, again and again, by e-mail.

create table reports (
  id uuid primary key,
  company_id uuid references companies (id) on delete cascade,
  -- In whose sight it is counted; null = that person is gone.
  user_id uuid references users (id) on delete set null,
  owner_name text not null,
  name text not null,
  question jsonb not null,
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  weekday integer check (weekday between 1 and 7),
  month_day integer check (month_day between 1 and 31),
  -- On the clock of the zone.
  at_time text not null check (at_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  time_zone text not null,
  lang text not null,
  -- Where the portal was asked, for links and brand.
  origin text not null,
  host text not null,
  state text not null default 'active' check (state in ('active', 'paused', 'stopped')),
  stopped_for text check (stopped_for in ('owner_gone', 'right_lost', 'venues_lost', 'nobody_left')),
  next_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  check ((rhythm = 'weekly') = (weekday is not null)),
  check ((rhythm = 'monthly') = (month_day is not null)),
  check ((state = 'active') = (next_at is not null)),
  check ((state = 'stopped') = (stopped_for is not null))
);
create index reports_due on reports (next_at) where next_at is not null;
create index reports_user on reports (user_id);
create index reports_company on reports (company_id, name, id);

-- Nobody's report goes on without the one whose sight it had.
create function report_owner_gone() returns trigger language plpgsql as $$
begin
  new.state := 'stopped';
  new.stopped_for := 'owner_gone';
  new.next_at := null;
  return new;
end $$;
create trigger reports_owner_gone before update of user_id on reports for each row when (new.user_id is null) execute function report_owner_gone();

-- Somebody with an account, or an address. Who stopped it stays, so that nobody else begins it again for them.
create table report_recipients (
  id uuid primary key,
  report_id uuid not null references reports (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  email text,
  stopped_at timestamptz,
  check ((user_id is null) <> (email is null))
);
create unique index report_recipients_user on report_recipients (report_id, user_id) where user_id is not null;
create unique index report_recipients_email on report_recipients (report_id, email) where email is not null;
create index report_recipients_of_user on report_recipients (user_id) where user_id is not null;

-- One sending. `due_on`: the day, on the report's own calendar, from which its days are named. `content`: what its mails say.
create table report_runs (
  id uuid primary key,
  report_id uuid not null references reports (id) on delete cascade,
  due_at timestamptz not null,
  due_on date not null,
  -- By hand, beside the plan.
  asked boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'written', 'failed')),
  export_id uuid references exports (id) on delete set null,
  content jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'waiting') = (finished_at is null)),
  check (state <> 'written' or content is not null)
);
-- What is planned for a moment is sent once, whoever else thinks of it.
create unique index report_runs_once on report_runs (report_id, due_at) where not asked;
create index report_runs_newest on report_runs (report_id, created_at desc);
create index report_runs_waiting on report_runs (created_at) where state = 'waiting';
create index report_runs_export on report_runs (export_id) where export_id is not null;

-- `sending` stands before the mail server is spoken to and is never begun again: whoever died there may have sent it.
create table report_mails (
  run_id uuid not null references report_runs (id) on delete cascade,
  recipient_id uuid not null references report_recipients (id) on delete cascade,
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'refused')),
  at timestamptz,
  primary key (run_id, recipient_id)
);
create index report_mails_recipient on report_mails (recipient_id);
