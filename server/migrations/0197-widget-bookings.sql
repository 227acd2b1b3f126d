-- What the booking page of a venue made: which hold became which reservation, so that no hold ever becomes two; what the guest agreed to, in the words that
-- stood there, as proof; and where he came from.
create table widget_bookings (
  venue_id uuid not null,
  reservation_id uuid not null,
  channel_id uuid not null references channels (id) on delete cascade,
  hold_id uuid not null,
  lang text not null,
  opt_in_text text,
  campaign jsonb not null default '{}',
  host text,
  created_at timestamptz not null,
  primary key (venue_id, reservation_id),
  foreign key (venue_id, reservation_id) references reservations (venue_id, id) on delete cascade
);
create unique index widget_bookings_hold on widget_bookings (hold_id);
create index widget_bookings_channel on widget_bookings (channel_id);
