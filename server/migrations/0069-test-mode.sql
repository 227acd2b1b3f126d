-- Partners try their work out beside the real one: a booking channel and a reservation system each have a twin with keys of its own that sees test venues
-- only. A twin is a channel or a system like any other; that nothing of a test ever meets what is real is held here.
alter table channels
  add column test boolean not null default false,
  add column test_of uuid references channels (id) on delete set null,
  -- With this one a reservation system's developers book at their own test venues.
  add column test_of_system uuid references systems (id) on delete set null,
  add constraint channels_test check (test or (test_of is null and test_of_system is null));
create unique index channels_one_twin on channels (test_of) where test_of is not null;
create unique index channels_twin_of_system on channels (test_of_system) where test_of_system is not null;
alter table systems
  add column test boolean not null default false,
  add column test_of uuid references systems (id) on delete set null,
  add constraint systems_test check (test or test_of is null);
create unique index systems_one_twin on systems (test_of) where test_of is not null;
alter table venues add column test boolean not null default false;

-- What is made as a test stays one, and the other way round. Error TW031.
create function guard_test_stays() returns trigger language plpgsql as $$
begin
  if new.test is distinct from old.test then
    raise exception 'what is a test stays one, what is real stays real' using errcode = 'TW031';
  end if;
  return new;
end $$;
create trigger channels_test_stays before update of test on channels for each row execute function guard_test_stays();
create trigger systems_test_stays before update of test on systems for each row execute function guard_test_stays();

-- A venue of a test system is a test venue; the built-in book serves both.
create function guard_venue_test() returns trigger language plpgsql as $$
declare
  of_system record;
begin
  select test, type into of_system from systems where id = new.system_id;
  if tg_op = 'INSERT' then
    new.test := new.test or coalesce(of_system.test, false);
  elsif new.test is distinct from old.test then
    raise exception 'what is a test stays one, what is real stays real' using errcode = 'TW031';
  end if;
  if of_system.type <> 'built_in' and of_system.test <> new.test then
    raise exception 'test venues and test systems belong together' using errcode = 'TW031';
  end if;
  return new;
end $$;
create trigger venues_test before insert or update of system_id, test on venues for each row execute function guard_venue_test();

-- Once for each statement: an installation links ten thousand venues at a time. A link is never turned to another channel or venue.
create function guard_link_test() returns trigger language plpgsql as $$
begin
  if exists (select from added a join channels c on c.id = a.channel_id join venues v on v.id = a.venue_id where c.test <> v.test) then
    raise exception 'test venues and test channels belong together' using errcode = 'TW031';
  end if;
  return null;
end $$;
create trigger channel_venues_test after insert on channel_venues referencing new table as added
  for each statement execute function guard_link_test();
