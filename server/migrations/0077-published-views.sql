-- What a feature shows of its tables to those before it in the order of features. The tables themselves are written by their owner only and read by
-- later features only (tools/architecture.ts); whoever changes a column here changes what others build on.

-- channels
create view live_links as select venue_id, channel_id from channel_venues where state = 'live';
create view channel_names as select id, name from channels;

-- systems
create view known_systems as select id, code, name, type, active, credentials_type, test from systems;
create view closed_channels as select system_id, channel_id from system_channels where not enabled;

-- venues
create view venue_names as select id, company_id, name from venues;

-- reservations: who has, had or asked for a place, and what a list of conflicts says about the party
create view placed_bookings as
  select id, reference, venue_id, area_id, channel_id, status, party_size, starts_at, ends_at, starts_local, service_on, hold_expires_at, created_at,
    guest_first_name, guest_last_name
  from reservations;

-- hub: what of a reservation the venue's own system is known to have
create view remote_states as
  select venue_id, reservation_id, system_id, state, remote_id, payment_url, remote_trouble(b) as trouble from remote_bookings b;

-- notifications: what goes with a user
create view notified_users as
  select user_id, 'choice' as kind from notification_choices union all select user_id, 'device' from push_subscriptions;
