-- Guests of completed visits are asked for a review by mail, once; what they write is ours to publish.

alter table review_settings
  add column ask_guests boolean not null default false,
  add column ask_after_hours integer not null default 20 check (ask_after_hours between 1 and 168),
  -- Visits that ended before somebody wanted guests to be asked are not asked about.
  add column asks_since timestamptz;
create index review_settings_asking on review_settings (venue_id) where ask_guests;

-- The name is ours from now on.
update reviews set source = 'own-site' where source = 'own';
-- Of our own reviews: waits to be published, is, or is not (and why). Null = it came from a source, which publishes by itself.
alter table reviews
  add column moderation text check (moderation in ('awaiting', 'published', 'declined')),
  add column moderation_reason text,
  add constraint reviews_own check ((moderation is null) = (source <> 'own')),
  add constraint reviews_declined check ((moderation = 'declined') = (moderation_reason is not null));
create index reviews_awaiting on reviews (venue_id, published_at desc, id desc) where moderation = 'awaiting';

create table review_requests (
  id uuid primary key,
  venue_id uuid not null references venues (id) on delete cascade,
  reservation_id uuid not null,
  -- Of the address, to ask nobody too often; it leads to nobody.
  guest_key text not null,
  lang text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- Gone when the guest is erased.
  review_id uuid references reviews (id) on delete set null,
  edits integer not null default 0,
  unique (venue_id, reservation_id)
);
create index review_requests_guest on review_requests (venue_id, guest_key, asked_at desc);
create index review_requests_review on review_requests (review_id) where review_id is not null;
