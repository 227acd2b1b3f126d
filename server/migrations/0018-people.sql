-- People are invited, kept by others and limited to what they are to see; companies and groups order the venues.
alter table users
  add column username text check (username ~ '^[a-z0-9][a-z0-9._-]{2,39}$'),
  add column version integer not null default 1,
  -- Invited and not joined: no password was chosen yet.
  add column invited_at timestamptz,
  add column joined_at timestamptz,
  add column created_by uuid references users (id) on delete set null,
  add column updated_at timestamptz not null default now();
update users set joined_at = created_at;
create unique index users_username on users (username) where username is not null;
create index users_created_by on users (created_by) where created_by is not null;
create index users_names on users (lower(first_name || ' ' || last_name), id);
create index users_emails on users (email, id);
create index users_search on users using gin (lower(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(username, '')) gin_trgm_ops);
create index users_roles on users using gin (roles);
create index users_of_company on users (company_id, lower(first_name || ' ' || last_name), id);
create index users_disabled on users (lower(first_name || ' ' || last_name), id) where disabled_at is not null;
create index users_invited on users (lower(first_name || ' ' || last_name), id) where invited_at is not null and joined_at is null;

-- Somebody has to hold the platform, whoever writes. The lock lets two who go at the same moment see each other. Error TW020.
create function users_keep_super_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7231905);
  if not exists (select from users where roles @> array['ROLE_SUPER_ADMIN'] and disabled_at is null and id <> old.id) then
    raise exception 'the last super admin stays' using errcode = 'TW020';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger users_last_super_admin_goes before delete on users for each row
  when (old.roles @> array['ROLE_SUPER_ADMIN'] and old.disabled_at is null) execute function users_keep_super_admin();
create trigger users_last_super_admin_changes before update of roles, disabled_at on users for each row
  when (old.roles @> array['ROLE_SUPER_ADMIN'] and old.disabled_at is null and not (new.roles @> array['ROLE_SUPER_ADMIN'] and new.disabled_at is null))
  execute function users_keep_super_admin();

-- A link of a mail is for a new password or for the first one.
alter table password_resets add column purpose text not null default 'recovery' check (purpose in ('recovery', 'invitation'));

alter table companies
  add column legal_name text,
  add column address text,
  add column postal_code text,
  add column city text,
  -- Who hears when somebody is added; null = the company's first administrator.
  add column owner_id uuid references users (id) on delete set null,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create index companies_order on companies (lower(name), id);
create index companies_owner on companies (owner_id) where owner_id is not null;

-- A brand of restaurants within a company.
create table groups (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  name text not null check (name <> ''),
  logo text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index groups_name on groups (company_id, lower(name));
create index groups_order on groups (lower(name), id);
create index groups_search on groups using gin (lower(name) gin_trgm_ops);

-- A venue is in a group of its own company or in none.
alter table venues
  add column group_id uuid,
  add foreign key (company_id, group_id) references groups (company_id, id) on delete set null (group_id);
create index venues_group on venues (group_id) where group_id is not null;

-- Whoever sees by group: user_venues follows, so that everything which asks who sees a venue asks one table.
create table user_groups (
  user_id uuid not null references users (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  primary key (user_id, group_id)
);
create index user_groups_group on user_groups (group_id);

create function user_groups_give() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from user_venues uv using venues v where uv.user_id = old.user_id and v.id = uv.venue_id and v.group_id = old.group_id;
  else
    insert into user_venues (user_id, venue_id) select new.user_id, v.id from venues v where v.group_id = new.group_id on conflict do nothing;
  end if;
  return null;
end $$;
create trigger user_groups_give after insert or delete on user_groups for each row execute function user_groups_give();

create function venues_follow_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.group_id is not null then
    delete from user_venues uv using user_groups ug where uv.venue_id = new.id and ug.user_id = uv.user_id and ug.group_id = old.group_id;
  end if;
  if new.group_id is not null then
    insert into user_venues (user_id, venue_id) select ug.user_id, new.id from user_groups ug where ug.group_id = new.group_id on conflict do nothing;
  end if;
  return null;
end $$;
create trigger venues_joined_group after insert on venues for each row when (new.group_id is not null) execute function venues_follow_group();

-- A venue that goes to another company is no longer seen by the people of the one before.
create function venues_left_company() returns trigger language plpgsql as $$
begin
  delete from user_venues uv using users u where uv.venue_id = new.id and u.id = uv.user_id and u.company_id <> new.company_id;
  delete from notification_choices c using users u where c.venue_id = new.id and u.id = c.user_id and u.company_id <> new.company_id;
  return null;
end $$;
create trigger venues_changed_company after update of company_id on venues for each row
  when (old.company_id <> new.company_id) execute function venues_left_company();
create trigger venues_changed_group after update of group_id on venues for each row
  when (old.group_id is distinct from new.group_id) execute function venues_follow_group();

-- Nobody of a company is ever given a venue of another one. Error TW021.
create function user_venues_one_company() returns trigger language plpgsql as $$
begin
  if exists (select from users u, venues v where u.id = new.user_id and v.id = new.venue_id and u.company_id <> v.company_id) then
    raise exception 'this venue belongs to another company' using errcode = 'TW021';
  end if;
  return new;
end $$;
create trigger user_venues_one_company before insert or update on user_venues for each row execute function user_venues_one_company();
