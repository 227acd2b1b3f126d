-- What guests of another language read for an area; the language codes are those of the portal.
alter table areas add column names jsonb not null default '{}', add column descriptions jsonb not null default '{}';

-- Reservations that a change of the book left behind. A row lasts until the reservation moved, ended or was kept as it is.
create table book_conflicts (
  venue_id uuid not null,
  reservation_id uuid not null,
  -- The place that is in conflict: with another one, the conflict is settled.
  starts_at timestamptz not null,
  area_id uuid not null,
  party_size integer not null,
  -- As the verdicts of availability have them.
  rules jsonb not null,
  book_version integer not null,
  found_at timestamptz not null default now(),
  kept_at timestamptz,
  kept_by uuid,
  primary key (venue_id, reservation_id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade
);
create index book_conflicts_open on book_conflicts (venue_id, starts_at) where kept_at is null;
