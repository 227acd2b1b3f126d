-- A restaurant that is here already is asked at an address of its own, never at one that a partner names.

-- Whose own address it was when the link was made; null = somebody named it, for a restaurant that was not here. A link that is out to a restaurant
-- that was here is good no more: whether the address was its own is not known of it.
alter table onboarding_invites add column house_venue_id uuid;
-- The others of the house heard of its confirmation; null = not yet, or there was nothing to tell.
alter table onboarding_invites add column house_told_at timestamptz;
