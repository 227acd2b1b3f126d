-- What the house does about a review: who looks after it, until when, under which labels, and what people said of it.

alter table reviews
  add column flagged boolean not null default false,
  add column labels text[] not null default '{}',
  add column assignee_id uuid references users (id) on delete set null,
  add column due_at timestamptz,
  -- When the assignee was told that it is due, and who lets replies out that it waits too long.
  add column reminded_at timestamptz,
  add column escalated_at timestamptz,
  -- Who tied it to its booking by hand.
  add column tied_by text;
create index reviews_assigned on reviews (assignee_id, published_at desc, id desc) where assignee_id is not null;
create index reviews_flagged on reviews (venue_id, published_at desc, id desc) where flagged;
create index reviews_flagged_all on reviews (published_at desc, id desc) where flagged;
create index reviews_labels on reviews using gin (labels) where labels <> '{}';
create index reviews_due on reviews (due_at) where due_at is not null and reminded_at is null;
create index reviews_of_booking on reviews (venue_id, reservation_id) where reservation_id is not null;
create index reviews_unescalated on reviews (venue_id, received_at) where escalated_at is null and removed_at is null;

create table review_comments (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  author_name text not null,
  content text not null check (length(content) between 1 and 4000),
  -- [{ id, name }]
  mentions jsonb not null,
  created_at timestamptz not null
);
create index review_comments_of_review on review_comments (review_id, created_at, id);
create index review_comments_author on review_comments (author_id) where author_id is not null;

create table review_settings (
  venue_id uuid primary key references venues (id) on delete cascade,
  -- Null = never.
  escalate_after_hours integer check (escalate_after_hours between 1 and 720),
  -- What was late before somebody asked to be told is not told.
  escalates_since timestamptz not null,
  updated_at timestamptz not null
);
create index review_settings_escalating on review_settings (venue_id) where escalate_after_hours is not null;
