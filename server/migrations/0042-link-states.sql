-- CH1: in which states a venue stands with any of its channels, so that "how many venues are paused somewhere" is read from one small index instead of
-- all links. Triggers keep it true whoever writes.
create function link_state_bit(state text) returns integer language sql immutable parallel safe as $$
  select coalesce(1 << array_position('{action_required,requested,in_review,live,paused,rejected,error}'::text[], state) - 1, 0)
$$;
-- Every sum of states in which one of these is: what an index can look up.
create function link_state_sums(wanted text[]) returns integer[] language sql immutable parallel safe as $$
  select array(select m from generate_series(1, 127) m where m & (select bit_or(link_state_bit(w)) from unnest(wanted) w) <> 0)
$$;
create table venue_link_states (
  venue_id uuid primary key references venues (id) on delete cascade,
  -- One bit for each state but "not enabled", which stands for nothing.
  states integer not null
);
create index venue_link_states_states on venue_link_states (states);

-- Whoever changes a venue's links takes its row first and reads them after: of two at once the second sees what the first wrote.
create function keep_link_states(changed uuid[]) returns void language plpgsql as $$
begin
  insert into venue_link_states (venue_id, states)
    select v.id, 0 from venues v where v.id = any(changed) order by v.id
    on conflict (venue_id) do update set venue_id = excluded.venue_id;
  update venue_link_states s set states = found.states
    from (
      select c.venue_id, coalesce(bit_or(link_state_bit(cv.state)), 0) as states
      from unnest(changed) as c (venue_id) left join channel_venues cv on cv.venue_id = c.venue_id group by c.venue_id
    ) as found
    where s.venue_id = found.venue_id and s.states <> found.states;
end $$;

create function links_made_keep_states() returns trigger language plpgsql as $$
begin
  perform keep_link_states(array(select distinct venue_id from made));
  return null;
end $$;
create function links_changed_keep_states() returns trigger language plpgsql as $$
declare
  changed uuid[] := array(
    select distinct n.venue_id from made n join gone o on o.venue_id = n.venue_id and o.channel_id = n.channel_id where o.state <> n.state);
begin
  if cardinality(changed) > 0 then perform keep_link_states(changed); end if;
  return null;
end $$;
create function links_gone_keep_states() returns trigger language plpgsql as $$
begin
  -- A venue that goes takes its row along.
  perform keep_link_states(array(select distinct venue_id from gone));
  return null;
end $$;
create trigger channel_venues_states_made after insert on channel_venues
  referencing new table as made for each statement execute function links_made_keep_states();
create trigger channel_venues_states_changed after update on channel_venues
  referencing old table as gone new table as made for each statement execute function links_changed_keep_states();
create trigger channel_venues_states_gone after delete on channel_venues
  referencing old table as gone for each statement execute function links_gone_keep_states();

insert into venue_link_states (venue_id, states) select venue_id, bit_or(link_state_bit(state)) from channel_venues group by venue_id;
