-- Whoever is disabled, or works for another house, is out on every tablet; enabled again, his PIN lets him in anew.
create function end_device_acts() returns trigger language plpgsql as $$
begin
  delete from device_acts a where a.user_id = new.id;
  return null;
end $$;
create trigger users_device_acts after update on users
  for each row when ((old.disabled_at is null and new.disabled_at is not null) or old.company_id is distinct from new.company_id)
  execute function end_device_acts();

-- A restaurant that goes to another company leaves its tablets behind: they stand in the hands of those who may not see it any more.
create function end_shared_devices() returns trigger language plpgsql as $$
begin
  update shared_devices d set ended_at = now() where d.venue_id = new.id and d.ended_at is null;
  delete from device_acts a using shared_devices d where d.id = a.device_id and d.venue_id = new.id;
  return null;
end $$;
create trigger venues_shared_devices after update on venues
  for each row when (old.company_id is distinct from new.company_id) execute function end_shared_devices();
