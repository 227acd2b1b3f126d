-- AN3: whose account is switched off has nothing sent: his reports stop with it, not when they are due next, and those who could go on with them are told at
-- once. They stay his: switched on again, he goes on with them.
create function people_disabled() returns trigger language plpgsql as $$
begin
  update reports set state = 'stopped', stopped_for = 'owner_gone', next_at = null, heirs_told_at = null, version = version + 1
    where user_id = new.id and state <> 'stopped';
  return null;
end $$;
create trigger users_disabled after update of disabled_at on users for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function people_disabled();

-- Those of people whose account is switched off until now.
update reports r set state = 'stopped', stopped_for = 'owner_gone', next_at = null, heirs_told_at = null, version = r.version + 1
  from users u where u.id = r.user_id and u.disabled_at is not null and r.state <> 'stopped';
