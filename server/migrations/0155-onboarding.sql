-- Onboarding requests (ON3): a venue of one reservation system is to be sold by one booking channel. One case, with one owner at each moment.

create table onboarding_requests (
  id uuid primary key,
  requested_at timestamptz not null,
  requester text not null check (requester in ('rms', 'bc')),
  system_id uuid not null references systems (id),
  channel_id uuid not null references channels (id),
  -- Null until it is known which of our venues is meant.
  venue_id uuid references venues (id),
  booking_channel_venue_id text check (length(booking_channel_venue_id) between 1 and 200),
  rms_venue_id text check (length(rms_venue_id) between 1 and 200),
  venue_name text not null check (venue_name <> ''),
  venue_address text not null default '',
  venue_phone text not null default '',
  venue_country text check (venue_country ~ '^[A-Z]{2}$'),
  profile_url text,
  reference text,
  notes text not null default '',
  -- Of each partner alone: the other one never sees them, nor does the restaurant.
  rms_notes text not null default '',
  bc_notes text not null default '',
  contact_email text,
  contact_language text check (contact_language in ('en', 'es', 'fr', 'de', 'nl')),
  status text not null
    check (status in ('rms_activation', 'restaurant_activation', 'bc_activation', 'live', 'rejected', 'canceled')),
  status_since timestamptz not null,
  cancellation_reason text,
  reject_reason text,
  -- The restaurant's word: that it wants this, by which terms, and what it said of itself.
  restaurant_confirmed_at timestamptz,
  terms_version text,
  restaurant_word jsonb,
  -- What really happened, each once: the channel is answered for the venue, is offered a table there, has booked one.
  visible_at timestamptz,
  available_at timestamptz,
  onboarded_at timestamptz,
  -- The booking that proved it.
  proof_booking_id uuid,
  proof_is_test boolean,
  created_by text not null,
  version integer not null default 1,
  -- By which a list is read: who has waited longest comes first; of what is over, the newest. Kept by a trigger.
  queue_key bigint not null default 0,
  words text generated always as (lower(venue_name || ' ' || venue_address || ' ' || coalesce(reference, '') || ' ' || coalesce(rms_venue_id, '')
    || ' ' || coalesce(booking_channel_venue_id, ''))) stored,
  check ((status = 'canceled') = (cancellation_reason is not null)),
  check ((status = 'rejected') = (reject_reason is not null)),
  check ((restaurant_confirmed_at is null) = (terms_version is null)),
  check (restaurant_word is null or restaurant_confirmed_at is not null),
  check ((proof_booking_id is null) = (proof_is_test is null)),
  -- Live is proved, not declared.
  check (status <> 'live' or (venue_id is not null and visible_at is not null and available_at is not null and onboarded_at is not null))
);
-- Never a second open one for the same thing, by whichever name it goes.
create unique index onboarding_requests_open_rms on onboarding_requests (channel_id, system_id, rms_venue_id)
  where status in ('rms_activation', 'restaurant_activation', 'bc_activation');
create unique index onboarding_requests_open_bc on onboarding_requests (channel_id, booking_channel_venue_id)
  where status in ('rms_activation', 'restaurant_activation', 'bc_activation');
create unique index onboarding_requests_open_venue on onboarding_requests (channel_id, venue_id)
  where status in ('rms_activation', 'restaurant_activation', 'bc_activation');
create index onboarding_requests_queue on onboarding_requests (status, queue_key, id);
create index onboarding_requests_system on onboarding_requests (system_id, status, queue_key, id);
create index onboarding_requests_channel on onboarding_requests (channel_id, status, queue_key, id);
create index onboarding_requests_venue on onboarding_requests (venue_id, status, queue_key, id);
create index onboarding_requests_requested on onboarding_requests (requested_at, id);
create index onboarding_requests_words on onboarding_requests using gin (words gin_trgm_ops);

-- The legal moves; contracts/src/onboarding/onboarding.rules.ts holds the same table for people, a test compares them. What has an end is final.
-- `by_change`: only because the venue became another one, so that what the first one said no longer holds.
create table onboarding_moves (
  from_status text not null,
  to_status text not null,
  by_change boolean not null default false,
  primary key (from_status, to_status)
);
insert into onboarding_moves (from_status, to_status) values
  ('rms_activation', 'restaurant_activation'), ('rms_activation', 'bc_activation'), ('restaurant_activation', 'bc_activation'),
  ('bc_activation', 'live'),
  ('rms_activation', 'rejected'), ('restaurant_activation', 'rejected'), ('bc_activation', 'rejected'),
  ('rms_activation', 'canceled'), ('restaurant_activation', 'canceled'), ('bc_activation', 'canceled');
insert into onboarding_moves (from_status, to_status, by_change) values ('bc_activation', 'restaurant_activation', true);

-- Legal moves, whoever writes. Error TW140.
create function guard_onboarding_request() returns trigger language plpgsql as $$
declare
  is_open boolean := new.status in ('rms_activation', 'restaurant_activation', 'bc_activation');
begin
  if tg_op = 'INSERT' then
    if not is_open then
      raise exception 'an onboarding request does not begin as %', new.status using errcode = 'TW140';
    end if;
  else
    if new.status <> old.status and not exists (
      select from onboarding_moves m where m.from_status = old.status and m.to_status = new.status
        and (not m.by_change or (new.restaurant_confirmed_at is null
          and (new.venue_id is distinct from old.venue_id or new.rms_venue_id is distinct from old.rms_venue_id)))
    ) then
      raise exception 'an onboarding request does not go from % to %', old.status, new.status using errcode = 'TW140';
    end if;
    if new.version <= old.version then
      raise exception 'an onboarding request does not go back to version % from %', new.version, old.version using errcode = 'TW140';
    end if;
    if (new.requester, new.requested_at, new.system_id, new.channel_id) is distinct from
      (old.requester, old.requested_at, old.system_id, old.channel_id) then
      raise exception 'an onboarding request stays between those it began with' using errcode = 'TW140';
    end if;
  end if;
  new.queue_key := (case when is_open then 1 else -1 end) * floor(extract(epoch from new.status_since) * 1000)::bigint;
  return new;
end $$;
create trigger onboarding_requests_guard before insert or update on onboarding_requests for each row execute function guard_onboarding_request();

-- Everything that happened, for ever and for all sides: what one side notes for itself never stands here.
create table onboarding_history (
  id uuid primary key,
  request_id uuid not null references onboarding_requests (id),
  at timestamptz not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  side text not null check (side in ('rms', 'bc', 'venue', 'admin', 'hub')),
  kind text not null,
  from_status text,
  to_status text,
  data jsonb not null default '{}'
);
create index onboarding_history_request on onboarding_history (request_id, at, id);
create function onboarding_history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the history of an onboarding request is never changed' using errcode = 'TW141';
end $$;
create trigger onboarding_history_append_only before update or delete on onboarding_history for each row
  execute function onboarding_history_is_append_only();
