-- GO1: what Google has booked belongs to the account, also after that books as another channel; and to the merchant that Google knows it by, also where
-- that venue was merged into another one. Null = the venue itself.
alter table google_bookings add column merchant_id uuid;
-- Asked for as a slot that the venue confirms by hand: so it is told again.
alter table google_bookings add column asynchronous boolean not null default false;
create index google_bookings_merchant on google_bookings (account_id, merchant_id) where merchant_id is not null;

-- What Google does itself is done as the channel of its booking, which may not be the account's any more.
create or replace function google_booking_changed() returns trigger language plpgsql as $$
begin
  if exists (select from google_bookings g where g.venue_id = new.venue_id and g.reservation_id = new.reservation_id) then
    insert into google_changes (account_id, venue_id, kind, ref)
    select a.id, new.venue_id, 'booking', new.reservation_id::text
    from google_bookings g join google_accounts a on a.id = g.account_id
      join reservations r on r.venue_id = g.venue_id and r.id = g.reservation_id
    where g.venue_id = new.venue_id and g.reservation_id = new.reservation_id and a.active and a.partner_id is not null
      and not (new.actor_kind = 'channel' and new.actor_id = r.channel_id::text)
      and exists (select from google_secrets s where s.account_id = a.id and s.name = 'oauthKey');
  end if;
  return null;
end $$;
