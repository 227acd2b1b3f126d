-- Reviews (LI2): what guests wrote of a venue, brought by the channels that show it.

create table reviews (
  id uuid primary key,
  venue_id uuid not null references venues (id),
  channel_id uuid references channels (id) on delete set null,
  source text not null check (source ~ '^[a-z0-9][a-z0-9._-]{0,59}$'),
  external_id text not null check (length(external_id) between 1 and 200),
  -- As the source counts.
  rating numeric(6, 2) check (rating between 0 and scale),
  scale numeric(6, 2) check (scale between 1 and 100),
  recommended boolean,
  stars smallint generated always as (case when rating is not null then greatest(1, round(rating * 5 / scale))::smallint end) stored,
  title text,
  content text,
  lang text,
  author text,
  url text,
  visited_on date,
  reservation_id uuid,
  subratings jsonb not null,
  media jsonb not null,
  published_at timestamptz not null,
  edited_at timestamptz,
  removed_at timestamptz,
  received_at timestamptz not null,
  -- `simple`: a review may be in any language.
  words tsvector generated always as (
    to_tsvector('simple', coalesce(title, '') || ' ' || coalesce(content, '') || ' ' || coalesce(author, ''))) stored,
  check ((rating is null) = (scale is null)),
  check (rating is not null or recommended is not null or content is not null)
);
-- The same review is the same for ever, whichever channel brings it.
create unique index reviews_once on reviews (venue_id, source, external_id);
create index reviews_of_venue on reviews (venue_id, published_at desc, id desc);
create index reviews_of_all on reviews (published_at desc, id desc);
create index reviews_words on reviews using gin (words);
create index reviews_of_channel on reviews (channel_id) where channel_id is not null;

-- What a review said before its author changed it.
create table review_versions (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  rating numeric(6, 2),
  scale numeric(6, 2),
  title text,
  content text,
  replaced_at timestamptz not null
);
create index review_versions_of_review on review_versions (review_id, replaced_at desc);
