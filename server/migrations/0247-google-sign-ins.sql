-- GO1: which password Google shows, and that it shows one which is not good.
alter table google_passwords add column used_at timestamptz;

create table google_refused_sign_ins (
  account_id uuid primary key references google_accounts (id) on delete cascade,
  -- The first since a good one was shown, and the last.
  since timestamptz not null,
  at timestamptz not null
);
