-- Whether a place takes no writes at this moment: work that goes over the rows of all companies leaves it out, so that one that is moved keeps no other waiting.
create function is_closed(asked uuid) returns boolean language sql stable as $$
  select exists (select from closed_places where place_id = asked and (until is null or until > statement_timestamp()))
$$;
create function any_closed() returns boolean language sql stable as $$
  select exists (select from closed_places)
$$;

-- Entries of the audit that came to this database or leave it, at once where their day has been closed: the days themselves are closed meanwhile.
create function move_count_audit(condition text, venues uuid[], company uuid, day date, keys text[], sign integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(40127532);
  execute format(
    'insert into audit_days (day, entries)
       select (t.at at time zone ''UTC'')::date, ($5 * count(*))::integer from audit_entries t, audit_closed c
       where (%s) and ($4 is null or %s = any ($4)) and t.at < c.until::timestamp at time zone ''UTC'' group by 1
     on conflict (day) do update set entries = audit_days.entries + excluded.entries', condition, move_key('audit_entries'::regclass))
    using venues, company, day, keys, sign;
end $$;
drop function move_forget_audit(uuid[], uuid);

-- As before, but for the audit's days, which are counted as its entries come.
create or replace function move_settle(move uuid, venues uuid[], company uuid) returns void language plpgsql as $$
begin
  update webhook_deliveries d set sequence = e.sequence from webhook_events e where e.id = d.event_id and e.venue_id = any (venues);
  insert into analytics_dirty (venue_id, service_on, created_on)
    -- As their trigger has it: days whose bookings were removed keep the sums they had.
    select distinct r.venue_id, case when r.service_on < b.removed_before then r.created_on else r.service_on end,
      case when r.created_on < b.removed_before then r.service_on else r.created_on end
    from reservations r left join booking_retention b on b.venue_id = r.venue_id
    where r.venue_id = any (venues) and (b.removed_before is null or r.service_on >= b.removed_before or r.created_on >= b.removed_before);
  perform move_forget_kept();
  insert into pgboss.job select (j.x).* from (
      select jsonb_populate_record(null::pgboss.job, a.content::jsonb || '{"state": "created", "started_on": null, "heartbeat_on": null}') as x
      from arriving_rows a where a.move_id = move and a.table_name = 'pgboss.job' offset 0) j
    where exists (select from pgboss.queue q where q.name = (j.x).name) on conflict do nothing;
  delete from closed_places c using company_moves m where c.move_id = m.id and m.company_id = company;
end $$;

-- Ids of the company's that its jobs speak of: also letters of sheets, its own gateways for texts, messages to guests, and groups.
create or replace function move_mentions(data jsonb, venues uuid[], company uuid) returns boolean language sql stable as $$
  select exists (
    select from (select distinct m[1]::uuid as id from regexp_matches(data::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') m) u
    where u.id = any (venues) or u.id = company
      or exists (select from reservations r where r.venue_id = any (venues) and r.id = u.id)
      or exists (select from waitlist_entries w where w.venue_id = any (venues) and w.id = u.id)
      or exists (select from users p where p.company_id = company and p.id = u.id)
      or exists (select from reviews r where r.venue_id = any (venues) and r.id = u.id)
      or exists (select from review_requests r where r.venue_id = any (venues) and r.id = u.id)
      or exists (select from sales_links l where l.venue_id = any (venues) and l.id = u.id)
      or exists (select from sheet_runs s where s.venue_id = any (venues) and s.id = u.id)
      or exists (select from import_batches b where b.company_id = company and b.id = u.id)
      or exists (select from bulk_changes b where b.company_id = company and b.id = u.id)
      or exists (select from reports r where r.company_id = company and r.id = u.id)
      or exists (select from sheet_letters l join sheet_runs s on s.id = l.run_id where s.venue_id = any (venues) and l.id = u.id)
      or exists (select from text_gateways g where g.company_id = company and g.id = u.id)
      or exists (select from guest_messages g where g.venue_id = any (venues) and g.id = u.id)
      or exists (select from groups g where g.company_id = company and g.id = u.id))
$$;

-- The command holds the jobs that go, and deletes those.
drop function move_forget_jobs(uuid[], uuid);

-- Whose booking began before the switch and is written after it finds no venue, and hears where that is. Without a moved one it is a fault, as before.
create or replace function reservation_created_on() returns trigger language plpgsql as $$
begin
  new.created_on := (new.created_at at time zone (select v.time_zone from venues v where v.id = new.venue_id))::date;
  if new.created_on is null then
    perform refuse_closed(new.venue_id);
  end if;
  return new;
end $$;
