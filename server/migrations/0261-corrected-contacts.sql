-- Whose booking a kept place is counts anew once its guest corrects the address of mail: with another one he is another contact. Error TW228.
drop trigger reservations_contact_committed on reservations;
create trigger reservations_contact_committed after update on reservations for each row
  when (new.source = 'widget' and new.guest_id is not null and old.status = 'held'
    and (old.guest_id is null or lower(old.guest_email) is distinct from lower(new.guest_email))
    and new.status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed'))
  execute function guard_contact_bookings();
