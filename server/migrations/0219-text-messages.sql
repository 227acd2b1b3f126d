-- Guests are also written to by text message: through a gateway of the installation, or of a company.
create table text_gateways (
  id uuid primary key,
  -- Null = the installation's.
  company_id uuid references companies (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- How it is spoken to; a log sends nothing.
  dialect text not null check (dialect in ('http', 'kannel', 'log')),
  url text check (length(url) <= 500),
  -- What guests see it come from, and whom they answer.
  sender text check (length(sender) between 1 and 20),
  username text check (length(username) between 1 and 80),
  secret_sealed text,
  secret_set_at timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint text_gateways_reachable check (dialect = 'log' or (url is not null and secret_sealed is not null)),
  constraint text_gateways_secret check ((secret_sealed is null) = (secret_set_at is null))
);
create unique index text_gateways_owner on text_gateways (coalesce(company_id, '00000000-0000-0000-0000-000000000000'));

-- Who wants nothing more from a gateway. The number itself is not kept; it stays after the guest is erased, or the next booking would write to him.
create table text_stops (
  gateway_id uuid not null references text_gateways (id) on delete cascade,
  number_key text not null,
  at timestamptz not null,
  primary key (gateway_id, number_key)
);

-- Answers that came, by the gateway's name for them: the same one twice acts once.
create table text_answers (
  gateway_id uuid not null references text_gateways (id) on delete cascade,
  call text not null check (length(call) between 1 and 100),
  at timestamptz not null,
  primary key (gateway_id, call)
);
create index text_answers_at on text_answers (at);

-- A booking's page under an address short enough for a text message.
create table own_codes (
  venue_id uuid not null,
  reservation_id uuid not null,
  code text not null unique check (code ~ '^[a-z2-9]{12}$'),
  primary key (venue_id, reservation_id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade
);

alter table guest_messages
  add column port text not null default 'mail' check (port in ('mail', 'text')),
  add column gateway_id uuid references text_gateways (id) on delete set null,
  -- How often it began to leave by text: where a gateway cannot tell two apart, it does not go twice.
  add column begun integer not null default 0,
  -- Why it did not arrive, in the words of whoever refused it, without the address.
  add column reason text check (length(reason) <= 200),
  -- What the guest wrote back where it was none of the words we know.
  add column said text check (length(said) <= 500),
  drop constraint guest_messages_state_check,
  add constraint guest_messages_state_check check (state in ('queued', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'held')),
  drop constraint guest_messages_answer_check,
  add constraint guest_messages_answer_check check (answer in ('confirmed', 'late', 'changed', 'canceled', 'stopped', 'wrote'));
-- What gateways and mail servers say of one, they say by its id alone.
create index guest_messages_id on guest_messages (id);
-- What reminders do to those who do not come.
create index guest_messages_reminders on guest_messages (venue_id, starts_at) include (reservation_id, state) where kind = 'reminder' and asked_by is null;

alter table venues
  -- By kind of message: by text, or by text where there is no mail address; not named = by mail.
  add column message_ports jsonb not null default '{}',
  -- Own words of text messages, by kind and language.
  add column message_lines jsonb not null default '{}',
  -- Of a hundred reminders so many are not sent, to see what they do.
  add column reminder_holdout integer not null default 0 check (reminder_holdout between 0 and 20);

-- A guest who is erased takes along what he wrote.
create function forget_said() returns trigger language plpgsql as $$
begin
  update guest_messages m set said = null where m.venue_id = old.venue_id and m.reservation_id = old.id and m.said is not null;
  return null;
end $$;
create trigger reservations_erased_said after update of guest_id, guest_first_name, guest_last_name, guest_email, guest_phone on reservations
  for each row when (
    new.guest_id is null and new.guest_first_name = '' and new.guest_last_name = '' and new.guest_email is null and new.guest_phone is null
    and (old.guest_id is not null or old.guest_first_name <> '' or old.guest_last_name <> '' or old.guest_email is not null or old.guest_phone is not null))
  execute function forget_said();

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
select 'meta_secrets', split_part(offered_sealed, '.', 2) from meta_states where offered_sealed is not null
union all
select 'text_gateways', split_part(secret_sealed, '.', 2) from text_gateways where secret_sealed is not null;
