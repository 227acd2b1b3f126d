-- Where a guest lives, as the channel said it with the booking: {country, city, region, street, postalCode}, each text or null.
alter table reservations add column guest_address jsonb;
