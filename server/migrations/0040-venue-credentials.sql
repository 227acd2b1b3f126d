-- HU1: credentialsType `venue`: what a venue shows its own reservation system. Sealed; never answered.
alter table venues
  add column system_token text,
  add column system_token_at timestamptz,
  add constraint venues_system_token check ((system_token is null) = (system_token_at is null));

-- A token made for one system is never shown to another, whoever moves the venue.
create function drop_system_token() returns trigger language plpgsql as $$
begin
  if new.system_token is not distinct from old.system_token then
    new.system_token := null;
    new.system_token_at := null;
  end if;
  return new;
end $$;
create trigger venues_system_token before update of system_id on venues for each row
  when (new.system_id is distinct from old.system_id and old.system_token is not null) execute function drop_system_token();

-- The one that is asked for where a question is about no venue: whether the system is well.
create index venues_system_token on venues (system_id, id) where system_token is not null;
