-- A company that is taken from one installation to another, as each of the two databases knows it. `side`: which of the two this database is.
create table company_moves (
  id uuid primary key,
  company_id uuid not null,
  company_name text not null,
  side text not null check (side in ('source', 'target')),
  state text not null check (state in ('copying', 'moved', 'done', 'arriving', 'arrived', 'aborted')),
  check ((side = 'source') = (state in ('copying', 'moved', 'done')) or state = 'aborted'),
  venues uuid[] not null,
  -- Where the company is asked for after the switch.
  url text not null,
  -- What a company's old reservations are: those of days before this one that are over. They are copied ahead.
  ahead_before date not null,
  -- Sums of each table as they were when the source was closed, and columns that differ on purpose.
  facts jsonb not null default '{}',
  started_at timestamptz not null default now(),
  state_at timestamptz not null default now()
);
create unique index company_moves_one on company_moves (company_id, side) where state not in ('done', 'arrived', 'aborted');

-- What was done, in words, in order.
create table company_move_steps (
  move_id uuid not null references company_moves (id),
  n integer not null,
  at timestamptz not null default clock_timestamp(),
  said text not null,
  primary key (move_id, n)
);

-- Places that take no writes: companies, venues, groups, people and reservations of a company that is moved. `until`: a pause, which ends by itself; null
-- after the switch, for good. Each pause has a turn of its own, so that nobody who writes is waited for but by the end of his transaction.
create table closed_places (
  place_id uuid not null,
  turn uuid not null,
  move_id uuid not null references company_moves (id),
  until timestamptz,
  url text not null,
  primary key (place_id, turn)
);
create index closed_places_turn on closed_places (turn);

-- What is on its way to this database: rows as text, with what is changed in them on the way. They become rows in the one transaction of the switch.
create table arriving_rows (
  move_id uuid not null references company_moves (id),
  table_name text not null,
  -- Written at once, in a batch: of what is copied ahead.
  ahead boolean not null default false,
  key text not null,
  sum text not null,
  content text not null,
  patch jsonb,
  place bigint,
  primary key (move_id, table_name, ahead, key)
);

-- A pause that has run out, looked at once more: the switch may be being written at this very moment, and holds the row. It is waited for, but not for long:
-- the command may be gone, and whoever writes holds a connection meanwhile.
create function closed_after_pause(asked uuid, asked_turn uuid, out standing boolean, out ending timestamptz) language plpgsql set lock_timeout = '3s' as $$
begin
  select true, c.until into standing, ending from closed_places c where c.place_id = asked and c.turn = asked_turn for share;
exception when lock_not_available then
  raise exception 'this place is just being moved to another installation' using errcode = 'TW380';
end $$;

-- Refuses a write at a closed place. A pause that has run out is over.
create function refuse_closed(asked uuid) returns void language plpgsql as $$
declare
  closed record;
  ending timestamptz;
  standing boolean;
begin
  for closed in select turn, until from closed_places where place_id = asked loop
    ending := closed.until;
    if closed.until <= clock_timestamp() then
      select c.standing, c.ending into standing, ending from closed_after_pause(asked, closed.turn) c;
      continue when standing is not true;
    end if;
    if ending is null then
      raise exception 'this place has moved to another installation' using errcode = 'TW381';
    elsif ending > clock_timestamp() then
      raise exception 'this place is just being moved to another installation' using errcode = 'TW380';
    end if;
  end loop;
end $$;

-- Guards look when the row is written: its transaction has its number by then, and whoever closes a place waits for all numbers that were given before. Under
-- another isolation than that of the product they would look into the past, so nothing is written there.
create function guard_closed_venue() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'this table is written in read committed only' using errcode = 'TW382';
  end if;
  if exists (select from closed_places) then
    if tg_op <> 'INSERT' then
      perform refuse_closed(old.venue_id);
    end if;
    if tg_op <> 'DELETE' then
      perform refuse_closed(new.venue_id);
    end if;
  end if;
  return null;
end $$;

create function guard_closed_company() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'this table is written in read committed only' using errcode = 'TW382';
  end if;
  if exists (select from closed_places) then
    if tg_op <> 'INSERT' then
      perform refuse_closed(old.company_id);
    end if;
    if tg_op <> 'DELETE' then
      perform refuse_closed(new.company_id);
    end if;
  end if;
  return null;
end $$;

create function guard_closed_id() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'this table is written in read committed only' using errcode = 'TW382';
  end if;
  if exists (select from closed_places) then
    if tg_op <> 'INSERT' then
      perform refuse_closed(old.id);
    end if;
    if tg_op <> 'DELETE' then
      perform refuse_closed(new.id);
    end if;
  end if;
  return null;
end $$;

-- Of rows that hang on another: the column by which, and, where that names no place itself, the question which place it belongs to.
create function guard_closed_parent() returns trigger language plpgsql as $$
declare
  written jsonb;
  parent uuid;
  place uuid;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'this table is written in read committed only' using errcode = 'TW382';
  end if;
  if not exists (select from closed_places) then
    return null;
  end if;
  foreach written in array array[case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end] loop
    parent := (written ->> tg_argv[0])::uuid;
    if parent is null then
      continue;
    end if;
    if tg_nargs = 1 then
      place := parent;
    else
      execute tg_argv[1] into place using parent;
    end if;
    if place is not null then
      perform refuse_closed(place);
    end if;
  end loop;
  return null;
end $$;

create trigger companies_closed after insert or update or delete on companies for each row execute function guard_closed_id();
create trigger venues_closed after insert or update or delete on venues for each row execute function guard_closed_id();
-- A closed company gets no venue, and loses none.
create trigger venues_closed_company after insert or update or delete on venues for each row execute function guard_closed_company();
create trigger users_closed after insert or update or delete on users for each row execute function guard_closed_company();
create trigger groups_closed after insert or update or delete on groups for each row execute function guard_closed_company();
create trigger bulk_changes_closed after insert or update or delete on bulk_changes for each row execute function guard_closed_company();
create trigger import_batches_closed after insert or update or delete on import_batches for each row execute function guard_closed_company();
create trigger import_mappings_closed after insert or update or delete on import_mappings for each row execute function guard_closed_company();
create trigger reply_templates_closed after insert or update or delete on reply_templates for each row execute function guard_closed_company();
create trigger reports_closed after insert or update or delete on reports for each row execute function guard_closed_company();
create trigger text_gateways_closed after insert or update or delete on text_gateways for each row execute function guard_closed_company();
create trigger partner_ids_closed after insert or update or delete on partner_ids for each row execute function guard_closed_company();
create trigger booking_retention_closed after insert or update or delete on booking_retention for each row execute function guard_closed_venue();
create trigger areas_closed after insert or update or delete on areas for each row execute function guard_closed_venue();
create trigger books_closed after insert or update or delete on books for each row execute function guard_closed_venue();
create trigger booking_checks_closed after insert or update or delete on booking_checks for each row execute function guard_closed_venue();
create trigger book_conflicts_closed after insert or update or delete on book_conflicts for each row execute function guard_closed_venue();
create trigger dining_tables_closed after insert or update or delete on dining_tables for each row execute function guard_closed_venue();
create trigger floors_closed after insert or update or delete on floors for each row execute function guard_closed_venue();
create trigger floor_layouts_closed after insert or update or delete on floor_layouts for each row execute function guard_closed_venue();
create trigger floor_places_closed after insert or update or delete on floor_places for each row execute function guard_closed_venue();
create trigger floor_rules_closed after insert or update or delete on floor_rules for each row execute function guard_closed_venue();
create trigger floor_days_closed after insert or update or delete on floor_days for each row execute function guard_closed_venue();
create trigger table_chains_closed after insert or update or delete on table_chains for each row execute function guard_closed_venue();
create trigger table_joins_closed after insert or update or delete on table_joins for each row execute function guard_closed_venue();
create trigger table_plans_closed after insert or update or delete on table_plans for each row execute function guard_closed_venue();
create trigger table_seats_closed after insert or update or delete on table_seats for each row execute function guard_closed_venue();
create trigger table_times_closed after insert or update or delete on table_times for each row execute function guard_closed_venue();
create trigger guests_closed after insert or update or delete on guests for each row execute function guard_closed_venue();
create trigger guest_profiles_closed after insert or update or delete on guest_profiles for each row execute function guard_closed_venue();
create trigger guest_notes_closed after insert or update or delete on guest_notes for each row execute function guard_closed_venue();
create trigger guest_pairs_closed after insert or update or delete on guest_pairs for each row execute function guard_closed_venue();
create trigger guest_refusals_closed after insert or update or delete on guest_refusals for each row execute function guard_closed_venue();
create trigger guest_retention_closed after insert or update or delete on guest_retention for each row execute function guard_closed_venue();
create trigger guest_messages_closed after insert or update or delete on guest_messages for each row execute function guard_closed_venue();
create trigger own_codes_closed after insert or update or delete on own_codes for each row execute function guard_closed_venue();
create trigger pos_tables_closed after insert or update or delete on pos_tables for each row execute function guard_closed_venue();
create trigger waitlist_due_closed after insert or update or delete on waitlist_due for each row execute function guard_closed_venue();
create trigger waitlist_entries_closed after insert or update or delete on waitlist_entries for each row execute function guard_closed_venue();
create trigger waitlist_settings_closed after insert or update or delete on waitlist_settings for each row execute function guard_closed_venue();
create trigger widget_bookings_closed after insert or update or delete on widget_bookings for each row execute function guard_closed_venue();
create trigger widget_holds_closed after insert or update or delete on widget_holds for each row execute function guard_closed_venue();
create trigger widget_sites_closed after insert or update or delete on widget_sites for each row execute function guard_closed_venue();
create trigger shift_notes_closed after insert or update or delete on shift_notes for each row execute function guard_closed_venue();
create trigger reservations_closed after insert or update or delete on reservations for each row execute function guard_closed_venue();
create trigger reservation_events_closed after insert or update or delete on reservation_events for each row execute function guard_closed_venue();
create trigger guest_words_closed after insert or update or delete on guest_words for each row execute function guard_closed_venue();
create trigger audit_entries_closed after insert or update or delete on audit_entries for each row execute function guard_closed_venue();
create trigger remote_bookings_closed after insert or update or delete on remote_bookings for each row execute function guard_closed_venue();
create trigger remote_days_closed after insert or update or delete on remote_days for each row execute function guard_closed_venue();
create trigger remote_venues_closed after insert or update or delete on remote_venues for each row execute function guard_closed_venue();
create trigger guest_erasures_closed after insert or update or delete on guest_erasures
  for each row execute function guard_closed_parent('id', 'select venue_id from guest_erasure_venues where erasure_id = $1 limit 1');
create trigger guest_erasure_venues_closed after insert or update or delete on guest_erasure_venues for each row execute function guard_closed_venue();
create trigger guest_erasure_answers_closed after insert or update or delete on guest_erasure_answers for each row execute function guard_closed_venue();
create trigger channel_venues_closed after insert or update or delete on channel_venues for each row execute function guard_closed_venue();
create trigger channel_health_closed after insert or update or delete on channel_health for each row execute function guard_closed_venue();
create trigger link_events_closed after insert or update or delete on link_events for each row execute function guard_closed_venue();
create trigger licensed_venues_closed after insert or update or delete on licensed_venues for each row execute function guard_closed_venue();
create trigger venue_link_states_closed after insert or update or delete on venue_link_states for each row execute function guard_closed_venue();
create trigger venue_slugs_closed after insert or update or delete on venue_slugs for each row execute function guard_closed_venue();
create trigger offered_days_closed after insert or update or delete on offered_days for each row execute function guard_closed_venue();
create trigger offered_until_closed after insert or update or delete on offered_until for each row execute function guard_closed_venue();
create trigger turned_away_closed after insert or update or delete on turned_away for each row execute function guard_closed_venue();
create trigger listing_copies_closed after insert or update or delete on listing_copies for each row execute function guard_closed_venue();
create trigger listing_days_closed after insert or update or delete on listing_days for each row execute function guard_closed_venue();
create trigger listing_difference_moves_closed after insert or update or delete on listing_difference_moves for each row execute function guard_closed_venue();
create trigger listing_differences_closed after insert or update or delete on listing_differences for each row execute function guard_closed_venue();
create trigger listing_photos_closed after insert or update or delete on listing_photos for each row execute function guard_closed_venue();
create trigger listing_profiles_closed after insert or update or delete on listing_profiles for each row execute function guard_closed_venue();
create trigger listing_score_moves_closed after insert or update or delete on listing_score_moves for each row execute function guard_closed_venue();
create trigger listing_scores_closed after insert or update or delete on listing_scores for each row execute function guard_closed_venue();
create trigger listing_changes_closed after insert or update or delete on listing_changes for each row execute function guard_closed_venue();
create trigger sales_links_closed after insert or update or delete on sales_links for each row execute function guard_closed_venue();
create trigger sales_enquiries_closed after insert or update or delete on sales_enquiries
  for each row execute function guard_closed_parent('link_id', 'select venue_id from sales_links where id = $1');
create trigger sales_texts_closed after insert or update or delete on sales_texts for each row execute function guard_closed_parent('link_id', 'select venue_id from sales_links where id = $1');
create trigger webhook_events_closed after insert or update or delete on webhook_events for each row execute function guard_closed_venue();
create trigger webhook_deliveries_closed after insert or update or delete on webhook_deliveries
  for each row execute function guard_closed_parent('event_id', 'select venue_id from webhook_events where id = $1');
create trigger webhook_attempts_closed after insert or update or delete on webhook_attempts
  for each row execute function guard_closed_parent('delivery_id', 'select e.venue_id from webhook_deliveries d join webhook_events e on e.id = d.event_id where d.id = $1');
create trigger reviews_closed after insert or update or delete on reviews for each row execute function guard_closed_venue();
create trigger review_replies_closed after insert or update or delete on review_replies for each row execute function guard_closed_venue();
create trigger review_reply_settings_closed after insert or update or delete on review_reply_settings for each row execute function guard_closed_venue();
create trigger review_requests_closed after insert or update or delete on review_requests for each row execute function guard_closed_venue();
create trigger review_settings_closed after insert or update or delete on review_settings for each row execute function guard_closed_venue();
create trigger reply_template_venues_closed after insert or update or delete on reply_template_venues for each row execute function guard_closed_venue();
create trigger reply_variant_uses_closed after insert or update or delete on reply_variant_uses for each row execute function guard_closed_venue();
create trigger review_comments_closed after insert or update or delete on review_comments for each row execute function guard_closed_parent('review_id', 'select venue_id from reviews where id = $1');
create trigger review_reply_drafts_closed after insert or update or delete on review_reply_drafts
  for each row execute function guard_closed_parent('review_id', 'select venue_id from reviews where id = $1');
create trigger review_reply_steps_closed after insert or update or delete on review_reply_steps
  for each row execute function guard_closed_parent('review_id', 'select venue_id from reviews where id = $1');
create trigger review_versions_closed after insert or update or delete on review_versions for each row execute function guard_closed_parent('review_id', 'select venue_id from reviews where id = $1');
create trigger reply_template_variants_closed after insert or update or delete on reply_template_variants
  for each row execute function guard_closed_parent('template_id', 'select company_id from reply_templates where id = $1');
create trigger user_groups_closed after insert or update or delete on user_groups for each row execute function guard_closed_parent('user_id');
create trigger user_venues_closed after insert or update or delete on user_venues for each row execute function guard_closed_parent('user_id');
create trigger passkeys_closed after insert or update or delete on passkeys for each row execute function guard_closed_parent('user_id');
create trigger recovery_codes_closed after insert or update or delete on recovery_codes for each row execute function guard_closed_parent('user_id');
create trigger notification_choices_closed after insert or update or delete on notification_choices for each row execute function guard_closed_parent('user_id');
create trigger person_pins_closed after insert or update or delete on person_pins for each row execute function guard_closed_parent('user_id');
create trigger totp_secrets_closed after insert or update or delete on totp_secrets for each row execute function guard_closed_parent('user_id');
create trigger shared_device_rules_closed after insert or update or delete on shared_device_rules for each row execute function guard_closed_venue();
create trigger shared_devices_closed after insert or update or delete on shared_devices for each row execute function guard_closed_venue();
create trigger sheet_mails_closed after insert or update or delete on sheet_mails for each row execute function guard_closed_venue();
create trigger sheet_recipients_closed after insert or update or delete on sheet_recipients for each row execute function guard_closed_venue();
create trigger sheet_runs_closed after insert or update or delete on sheet_runs for each row execute function guard_closed_venue();
create trigger sheet_letters_closed after insert or update or delete on sheet_letters for each row execute function guard_closed_parent('run_id', 'select venue_id from sheet_runs where id = $1');
create trigger report_recipients_closed after insert or update or delete on report_recipients
  for each row execute function guard_closed_parent('report_id', 'select company_id from reports where id = $1');
create trigger text_answers_closed after insert or update or delete on text_answers
  for each row execute function guard_closed_parent('gateway_id', 'select company_id from text_gateways where id = $1');
create trigger text_stops_closed after insert or update or delete on text_stops for each row execute function guard_closed_parent('gateway_id', 'select company_id from text_gateways where id = $1');
create trigger bulk_change_venues_closed after insert or update or delete on bulk_change_venues
  for each row execute function guard_closed_parent('bulk_id', 'select company_id from bulk_changes where id = $1');
create trigger import_changes_closed after insert or update or delete on import_changes
  for each row execute function guard_closed_parent('batch_id', 'select company_id from import_batches where id = $1');
create trigger import_decisions_closed after insert or update or delete on import_decisions
  for each row execute function guard_closed_parent('batch_id', 'select company_id from import_batches where id = $1');
create trigger import_findings_closed after insert or update or delete on import_findings
  for each row execute function guard_closed_parent('batch_id', 'select company_id from import_batches where id = $1');
create trigger import_previous_closed after insert or update or delete on import_previous
  for each row execute function guard_closed_parent('batch_id', 'select company_id from import_batches where id = $1');
create trigger import_rows_closed after insert or update or delete on import_rows for each row execute function guard_closed_parent('batch_id', 'select company_id from import_batches where id = $1');
create trigger import_row_fields_closed after insert or update or delete on import_row_fields
  for each row execute function guard_closed_parent('batch_id', 'select company_id from import_batches where id = $1');
create trigger audit_entries_closed_company after insert or update or delete on audit_entries for each row execute function guard_closed_company();
create trigger partner_ids_closed_group after insert or update or delete on partner_ids
  for each row execute function guard_closed_parent('group_id', 'select company_id from groups where id = $1');

-- What keeps a company where it is does not begin while it is moved.
create trigger google_merchants_closed after insert or update or delete on google_merchants for each row execute function guard_closed_venue();
create trigger google_bookings_closed after insert or update or delete on google_bookings for each row execute function guard_closed_venue();
create trigger meta_installs_closed after insert or update or delete on meta_installs for each row execute function guard_closed_company();
create trigger meta_apps_closed after insert or update or delete on meta_apps for each row execute function guard_closed_company();
create trigger demo_tenants_closed after insert or update or delete on demo_tenants for each row execute function guard_closed_company();
create trigger demo_links_closed after insert or update or delete on demo_links for each row execute function guard_closed_venue();
create trigger onboarding_requests_closed after insert or update or delete on onboarding_requests for each row execute function guard_closed_venue();

-- A request that went live outlives its venue's leaving: what proved it stays. It goes live with a venue, and loses it by a move alone, which runs no triggers.
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'onboarding_requests'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%venue_id IS NOT NULL%onboarded_at IS NOT NULL%';
  execute format('alter table onboarding_requests drop constraint %I', name);
end $$;
alter table onboarding_requests add constraint onboarding_requests_live
  check (status <> 'live' or (visible_at is not null and available_at is not null and onboarded_at is not null));
create function require_live_venue() returns trigger language plpgsql as $$
begin
  if new.status = 'live' and new.venue_id is null and (tg_op = 'INSERT' or old.status <> 'live' or old.venue_id is not null) then
    raise exception 'a request is live at a venue' using errcode = 'check_violation', constraint = 'onboarding_requests_live';
  end if;
  return new;
end $$;
create trigger onboarding_requests_live_venue before insert or update on onboarding_requests for each row execute function require_live_venue();

-- The functions of a move take the name of a table and the condition by which its rows are the company's: `t` is the row, $1 the venues, $2 the company,
-- $3 the day before which reservations are old. Which tables and conditions there are, the product says.
create function move_columns(relation regclass, skipped text[]) returns text language sql stable as $$
  select string_agg(format('t.%I', attname), ', ' order by attname) from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attname <> all (skipped)
$$;

-- What a row is called: its primary key, else the row itself, and which of several like it.
create function move_key(relation regclass) returns text language sql stable as $$
  select coalesce(
    (select 'jsonb_build_array(' || string_agg(format('t.%I', a.attname), ', ' order by a.attnum) || ')::text'
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = relation and i.indisprimary),
    format('md5(row(%1$s)::text) || ''-'' || row_number() over (partition by row(%1$s)::text)', move_columns(relation, '{}')))
$$;

-- An id that somebody sent, where it is one.
create function move_uuid(text) returns uuid language sql immutable as $$
  select case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
$$;

create function move_bucket(key text, buckets integer) returns integer language sql immutable as $$
  select (abs(hashtext(key)::bigint) % buckets)::integer
$$;
create function move_half(sum text, half integer) returns numeric language sql immutable as $$
  select ('x' || substr(sum, half * 16 + 1, 16))::bit(64)::bigint::numeric
$$;

create function move_count(relation regclass, condition text, venues uuid[], company uuid, day date, out rows bigint, out bytes bigint)
language plpgsql stable as $$
begin
  execute format('select count(*), coalesce(sum(pg_column_size(t.*)), 0) from %s t where %s', relation, condition) into rows, bytes using venues, company, day;
end $$;

-- Sums of all rows by bucket: the same at both ends exactly when the rows are. Two halves of 64 bits each.
create function move_sums(relation regclass, condition text, venues uuid[], company uuid, day date, skipped text[], buckets integer)
returns table (bucket integer, rows bigint, high numeric, low numeric) language plpgsql stable as $$
begin
  return query execute format(
    'select move_bucket(key, $4), count(*), sum(move_half(sum, 0)), sum(move_half(sum, 1))
     from (select %s as key, md5(row(%s)::text) as sum from %s t where %s) k group by 1',
    move_key(relation), move_columns(relation, skipped), relation, condition) using venues, company, day, buckets;
end $$;

-- The rows of some buckets; `keys` null = all of them. `place`: their order, where that counts.
create function move_rows(relation regclass, condition text, venues uuid[], company uuid, day date, skipped text[], ordered text, told_columns text[],
  buckets integer, which integer[], only_keys text[])
returns table (key text, sum text, content text, told jsonb, place bigint) language plpgsql stable as $$
begin
  return query execute format(
    'select * from (select %s as key, md5(row(%s)::text) as sum, t::text as content,
       (select jsonb_object_agg(k, v) from jsonb_each(to_jsonb(t)) as e (k, v) where k = any ($6) and v <> ''null'') as told, %s as place
     from %s t where %s) k where move_bucket(k.key, $4) = any ($5) and ($7 is null or k.key = any ($7))',
    move_key(relation), move_columns(relation, skipped), case when ordered is null then 'null::bigint' else format('t.%I::bigint', ordered) end, relation, condition)
    using venues, company, day, buckets, which, told_columns, only_keys;
end $$;

-- Keys and sums alone.
create function move_names(relation regclass, condition text, venues uuid[], company uuid, day date, skipped text[], buckets integer, which integer[])
returns table (key text, sum text) language plpgsql stable as $$
begin
  return query execute format('select * from (select %s as key, md5(row(%s)::text) as sum from %s t where %s) k where move_bucket(k.key, $4) = any ($5)',
    move_key(relation), move_columns(relation, skipped), relation, condition) using venues, company, day, buckets, which;
end $$;

-- Writes what came, in the order of its places. `skipped`: columns that get their own value here. Rows that are there already stay where `kept`.
create function move_arrive(move uuid, relation regclass, skipped text[], kept boolean, batch boolean) returns bigint language plpgsql as $$
declare
  names text;
  given text;
  written bigint;
begin
  select string_agg(format('%I', attname), ', ' order by attnum), string_agg(format('(s.x).%I', attname), ', ' order by attnum) into names, given from pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (skipped);
  execute format(
    'insert into %1$s (%2$s) overriding system value select %3$s from
       (select jsonb_populate_record(content::%1$s, coalesce(patch, ''{}'')) as x from arriving_rows
        where move_id = $1 and table_name = $2 and ahead = $3 order by place nulls first, key offset 0) s %4$s',
    relation, names, given, case when kept then 'on conflict do nothing' else '' end)
    using move, relation::text, batch;
  get diagnostics written = row_count;
  return written;
end $$;

create function move_remove(relation regclass, condition text, venues uuid[], company uuid, day date, keys text[]) returns bigint language plpgsql as $$
declare
  removed bigint;
begin
  if keys is null then
    execute format('delete from %s t where (%s)', relation, condition) using venues, company, day;
  else
    execute format('delete from %s t where (%s) and %s = any ($4)', relation, condition, move_key(relation)) using venues, company, day, keys;
  end if;
  get diagnostics removed = row_count;
  return removed;
end $$;

-- What others have that hangs on rows which are about to go without triggers: deleted or emptied as the foreign key says it, with what hangs on that.
-- `own`: conditions of rows that go by themselves.
create function move_loosen(relation regclass, condition text, own jsonb, venues uuid[], company uuid, day date, depth integer default 0)
returns bigint language plpgsql as $$
declare
  tie record;
  hanging text;
  hangs boolean;
  loosened bigint := 0;
  written bigint;
begin
  if depth > 12 then
    raise exception 'rows of % hang on each other in a circle', relation;
  end if;
  for tie in
    select k.conrelid::regclass as child, k.confdeltype as kind,
      (select string_agg(format('t.%I', a.attname), ', ' order by u.n) from unnest(k.conkey) with ordinality u (c, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.c) as here,
      (select string_agg(format('t.%I', a.attname), ', ' order by u.n) from unnest(k.confkey) with ordinality u (c, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.c) as there,
      (select string_agg(format('%I = null', a.attname), ', ') from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any (coalesce(k.confdelsetcols, k.conkey)) and not a.attnotnull) as emptied,
      own ->> k.conrelid::regclass::text as going
    from pg_constraint k
    where k.confrelid = relation and k.contype = 'f'
    order by 1, k.conname
  loop
    -- Rows which go by the very column they hang by.
    continue when depth = 0 and (
      (tie.going = 't.venue_id = any($1)' and ', ' || tie.here || ',' like '%, t.venue_id,%')
      or starts_with(tie.going, format('%s in (select p.id from %s p where', tie.here, relation)));
    hanging := format('(%s) in (select %s from %s t where %s)', tie.here, tie.there, relation, condition)
      || coalesce(' and not coalesce((' || tie.going || '), false)', '');
    execute format('select exists (select from %s t where %s)', tie.child, hanging) into hangs using venues, company, day;
    continue when not hangs;
    if tie.kind <> 'c' and tie.emptied is not null then
      execute format('update %s t set %s where %s', tie.child, tie.emptied, hanging) using venues, company, day;
    else
      loosened := loosened + move_loosen(tie.child, hanging, own, venues, company, day, depth + 1);
      execute format('delete from %s t where %s', tie.child, hanging) using venues, company, day;
    end if;
    get diagnostics written = row_count;
    loosened := loosened + written;
  end loop;
  return loosened;
end $$;

-- References of the company's rows that lead to a row of another table: which, by which column, whether it may be empty.
create function move_ties(relation regclass, condition text, venues uuid[], company uuid, day date)
returns table (tied text, parent text, optional boolean, target uuid, rows bigint) language plpgsql stable as $$
declare
  tie record;
begin
  for tie in
    select a.attname::text as tied, k.confrelid::regclass::text as parent, not a.attnotnull as optional, b.attname as refers
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
    where k.conrelid = relation and k.contype = 'f' and cardinality(k.conkey) = 1 and b.atttypid = 'uuid'::regtype
  loop
    return query execute format('select %L, %L, %L::boolean, t.%I, count(*) from %s t where (%s) and t.%I is not null group by 4',
      tie.tied, tie.parent, tie.optional, tie.tied, relation, condition, tie.tied) using venues, company, day;
  end loop;
end $$;

-- The company's rows that lead nowhere here.
create function move_orphans(relation regclass, condition text, venues uuid[], company uuid, day date)
returns table (name text, orphans bigint) language plpgsql stable as $$
declare
  tie record;
begin
  for tie in
    select k.conname::text as conname, k.confrelid::regclass as parent,
      (select string_agg(format('t.%I is not null', a.attname), ' and ') from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as given,
      (select string_agg(format('p.%I = t.%I', b.attname, a.attname), ' and ') from unnest(k.conkey, k.confkey) as u (one, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.one join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.other) as same
    from pg_constraint k where k.conrelid = relation and k.contype = 'f'
  loop
    return query execute format('select %L, count(*) from %s t where (%s) and %s and not exists (select from %s p where %s) having count(*) > 0',
      tie.conname, relation, condition, tie.given, tie.parent, tie.same) using venues, company, day;
  end loop;
end $$;

-- Ids of the company's that its jobs speak of.
create function move_mentions(data jsonb, venues uuid[], company uuid) returns boolean language sql stable as $$
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
      or exists (select from reports r where r.company_id = company and r.id = u.id))
$$;

-- What counts up in each database by itself and is compared by whoever is told: never lower at the other side than it was where the company comes from.
create function move_sequences() returns jsonb language sql as $$
  select jsonb_build_object('events', (select last_value from webhook_events_sequence_seq), 'turns', (select last_value from bulk_change_turns))
$$;
create function move_raise(reached jsonb) returns void language plpgsql as $$
begin
  -- With room for numbers that are given at this moment.
  perform setval('webhook_events_sequence_seq', (reached ->> 'events')::bigint + 10000)
    from webhook_events_sequence_seq where last_value <= (reached ->> 'events')::bigint;
  perform setval('bulk_change_turns', (reached ->> 'turns')::bigint + 10000) from bulk_change_turns where last_value <= (reached ->> 'turns')::bigint;
end $$;

-- Processes forget all they kept: rows of any day came or went without the triggers that tell it.
create function move_forget_kept() returns void language sql as $$
  update kept_floor set xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8, next = (pg_current_xact_id()::text::bigint + 1)::text::xid8
$$;

-- The rest of an arrival, in its transaction: numbers of the order in which channels are told follow the events, sums of analytics are counted anew, processes
-- forget what they kept, the audit's closed days count what comes to them, jobs wait here, and who comes back is at home.
create function move_settle(move uuid, venues uuid[], company uuid) returns void language plpgsql as $$
begin
  update webhook_deliveries d set sequence = e.sequence from webhook_events e where e.id = d.event_id and e.venue_id = any (venues);
  insert into analytics_dirty (venue_id, service_on, created_on)
    -- As their trigger has it: days whose bookings were removed keep the sums they had.
    select distinct r.venue_id, case when r.service_on < b.removed_before then r.created_on else r.service_on end,
      case when r.created_on < b.removed_before then r.service_on else r.created_on end
    from reservations r left join booking_retention b on b.venue_id = r.venue_id
    where r.venue_id = any (venues) and (b.removed_before is null or r.service_on >= b.removed_before or r.created_on >= b.removed_before);
  perform move_forget_kept();
  perform pg_advisory_xact_lock_shared(40127532);
  insert into audit_days (day, entries)
    select (a.at at time zone 'UTC')::date, count(*) from audit_entries a, audit_closed c
    where (a.venue_id = any (venues) or a.company_id = company) and (a.at at time zone 'UTC')::date < c.until group by 1
    on conflict (day) do update set entries = audit_days.entries + excluded.entries;
  insert into pgboss.job select (j.x).* from (
      select jsonb_populate_record(null::pgboss.job, a.content::jsonb || '{"state": "created", "started_on": null, "heartbeat_on": null}') as x
      from arriving_rows a where a.move_id = move and a.table_name = 'pgboss.job' offset 0) j
    where exists (select from pgboss.queue q where q.name = (j.x).name) on conflict do nothing;
  delete from closed_places c using company_moves m where c.move_id = m.id and m.company_id = company;
end $$;

-- What the source is left with: whoever asks for a place or a reservation of these days hears where it is now.
create function move_signpost(asked_turn uuid, move uuid, at_venues uuid[]) returns void language plpgsql as $$
begin
  update closed_places set until = null where turn = asked_turn and until > clock_timestamp();
  insert into closed_places (place_id, turn, move_id, until, url)
    select r.id, asked_turn, move, null, m.url from reservations r, company_moves m
    where m.id = move and r.venue_id = any (at_venues) and r.service_on >= current_date - 31 on conflict do nothing;
  perform move_forget_kept();
end $$;

create function move_forget_audit(venues uuid[], company uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(40127532);
  update audit_days d set entries = d.entries - gone.entries from (
      select (a.at at time zone 'UTC')::date as day, count(*) as entries from audit_entries a, audit_closed c
      where (a.venue_id = any (venues) or a.company_id = company) and (a.at at time zone 'UTC')::date < c.until group by 1) gone
    where d.day = gone.day;
end $$;
create function move_forget_jobs(venues uuid[], company uuid) returns void language plpgsql as $$
begin
  delete from pgboss.job j where j.state in ('created', 'retry', 'active') and move_mentions(j.data, venues, company);
end $$;
