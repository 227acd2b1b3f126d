-- GO2: apps with which people sign in at Meta: the installation's own, and of companies with their own sign-on one each.
create table meta_apps (
  id uuid primary key,
  -- Null = the installation's.
  company_id uuid references companies (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  app_id text not null check (app_id ~ '^\d{5,20}$'),
  secret_sealed text not null,
  secret_set_at timestamptz not null,
  -- Null = Meta's own addresses.
  graph_url text,
  dialog_url text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index meta_apps_owner on meta_apps (coalesce(company_id, '00000000-0000-0000-0000-000000000000'));

-- Which page carries the booking button of a venue, a group of venues or a whole company.
create table meta_installs (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  venue_id uuid references venues (id) on delete cascade,
  app_id uuid not null references meta_apps (id) on delete cascade,
  state text not null check (state in ('connected', 'lost', 'leaving', 'gone')),
  page_id text not null check (page_id ~ '^\d{1,30}$'),
  page_name text not null,
  -- The person at Meta, as this app alone knows him.
  meta_user_id text not null check (meta_user_id ~ '^\d{1,30}$'),
  user_token_sealed text,
  page_token_sealed text,
  -- At which of our addresses it was connected: the button leads there, under the name of the brand.
  host text not null,
  button_id text,
  button_url text,
  button_at timestamptz,
  problem text check (problem in ('token', 'permission', 'missing', 'later', 'refused', 'unreachable', 'address', 'no_page')),
  -- What Meta said of it.
  problem_said text,
  tries integer not null default 0,
  -- When it is looked after next; null = when somebody asks.
  due_at timestamptz,
  leased_until timestamptz,
  connected_by uuid not null,
  connected_by_name text not null,
  connected_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('person', 'meta', 'licence', 'archive')),
  constraint meta_installs_one_place check (venue_id is null or group_id is null),
  constraint meta_installs_tokens check ((state = 'gone') = (page_token_sealed is null and user_token_sealed is null)),
  constraint meta_installs_ended check ((state in ('leaving', 'gone')) = (ended_at is not null and ended_by is not null))
);
-- A place has one page at a time, and a page one button of ours.
create unique index meta_installs_venue on meta_installs (venue_id) where venue_id is not null and state <> 'gone';
create unique index meta_installs_group on meta_installs (group_id) where group_id is not null and state <> 'gone';
create unique index meta_installs_company on meta_installs (company_id) where venue_id is null and group_id is null and state <> 'gone';
create unique index meta_installs_page on meta_installs (page_id) where state <> 'gone';
create index meta_installs_of_company on meta_installs (company_id);
create index meta_installs_ended_venue on meta_installs (venue_id, ended_at desc);
create index meta_installs_ended_group on meta_installs (group_id, ended_at desc);
create index meta_installs_person on meta_installs (app_id, meta_user_id);
create index meta_installs_due on meta_installs (due_at) where due_at is not null;
create index meta_installs_trouble on meta_installs (connected_at) where state = 'lost' or problem is not null;

-- A sign-in at Meta under way: good once, for a quarter of an hour, in the browser that began it.
create table meta_states (
  id uuid primary key,
  place_kind text not null check (place_kind in ('venue', 'group', 'company')),
  place_id uuid not null,
  app_id uuid not null references meta_apps (id) on delete cascade,
  -- Who made the link, and in whose name it is installed.
  made_by uuid not null,
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  -- Several pages to choose from, with their tokens.
  offered_sealed text,
  chosen_at timestamptz
);
create index meta_states_app on meta_states (app_id);
create index meta_states_expiry on meta_states (expires_at);

-- The button goes with the licence, and with the venue: whoever ends either.
create function venues_leave_meta() returns trigger language plpgsql as $$
begin
  update meta_installs set state = 'leaving', ended_at = now(), ended_by = case when new.archived_at is null then 'licence' else 'archive' end,
    due_at = now(), tries = 0, problem = null, problem_said = null
  where venue_id = new.id and state in ('connected', 'lost');
  return null;
end $$;
create trigger venues_meta_ended after update of meta_enabled, archived_at on venues
  for each row when ((old.meta_enabled and not new.meta_enabled) or (old.archived_at is null and new.archived_at is not null))
  execute function venues_leave_meta();

-- What is deleted leaves no button behind that nobody can take away.
create function meta_still_connected() returns trigger language plpgsql as $$
begin
  if exists (select from meta_installs i where i.state <> 'gone'
    and case tg_table_name when 'groups' then i.group_id = old.id when 'companies' then i.company_id = old.id else i.app_id = old.id end)
  then raise exception 'still connected with Meta' using errcode = 'TW142';
  end if;
  return old;
end $$;
create trigger groups_still_on_meta before delete on groups for each row execute function meta_still_connected();
create trigger companies_still_on_meta before delete on companies for each row execute function meta_still_connected();
create trigger meta_apps_still_used before delete on meta_apps for each row execute function meta_still_connected();

create or replace view sealed_values as
select 'system_secrets' as place, split_part(sealed, '.', 2) as key_id from system_secrets
union all
select 'channel_headers', split_part(h ->> 'sealed', '.', 2) from system_channels c, jsonb_array_elements(c.headers) h where h ->> 'sealed' <> ''
union all
select 'venue_credentials', split_part(system_token, '.', 2) from venues where system_token is not null
union all
select 'venue_credentials', split_part(ftp_password, '.', 2) from venues where ftp_password is not null
union all
select 'webhook_secrets', split_part(sealed, '.', 2) from webhook_secrets
union all
select 'webhook_secrets', split_part(auth_sealed, '.', 2) from webhook_endpoints where auth_sealed is not null
union all
select 'second_factors', split_part(sealed, '.', 2) from totp_secrets
union all
select 'push_keys', split_part(private_key_sealed, '.', 2) from push_keys
union all
select 'payment_tokens', split_part(payment_token, '.', 2) from remote_bookings where payment_token is not null
union all
select 'google_secrets', split_part(sealed, '.', 2) from google_secrets
union all
select 'sales_links', split_part(token_sealed, '.', 2) from sales_links where token_sealed is not null
union all
select 'meta_secrets', split_part(secret_sealed, '.', 2) from meta_apps
union all
select 'meta_secrets', split_part(page_token_sealed, '.', 2) from meta_installs where page_token_sealed is not null
union all
select 'meta_secrets', split_part(user_token_sealed, '.', 2) from meta_installs where user_token_sealed is not null
union all
select 'meta_secrets', split_part(offered_sealed, '.', 2) from meta_states where offered_sealed is not null;
