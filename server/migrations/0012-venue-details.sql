-- What a venue is beside its address and its book (VE2). What the book holds (party, cut-off, horizon, hold, cancellation, areas, release) stays there alone.
alter table venues
  add column version integer not null default 1,
  add column display_name text check (display_name <> ''),
  add column display_color text check (display_color ~ '^#[0-9A-F]{6}$'),
  add column email_domain text,
  add column payment_type text not null default 'none' check (payment_type in ('none', 'guarantee', 'deposit', 'prepayment')),
  add column email_sender_name text,
  add column email_reply_to text,
  -- The mails this venue's guests get.
  add column email_notices text[] not null default '{booked,requested,changed,canceled,rejected}'
    check (email_notices <@ '{booked,requested,changed,canceled,rejected}'::text[]),
  -- A paragraph of the venue's own in the confirmation, by language.
  add column confirmation_text jsonb not null default '{}',
  add column sync_enabled boolean not null default true,
  add column meta_enabled boolean not null default false,
  add column meta_enabled_at timestamptz,
  add column meta_page_id text,
  add column meta_sso_enabled boolean not null default false,
  add column meta_sso_client_id text,
  add column rwg_max_days integer check (rwg_max_days between 1 and 730),
  add column max_party_size integer check (max_party_size between 1 and 1000),
  add column listing_enabled boolean not null default false,
  add column listing_enabled_at timestamptz,
  add column ftp_user text,
  add column ftp_folder text,
  -- Sealed; never answered.
  add column ftp_password text,
  add column ftp_password_at timestamptz,
  -- The login that was handed out for this venue; its password is a hash like any other.
  add column access_user_id uuid references users (id) on delete set null,
  add constraint venues_meta check (meta_enabled = (meta_enabled_at is not null)),
  add constraint venues_listing check (listing_enabled = (listing_enabled_at is not null)),
  add constraint venues_ftp check ((ftp_password is null) = (ftp_password_at is null));

-- Reports ask for these few among all venues.
create index venues_with_meta on venues (lower(name), id) where meta_enabled;
create index venues_with_listing on venues (lower(name), id) where listing_enabled;
create index venues_with_tripadvisor on venues (lower(name), id) where tripadvisor_id is not null;
create index venues_system on venues (system_id, lower(name), id);
create index venues_access_user on venues (access_user_id) where access_user_id is not null;
-- A partner names a venue by its own id.
create index venues_external_id on venues (external_id) where external_id is not null;

-- Whoever writes: a form that was read before must notice.
create function count_venue_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger venues_version before update on venues for each row execute function count_venue_version();

-- Where a guest's answer goes.
alter table mails add column reply_to text;
