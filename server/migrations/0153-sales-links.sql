-- AI sales links (ON2): a page for one venue of what it would gain, for whoever has its address.

create table sales_links (
  id uuid primary key,
  venue_id uuid not null references venues (id) on delete cascade,
  -- What an address is found by. Who reads this table finds no page with it.
  token_hash bytea not null unique,
  -- The same address sealed, so that it can be copied later: only a server with our key reads it. Gone once the link was ended.
  token_sealed text,
  lang text not null check (lang in ('en', 'es', 'fr', 'de', 'nl')),
  -- For whom it is; the page does not show it.
  recipient text not null,
  made_by uuid references users (id) on delete set null,
  made_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  check (expires_at > created_at)
);
create index sales_links_newest on sales_links (created_at desc, id desc);
create index sales_links_venue on sales_links (venue_id, created_at desc, id desc);
create index sales_links_made_by on sales_links (made_by) where made_by is not null;

-- What somebody wrote on such a page. `once`: the form it was written in, which is sent once, however often its button is pressed.
create table sales_enquiries (
  id uuid primary key,
  link_id uuid not null references sales_links (id) on delete cascade,
  once uuid not null,
  name text not null,
  email text not null,
  phone text,
  message text not null,
  lang text not null check (lang in ('en', 'es', 'fr', 'de', 'nl')),
  at timestamptz not null,
  unique (link_id, once)
);
create index sales_enquiries_newest on sales_enquiries (link_id, at desc, id desc);
create index sales_enquiries_at on sales_enquiries (at);

-- A link that has ended leads nowhere for ever, and none leads elsewhere than to where it was sent.
create function sales_link_stays() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at or new.token_hash <> old.token_hash then
    raise exception 'a sales link keeps its address and its end';
  end if;
  return new;
end $$;
create trigger sales_links_stay before update of revoked_at, token_hash on sales_links for each row execute function sales_link_stays();

alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'test'));

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
select 'sales_links', split_part(token_sealed, '.', 2) from sales_links where token_sealed is not null;
