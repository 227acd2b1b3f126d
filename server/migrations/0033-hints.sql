-- How often somebody said that the system changed a booking: a hint that comes while the system is being asked is not answered by that answer.
alter table remote_bookings add column hints integer not null default 0;

-- One word for a seated guest, in webhooks as in the channels' API.
create or replace function webhook_status(status text) returns text language sql immutable parallel safe as $$
  select case status
    when 'pending_confirmation' then 'pending' when 'requires_payment' then 'require_payment' when 'rejected' then 'declined'
    when 'no_show' then 'no-show' else status end
$$;
