import type pg from 'pg'

/** The id of a reservation in another family of ids. */
const idOf = (family: string): string => `overlay(r.id::text placing '${family}' from 20)::uuid`
const said = `jsonb_build_object('status', 'confirmed', 'startsAt', r.starts_at, 'endsAt', r.ends_at, 'partySize', r.party_size, 'areaId', r.area_id,
  'firstName', r.guest_first_name, 'lastName', r.guest_last_name, 'email', 'g***@example.test', 'lang', 'fr')`

/** Each booking has one event, those of the last two months also what became of them; the audit has an entry of every third. */
const statements = [
  `insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_id, actor_name, after, at)
   select r.venue_id, r.id, ${idOf('8010')}, 'booked', 'confirmed', 'venue', 'user', '01900000-0000-7000-8005-000000000001', 'Host', ${said}, r.created_at
   from reservations r where r.listed`,
  ...(['seated', 'completed'] as const).map(
    (status, at) => `
   insert into reservation_events (venue_id, reservation_id, id, kind, move, from_status, to_status, side, actor_kind, actor_id, actor_name, before, after, at)
   select r.venue_id, r.id, ${idOf(`801${at + 1}`)}, 'moved', '${at ? 'complete' : 'seat'}', '${at ? 'seated' : 'confirmed'}', '${status}', 'venue', 'user',
     '01900000-0000-7000-8005-000000000001', 'Host', '{"status": "${at ? 'seated' : 'confirmed'}"}', '{"status": "${status}"}', ${at ? 'r.ends_at' : 'r.starts_at'}
   from reservations r where r.service_on between current_date - 60 and current_date - 1 and r.status = 'completed'`,
  ),
  `insert into audit_entries (id, action, subject, subject_id, venue_id, company_id, actor_kind, actor_id, actor_name, request_id, after, at)
   select ${idOf('8020')}, 'reservation.created', 'reservation', r.id::text, r.venue_id, v.company_id, 'user',
     '01900000-0000-7000-8005-' || lpad(to_hex(hashtext(r.venue_id::text) & 4095), 12, '0'), 'Host', 'bench', ${said}, r.created_at
   from reservations r join venues v on v.id = r.venue_id where r.listed and hashtext(r.id::text) % 3 = 0`,
]

/** What was done with years of bookings, as their history and the audit have it. */
export const fillHistory = async (client: pg.Client): Promise<void> => {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'audit_entries'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  // Neither guards nor sums nor what partners are told, and the indexes after the rows.
  await client.query("set session_replication_role = 'replica'")
  await client.query("set maintenance_work_mem = '1GB'")
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const text of statements) await client.query(text)
  for (const { definition } of indexes) await client.query(definition)
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze reservation_events')
  await client.query('vacuum analyze audit_entries')
}
