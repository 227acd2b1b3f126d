-- Guests are forgotten: when their visits lie further back than their company keeps them, and when they ask for it. What is counted stays as it was.

-- Months after a visit; null = kept until somebody erases them.
alter table companies add column guest_months integer check (guest_months between 1 and 120);

alter table reservations
  add column erased_at timestamptz,
  -- Whether it was its guest's first one, where that can no longer be told from the others: he, or an earlier one of his, is forgotten.
  add column first_visit boolean,
  -- What is forgotten takes nothing on again.
  add constraint reservations_erased_empty check (
    erased_at is null
    or (guest_id is null and guest_first_name = '' and guest_last_name = '' and guest_email is null and guest_phone is null and guest_address is null
      and notes is null and tags = '{}')
  );

create index import_previous_subject on import_previous (subject_id);

-- History and audit keep that something changed, and by whom; not what a guest was called.
create function without_guest_fields(said jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when jsonb_typeof(said) is distinct from 'object' then said else (
    select coalesce(jsonb_object_agg(key, case
      when value = 'null' then value
      when key = 'tags' then '[]'
      when key in ('firstName', 'lastName', 'email', 'phone', 'address', 'notes', 'reason', 'to', 'guest', 'recipient') then '"…"'
      else value end), '{}')
    from jsonb_each(said)
  ) end
$$;
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_demo(old.company_id, old.venue_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('tablewire.erasing', true), '') = 'on'
    and to_jsonb(new) - 'before' - 'after' = to_jsonb(old) - 'before' - 'after'
    and new.before is not distinct from without_guest_fields(old.before) and new.after is not distinct from without_guest_fields(old.after) then
    return new;
  end if;
  raise exception 'audit entries are never changed' using errcode = 'TW009';
end $$;
create or replace function history_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (exists (
    select from reservations r join import_batches b on b.id = r.import_batch_id
    where r.venue_id = old.venue_id and r.id = old.reservation_id and r.version = 1 and b.state = 'undoing' and old.kind = 'booked'
  ) or is_demo(null, old.venue_id)) then
    return old;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('tablewire.erasing', true), '') = 'on'
    and to_jsonb(new) - 'before' - 'after' - 'reason' = to_jsonb(old) - 'before' - 'after' - 'reason'
    and new.before is not distinct from without_guest_fields(old.before) and new.after is not distinct from without_guest_fields(old.after)
    and new.reason is null then
    return new;
  end if;
  raise exception 'the history of a reservation is never changed' using errcode = 'TW009';
end $$;

-- Everything that says whose these bookings were, wherever it lies; the bookings stay, with their time, party, state and channel.
create function erase_bookings(of_venue uuid, ids uuid[], moment timestamptz) returns integer language plpgsql as $$
declare
  theirs uuid[];
  count integer;
begin
  select array_agg(distinct r.guest_id) filter (where r.guest_id is not null) into theirs
  from reservations r where r.venue_id = of_venue and r.id = any(ids) and r.erased_at is null;
  -- Which of a guest's bookings was the first one is said by the others, as long as they say whose they are.
  update reservations r set first_visit = not exists (
    select from reservations f where f.venue_id = r.venue_id and f.guest_id = r.guest_id and (f.created_at, f.id) < (r.created_at, r.id))
  where r.venue_id = of_venue and r.guest_id = any(theirs) and r.first_visit is null
    and exists (select from reservations e where e.venue_id = of_venue and e.id = any(ids) and e.guest_id = r.guest_id
      and (e.created_at, e.id) <= (r.created_at, r.id));
  update reservations r set guest_id = null, guest_first_name = '', guest_last_name = '', guest_email = null, guest_phone = null, guest_address = null,
    notes = null, tags = '{}', cancel_reason = null, erased_at = moment, version = version + 1
  where r.venue_id = of_venue and r.id = any(ids) and r.erased_at is null;
  get diagnostics count = row_count;
  delete from guests g where g.venue_id = of_venue and g.id = any(theirs)
    and not exists (select from reservations r where r.venue_id = of_venue and r.guest_id = g.id);
  perform set_config('tablewire.erasing', 'on', true);
  update reservation_events e set before = without_guest_fields(e.before), after = without_guest_fields(e.after), reason = null
  where e.venue_id = of_venue and e.reservation_id = any(ids)
    and (e.reason is not null or e.before is distinct from without_guest_fields(e.before) or e.after is distinct from without_guest_fields(e.after));
  update audit_entries a set before = without_guest_fields(a.before), after = without_guest_fields(a.after)
  where a.subject_id = any(ids::text[]) and a.subject = 'reservation'
    and (a.before is distinct from without_guest_fields(a.before) or a.after is distinct from without_guest_fields(a.after));
  perform set_config('tablewire.erasing', '', true);
  update guest_messages m set recipient = '' where m.venue_id = of_venue and m.reservation_id = any(ids) and m.recipient <> '';
  update widget_bookings w set opt_in_text = null, campaign = '{}' where w.venue_id = of_venue and w.reservation_id = any(ids);
  update google_bookings g set user_id = null, token = null where g.venue_id = of_venue and g.reservation_id = any(ids);
  update remote_bookings b set payment_token = null, payment_url = null, cancel_reason = null, last_error = null
  where b.venue_id = of_venue and b.reservation_id = any(ids);
  update traces t set request_headers = null, request_body = null, response_headers = null, response_body = null, url = split_part(t.url, '?', 1)
  where t.reservation_id = any(ids);
  -- What a file brought: the row as it came, what stood there before, what was wrong with it.
  delete from import_previous p where p.subject_id = any(ids);
  delete from import_findings f using reservations r where r.venue_id = of_venue and r.id = any(ids) and f.batch_id = r.import_batch_id and f.line = r.import_line;
  update import_rows i set name = '', changes = '[]' from reservations r
  where r.venue_id = of_venue and r.id = any(ids) and i.batch_id = r.import_batch_id and i.line = r.import_line;
  return count;
end $$;

create function erase_guests(venues uuid[], ids uuid[]) returns void language sql as $$
  delete from guests g using unnest(venues, ids) one (venue_id, id)
  where g.venue_id = one.venue_id and g.id = one.id and not exists (select from reservations r where r.venue_id = g.venue_id and r.guest_id = g.id)
$$;
-- What he was sent, where mails stay on this machine.
create function erase_mails(companies uuid[], address text) returns void language sql as $$
  delete from mails m where m.company_id = any(companies) and lower(m.recipient) = address
$$;

-- Who has no booking any more, and was first seen before that.
create function erase_lone_guests(of_venue uuid, before timestamptz) returns integer language sql as $$
  with gone as (
    delete from guests g where g.venue_id = of_venue and g.created_at < before
      and not exists (select from reservations r where r.venue_id = of_venue and r.guest_id = g.id)
    returning 1)
  select count(*)::integer from gone
$$;

-- Of each venue: all that began before this is forgotten. What comes in later for an earlier day (a file) takes it back to that day.
create table guest_retention (
  venue_id uuid primary key references venues (id) on delete cascade,
  erased_until timestamptz not null
);
create function guest_retention_late() returns trigger language plpgsql as $$
begin
  update guest_retention g set erased_until = new.starts_at where g.venue_id = new.venue_id and g.erased_until > new.starts_at;
  return null;
end $$;
create trigger reservations_retention_made after insert on reservations for each row
  when (new.source = 'import' or new.starts_at < new.created_at - interval '20 days') execute function guest_retention_late();
create trigger reservations_retention_moved after update of starts_at on reservations for each row
  when (new.starts_at < old.starts_at) execute function guest_retention_late();

-- Who wants no more mails of a kind from a venue. The key is made of his address and leads to nobody; it outlives his bookings, or he would be asked again.
create table guest_refusals (
  venue_id uuid not null references venues (id) on delete cascade,
  guest_key text not null,
  kind text not null check (kind in ('review', 'marketing')),
  refused_at timestamptz not null,
  primary key (venue_id, guest_key, kind)
);
insert into guest_refusals (venue_id, guest_key, kind, refused_at)
  select q.venue_id, q.guest_key, 'review', max(q.asked_at) from review_requests q where q.no_more group by q.venue_id, q.guest_key;

-- What a guest agreed to: in which words, of which edition, in which language; beside when, where and at which channel (widget_bookings).
alter table widget_bookings add column opt_in_edition text, add column opt_in_at timestamptz, add column opt_in_place text;
update widget_bookings set opt_in_at = created_at where opt_in_text is not null;

-- Guests who asked to be forgotten: who did it, how much it was, and what those said who had been told of their bookings. Nothing of the guest.
create table guest_erasures (
  id uuid primary key,
  -- Of what was asked for, so that the same question is known again; leads to nobody.
  contact_key text not null,
  asked_by_id uuid,
  asked_by_name text not null,
  erased_at timestamptz not null
);
create table guest_erasure_venues (
  erasure_id uuid not null references guest_erasures (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  bookings integer not null,
  primary key (erasure_id, venue_id)
);
create index guest_erasure_venues_of on guest_erasure_venues (venue_id);
create table guest_erasure_answers (
  id uuid primary key,
  erasure_id uuid not null,
  venue_id uuid not null,
  channel_id uuid references channels (id) on delete cascade,
  system_id uuid references systems (id) on delete cascade,
  -- Their own words for the bookings, which they know them by.
  bookings jsonb not null,
  -- by_hand: it takes no webhooks, so somebody has to write; settled: somebody did, and says so.
  state text not null default 'by_hand' check (state in ('asked', 'answered', 'failed', 'by_hand', 'settled')),
  asked_at timestamptz not null,
  state_at timestamptz not null,
  note text,
  told_by text,
  foreign key (erasure_id, venue_id) references guest_erasure_venues (erasure_id, venue_id) on delete cascade,
  check (num_nonnulls(channel_id, system_id) = 1)
);
create index guest_erasure_answers_of on guest_erasure_answers (erasure_id, venue_id);

alter table webhook_events
  drop constraint webhook_events_entity_check,
  drop constraint webhook_events_name_check,
  drop constraint webhook_events_action_check;
alter table webhook_events
  add constraint webhook_events_entity_check check (entity in ('booking', 'review', 'onboarding', 'guest')),
  add constraint webhook_events_name_check check (name in ('booking.created', 'booking.updated', 'booking.canceled', 'review.reply_requested',
    'review.reply_withdrawn', 'onboarding.moved', 'guest.erased')),
  add constraint webhook_events_action_check check (action in ('update', 'canceled', 'reply', 'withdrawn', 'moved', 'erased'));

-- Written by the statement that asks: whoever can be told is told, signed and tried again as everything else.
create function write_erasure_event() returns trigger language plpgsql as $$
declare
  number bigint;
begin
  if not exists (select from webhook_endpoints e
    where (e.channel_id = new.channel_id or e.system_id = new.system_id) and e.state <> 'unverified') then
    return null;
  end if;
  insert into webhook_events (id, channel_id, system_id, venue_id, reservation_id, entity, action, name, own, data, occurred_at)
  values (new.id, new.channel_id, new.system_id, new.venue_id, new.id, 'guest', 'erased', 'guest.erased', false,
    jsonb_build_object('venueId', new.venue_id, 'bookings', new.bookings), new.asked_at)
  returning sequence into number;
  insert into webhook_deliveries (endpoint_id, event_id, channel_id, system_id, reservation_id, sequence, next_at, created_at)
  select e.id, new.id, new.channel_id, new.system_id, new.id, number, new.asked_at, new.asked_at
  from webhook_endpoints e where (e.channel_id = new.channel_id or e.system_id = new.system_id) and e.state <> 'unverified';
  update guest_erasure_answers set state = 'asked' where id = new.id;
  return null;
end $$;
create trigger guest_erasure_answers_asked after insert on guest_erasure_answers for each row execute function write_erasure_event();
-- With several endpoints it is answered when all have taken it.
create function note_erasure_answer() returns trigger language plpgsql as $$
begin
  update guest_erasure_answers a set state_at = coalesce(new.finished_at, now()), state = case
    when exists (select from webhook_deliveries d where d.event_id = a.id and d.state = 'waiting') then 'asked'
    when exists (select from webhook_deliveries d where d.event_id = a.id and d.state = 'dead') then 'failed'
    else 'answered' end
  where a.id = new.event_id and a.state <> 'settled';
  return null;
end $$;
create trigger webhook_deliveries_erasure after update of state on webhook_deliveries for each row
  when (new.state <> old.state and new.event_id = new.reservation_id) execute function note_erasure_answer();
