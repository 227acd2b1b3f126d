-- Whoever is disabled, or works for another house, is out on every tablet; enabled again, his PIN lets him in anew.
create function end_device_acts() returns trigger language plpgsql as $$
begin
  delete from device_acts a where a.user_id = new.id;
  return null;
end $$;
create trigger users_device_acts after update on users
  for each row when ((old.disabled_at is null and new.disabled_at is not null) or old.company_id is distinct from new.company_id)
  execute function end_device_acts();
