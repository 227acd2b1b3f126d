-- channels: the venues that any channel sells, one row each, for who asks which are sold nowhere (migration 0077). Read from the links themselves, that
-- question passed over every link there is.
create view live_venues as select venue_id from venue_link_states where states & link_state_bit('live') > 0;
create index venue_link_states_live on venue_link_states (venue_id) where states & link_state_bit('live') > 0;
