-- `reservations_link` (channel, venue, created) answers what this one did: has the channel any booking. Every booking would write both.
drop index reservations_channel;
