-- GO1: who joins tonight's waitlist at Google.
alter table waitlist_entries drop constraint waitlist_entries_origin_check,
  add constraint waitlist_entries_origin_check check (origin in ('widget', 'phone', 'door', 'google'));

-- Of each entry that Google made: for which account and person, and under which token.
create table google_waits (
  entry_id uuid primary key references waitlist_entries (id) on delete cascade,
  account_id uuid not null references google_accounts (id) on delete cascade,
  user_id text,
  token text,
  request_hash text not null,
  created_at timestamptz not null
);
create unique index google_waits_token on google_waits (account_id, token) where token is not null;
create index google_waits_user on google_waits (account_id, user_id) where user_id is not null;

-- Whoever is forgotten on the list is nobody at Google either.
create function google_wait_forgotten() returns trigger language plpgsql as $$
begin
  update google_waits g set user_id = null, token = null where g.entry_id = new.id;
  return null;
end $$;
create trigger waitlist_entries_forgotten after update on waitlist_entries for each row
  when (new.origin = 'google' and new.last_name = '' and new.first_name = '' and (old.last_name <> '' or old.first_name <> ''))
  execute function google_wait_forgotten();

-- Google is told with the venue's service whether one may wait there.
create function google_waitlist_changed() returns trigger language plpgsql as $$
begin
  perform google_change(new.venue_id, 'merchant', '*', interval '10 seconds');
  return null;
end $$;
create trigger waitlist_settings_google after insert or update on waitlist_settings for each row execute function google_waitlist_changed();
