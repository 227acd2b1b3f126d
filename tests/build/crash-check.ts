import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Entry, Ledger } from './crash-clients.ts'

type Row = { id: string; reference: string; email: string; channelId: string; date: number; partySize: number; status: string }
type Past = { id: string; held: number; booked: number; canceled: number; created: number; last: string }

const occupied = `occupies(status) and (status <> 'held' or hold_expires_at > clock_timestamp())`

/** Every interval and every moment of every area against its limit, from the rows as they are now. */
export const overfull = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query<{ what: string }>(`
    with taking as materialized (select * from reservations where ${occupied})
    select format('interval %s holds %s covers and %s parties', pacing_at, sum(party_size), count(*)) as what from taking
    group by venue_id, pacing_at, pacing_until having sum(party_size) > min(covers_max) or count(*) > min(parties_max)
    union all
    select format('area %s holds %s covers at %s', t.area_id, sum(other.party_size), t.starts_at)
    from taking t join areas a on a.venue_id = t.venue_id and a.id = t.area_id
    join taking other on other.venue_id = t.venue_id and other.area_id = t.area_id and other.starts_at <= t.starts_at and other.ends_at > t.starts_at
    group by t.id, t.area_id, t.starts_at, a.capacity having sum(other.party_size) > a.capacity`)
  return rows.map(({ what }) => what)
}

const bookings = async (db: pg.Client): Promise<Row[]> =>
  (
    await db.query<Row>(`select id, reference, guest_email as email, channel_id as "channelId", extract(epoch from starts_at)::int as date,
      party_size as "partySize", status from reservations where guest_email is not null`)
  ).rows

const wrongRow = ({ email, channelId, date, partySize, canceled, booking }: Entry, row: Row): boolean =>
  JSON.stringify(row) !==
  JSON.stringify({ ...booking, email, channelId, date, partySize, status: canceled ? 'canceled' : 'confirmed' } satisfies Row)

/** Both ways: what was promised is there once and as promised, and nothing else is there. */
const bookDisagrees = async (db: pg.Client, { entries }: Ledger): Promise<string[]> => {
  const byEmail = Map.groupBy(await bookings(db), (row) => row.email)
  const found: string[] = []
  for (const entry of entries) {
    const rows = byEmail.get(entry.email) ?? []
    byEmail.delete(entry.email)
    if (rows.length !== 1) found.push(`booking ${entry.booking.reference} is there ${rows.length} times`)
    else if (wrongRow(entry, rows[0]!)) found.push(`booking ${entry.booking.reference} is not as promised: ${JSON.stringify(rows[0])}`)
  }
  for (const [row] of byEmail.values()) found.push(`booking ${row!.reference} was never acknowledged`)
  return found
}

const historyDisagrees = async (db: pg.Client, { entries }: Ledger): Promise<string[]> => {
  const { rows } = await db.query<Past>(`
    select reservation_id as id, count(*) filter (where kind = 'held')::int as held, count(*) filter (where kind = 'booked')::int as booked,
      count(*) filter (where kind = 'moved' and move = 'cancel')::int as canceled,
      (select count(*)::int from audit_entries a where a.subject_id = reservation_id::text and a.action = 'reservation.created') as created,
      (array_agg(to_status order by at desc, id desc) filter (where kind <> 'notified'))[1] as last
    from reservation_events group by reservation_id`)
  const pasts = new Map(rows.map((row) => [row.id, row]))
  return entries.flatMap(({ booking, byHold, canceled }) => {
    const { id: _, ...past } = pasts.get(booking.id) ?? { id: '' }
    const wanted = { held: byHold ? 1 : 0, booked: 1, canceled: canceled ? 1 : 0, created: 1, last: canceled ? 'canceled' : 'confirmed' }
    return JSON.stringify(past) === JSON.stringify(wanted) ? [] : [`history of ${booking.reference}: ${JSON.stringify(past)}`]
  })
}

const openJobs = async (db: pg.Client): Promise<{ open: number; failed: number }> =>
  (
    await db.query<{ open: number; failed: number }>(`select count(*) filter (where state in ('created', 'retry', 'active'))::int as open,
      count(*) filter (where state in ('failed', 'cancelled'))::int as failed from pgboss.job where name = 'reservations.tell_guest'`)
  ).rows[0]!

/** One mail to each guest who is expected, and to each who canceled one that says so; no job is left or lost. */
const mailDisagrees = async (db: pg.Client, { entries }: Ledger, withinMs: number): Promise<string[]> => {
  const until = performance.now() + withinMs
  while ((await openJobs(db)).open > 0 && performance.now() < until) await sleep(250)
  const { open, failed } = await openJobs(db)
  const { rows } = await db.query<{ email: string; mails: number; booked: number; canceled: number }>(`
    select r.guest_email as email, (select count(*)::int from mails m where m.recipient = r.guest_email) as mails,
      count(*) filter (where e.after ->> 'notice' = 'booked')::int as booked, count(*) filter (where e.after ->> 'notice' = 'canceled')::int as canceled
    from reservations r left join reservation_events e on e.venue_id = r.venue_id and e.reservation_id = r.id and e.kind = 'notified'
    where r.guest_email is not null group by r.id, r.guest_email`)
  const userByEmail = new Map(rows.map((row) => [row.email, row]))
  const wrong = entries.flatMap((entry) => {
    const { mails, booked, canceled } = userByEmail.get(entry.email) ?? { mails: 0, booked: 0, canceled: 0 }
    // Who cancels before the first mail went out hears of the cancellation only.
    const right = entry.canceled ? canceled === 1 && booked <= 1 : canceled === 0 && booked === 1
    return right && mails === booked + canceled ? [] : [`${entry.booking.reference}: ${mails} mails, told ${booked} + ${canceled} times`]
  })
  return [...wrong, ...(open ? [`${open} mails still wait`] : []), ...(failed ? [`${failed} mails were given up`] : [])]
}

/** Everything in which the database differs from what the clients were told. */
export const inconsistencies = async (db: pg.Client, ledger: Ledger, mailsWithinMs: number): Promise<string[]> => [
  ...ledger.unexpected.map((answer) => `unexpected answer ${answer}`),
  ...(await overfull(db)),
  ...(await bookDisagrees(db, ledger)),
  ...(await historyDisagrees(db, ledger)),
  ...(await mailDisagrees(db, ledger, mailsWithinMs)),
]
