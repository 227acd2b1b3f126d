-- Replies to reviews (LI2): written in the house, let out by whoever may, shown by the source.

alter table reviews
  -- The text in another language, where the source translates it.
  add column translated text,
  add column translation_lang text,
  -- What stands under it at the source, as the channel brought it: { text, author, publishedAt }.
  add column shown_reply jsonb,
  -- The longest reply the source takes, where the channel says so.
  add column reply_limit integer check (reply_limit between 1 and 10000),
  -- Of its row in review_replies, kept by a trigger, so that lists by state are read from a small index.
  add column reply_state text check (reply_state in ('draft', 'awaiting', 'pending', 'published', 'rejected')),
  add column needs_reply boolean generated always as (removed_at is null and coalesce(reply_state, 'draft') in ('draft', 'rejected')) stored;

-- One for each quick filter, for one's own venues and for all.
create index reviews_unanswered on reviews (venue_id, published_at desc, id desc) where needs_reply;
create index reviews_unanswered_all on reviews (published_at desc, id desc) where needs_reply;
create index reviews_low on reviews (venue_id, published_at desc, id desc) where stars <= 2;
create index reviews_low_all on reviews (published_at desc, id desc) where stars <= 2;
create index reviews_replied on reviews (reply_state, published_at desc, id desc) where reply_state is not null;

create table review_replies (
  review_id uuid primary key references reviews (id) on delete cascade,
  venue_id uuid not null references venues (id),
  state text not null check (state in ('draft', 'awaiting', 'pending', 'published', 'rejected')),
  -- Grows with each text of the house, and is what the channel names when it answers.
  revision integer not null check (revision >= 1),
  -- Grows with every change.
  version integer not null check (version >= 1),
  content text not null check (length(content) between 1 and 10000),
  -- Null where somebody else wrote it at the source.
  author_id uuid,
  author_name text,
  approved_by text,
  reason text,
  rejected_by text check (rejected_by in ('house', 'source')),
  -- What guests read.
  shown text,
  shown_at timestamptz,
  shown_author text,
  shown_url text,
  -- When the newest word of the source was true there: older ones change nothing.
  reported_at timestamptz,
  written_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'rejected') = (rejected_by is not null)),
  check ((rejected_by is null) = (reason is null)),
  check ((shown is null) = (shown_at is null)),
  check (state <> 'published' or shown is not null)
);
create index review_replies_venue on review_replies (venue_id);
create index review_replies_pending on review_replies (written_at, review_id) where state = 'pending';

-- The legal moves of a reply; what is new comes from `draft`. Error TW139.
create table review_reply_moves (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into review_reply_moves (from_state, to_state) values
  ('draft', 'awaiting'), ('draft', 'pending'), ('draft', 'published'),
  ('awaiting', 'pending'), ('awaiting', 'published'), ('awaiting', 'rejected'), ('awaiting', 'draft'),
  ('pending', 'published'), ('pending', 'rejected'), ('pending', 'draft'),
  ('published', 'awaiting'), ('published', 'pending'), ('published', 'rejected'), ('published', 'draft'),
  ('rejected', 'awaiting'), ('rejected', 'pending'), ('rejected', 'published'), ('rejected', 'draft');
create function guard_review_reply() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'INSERT' then 'draft' else old.state end;
begin
  if new.state <> was and not exists (select from review_reply_moves m where m.from_state = was and m.to_state = new.state) then
    raise exception 'a reply does not go from % to %', was, new.state using errcode = 'TW139';
  end if;
  if tg_op = 'UPDATE' and (new.version <= old.version or new.revision < old.revision) then
    raise exception 'a reply does not go back to version % from %', new.version, old.version using errcode = 'TW139';
  end if;
  -- What is with a channel, or public, is not written over without a step of its own.
  if tg_op = 'UPDATE' and new.content <> old.content and new.revision = old.revision and old.state = 'pending' and new.state = 'pending' then
    raise exception 'a reply that is with its channel keeps its text' using errcode = 'TW139';
  end if;
  if new.state = 'pending' and not exists (select from reviews r where r.id = new.review_id and r.channel_id is not null) then
    raise exception 'a reply without a channel has nobody to wait for' using errcode = 'TW139';
  end if;
  return new;
end $$;
create trigger review_replies_guard before insert or update on review_replies for each row execute function guard_review_reply();

create function keep_reply_state() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update reviews set reply_state = null where id = old.review_id;
  else
    update reviews set reply_state = new.state where id = new.review_id and reply_state is distinct from new.state;
  end if;
  return null;
end $$;
create trigger review_replies_state after insert or update of state or delete on review_replies for each row execute function keep_reply_state();

-- Every step, for ever: who wrote what, who let it out, what the source said.
create table review_reply_steps (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  from_state text not null,
  to_state text not null,
  revision integer not null,
  content text not null,
  reason text,
  actor_id text,
  actor_name text not null,
  at timestamptz not null
);
create index review_reply_steps_of_review on review_reply_steps (review_id, at desc, id desc);

-- What somebody has typed and not sent; a fresh one is somebody who is writing.
create table review_reply_drafts (
  review_id uuid not null references reviews (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  content text not null check (length(content) between 1 and 20000),
  template_id uuid,
  variant_id uuid,
  saved_at timestamptz not null,
  primary key (review_id, user_id)
);
create index review_reply_drafts_user on review_reply_drafts (user_id);

-- Whether replies of a venue wait for somebody who lets them out; no row = never.
create table review_reply_settings (
  venue_id uuid primary key references venues (id) on delete cascade,
  approval text not null check (approval in ('never', 'low', 'always'))
);

-- Wordings for replies. Whose: one company's, one brand's companies, or everybody's.
create table reply_templates (
  id uuid primary key,
  company_id uuid references companies (id) on delete cascade,
  brand_id uuid references brands (id) on delete cascade,
  name text not null,
  lang text not null check (lang ~ '^[a-z]{2,3}$'),
  -- Empty = whatever the rating.
  stars smallint[] not null check (stars <@ array[1, 2, 3, 4, 5]::smallint[]),
  version integer not null default 1,
  created_at timestamptz not null,
  check (company_id is null or brand_id is null)
);
create index reply_templates_company on reply_templates (company_id, lower(name), id);
create index reply_templates_brand on reply_templates (brand_id) where brand_id is not null;
create table reply_template_variants (
  id uuid primary key,
  template_id uuid not null references reply_templates (id) on delete cascade,
  position integer not null,
  content text not null check (length(content) between 1 and 4000),
  unique (template_id, position) deferrable initially deferred
);
create table reply_template_venues (
  template_id uuid not null references reply_templates (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  primary key (template_id, venue_id)
);
create index reply_template_venues_venue on reply_template_venues (venue_id);
-- When a wording was sent last at a venue, so that ten replies do not read alike.
create table reply_variant_uses (
  variant_id uuid not null references reply_template_variants (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  used_at timestamptz not null,
  primary key (variant_id, venue_id)
);
create index reply_variant_uses_venue on reply_variant_uses (venue_id);

-- Channels hear of replies as they hear of bookings, by the same outbox: signed, in order for each review, tried again. `reservation_id` is the id of
-- what the event is about.
alter table webhook_events
  add column entity text not null default 'booking' check (entity in ('booking', 'review')),
  drop constraint webhook_events_name_check,
  drop constraint webhook_events_action_check;
alter table webhook_events
  add constraint webhook_events_name_check
    check (name in ('booking.created', 'booking.updated', 'booking.canceled', 'review.reply_requested', 'review.reply_withdrawn')),
  add constraint webhook_events_action_check check (action in ('update', 'canceled', 'reply', 'withdrawn')),
  add constraint webhook_events_entity_name check (name like entity || '.%');

create function write_reply_event() returns trigger language plpgsql as $$
declare
  review record;
  asked boolean := new.state = 'pending';
  event uuid := gen_random_uuid();
  number bigint;
begin
  select r.channel_id, r.source, r.external_id, r.lang into review from reviews r where r.id = new.review_id;
  if review.channel_id is null then
    return null;
  end if;
  if not exists (select from webhook_endpoints e where e.channel_id = review.channel_id and e.state <> 'unverified')
    and not exists (select from webhook_streams s where s.channel_id = review.channel_id and s.until > new.changed_at) then
    return null;
  end if;
  insert into webhook_events (id, channel_id, venue_id, reservation_id, entity, action, name, data, occurred_at)
  values (event, review.channel_id, new.venue_id, new.review_id, 'review', case when asked then 'reply' else 'withdrawn' end,
    case when asked then 'review.reply_requested' else 'review.reply_withdrawn' end,
    jsonb_strip_nulls(jsonb_build_object('venueId', new.venue_id, 'source', review.source, 'externalId', review.external_id,
      'revision', new.revision, 'text', case when asked then new.content end, 'language', review.lang)), new.changed_at)
  returning sequence into number;
  insert into webhook_deliveries (endpoint_id, event_id, channel_id, reservation_id, sequence, next_at, created_at)
  select e.id, event, review.channel_id, new.review_id, number, new.changed_at, new.changed_at
  from webhook_endpoints e where e.channel_id = review.channel_id and e.state <> 'unverified';
  return null;
end $$;
create trigger review_replies_requested after insert on review_replies for each row when (new.state = 'pending') execute function write_reply_event();
create trigger review_replies_told after update on review_replies for each row
  when (new.state = 'pending' and (old.state <> 'pending' or new.revision > old.revision) or old.state = 'pending' and new.state = 'draft')
  execute function write_reply_event();
