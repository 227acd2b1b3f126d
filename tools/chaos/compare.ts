import type pg from 'pg'
import type { Ledger } from './a-channel-partner.ts'

/** A booking as the reservation system has it. */
export type Remote = {
  id: string
  houseId: string
  tableId: string
  startSec: number
  endSec: number
  partySize: number
  status: string
  contact: { email: string }
}
type Row = {
  id: string
  reference: string
  status: string
  startSec: number
  partySize: number
  email: string | null
  channelId: string | null
  source: string
  remoteId: string | null
  state: string | null
  lastError: string | null
}
export type Comparison = { lost: string[]; doubled: string[]; oversold: string[]; disagreeing: string[]; open: string[] }

const takesTable = new Set(['pending_confirmation', 'requires_payment', 'confirmed', 'seated'])
const remoteWord: Readonly<Record<string, string>> = { no_show: 'no-show' }
const channelWord: Readonly<Record<string, string>> = {
  pending_confirmation: 'pending',
  requires_payment: 'require_payment',
  rejected: 'declined',
  no_show: 'no-show',
}

export const hubRows = async (db: pg.Client): Promise<Row[]> =>
  (
    await db.query<Row>(`select r.id, r.reference, r.status, extract(epoch from r.starts_at)::int as "startSec", r.party_size as "partySize",
      lower(r.guest_email) as email, r.channel_id as "channelId", r.source, b.remote_id as "remoteId", b.state, b.last_error as "lastError"
    from reservations r left join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
    where r.remote and r.status not in ('held', 'expired')`)
  ).rows

/** Bookings with an unknown outcome; one given up is only watched, should it be made late after all. */
export const unsettled = async (db: pg.Client): Promise<number> =>
  Number(
    (
      await db.query(
        `select count(*)::int as n from remote_bookings
         where state in ('creating', 'changing', 'canceling') or (state <> 'closed' and next_at is not null) or next_at < now() + interval '5 seconds'`,
      )
    ).rows[0].n,
  )
export const undelivered = async (db: pg.Client): Promise<number> =>
  Number((await db.query(`select count(*)::int as n from webhook_deliveries where state = 'waiting'`)).rows[0].n)

/** Google knows no table, only a booking that stands. */
const coarseWord: Readonly<Record<string, string>> = { seated: 'confirmed', completed: 'confirmed' }

/** Two parties at one table at one time. */
const oversoldTables = (remotes: readonly Remote[]): string[] =>
  [
    ...Map.groupBy(
      remotes.filter(({ status }) => takesTable.has(status)),
      ({ tableId }) => tableId,
    ).values(),
  ].flatMap((sitting) => {
    const sorted = sitting.toSorted((a, b) => a.startSec - b.startSec)
    return sorted
      .slice(1)
      .flatMap((next, index) =>
        next.startSec < sorted[index]!.endSec ? [`table ${next.tableId} has ${sorted[index]!.id} and ${next.id} at once`] : [],
      )
  })

/** Of a canceled booking only the status is compared: its size is not kept in sync. */
const summaryOf = (status: string, startSec: number, partySize: number): string =>
  status === 'canceled' || status === 'rejected' || status === 'declined' ? status : `${status} ${startSec} ${partySize}`

const againstSystem = (rows: readonly Row[], remotes: readonly Remote[]): string[] => {
  const byId = new Map(remotes.map((remote) => [remote.id, remote]))
  return rows.flatMap((row) => {
    const { reference, status, remoteId } = row
    if (remoteId === null)
      return status === 'rejected' || status === 'canceled'
        ? []
        : [`${reference} is ${status} at the hub and unknown to the system (${row.state}: ${row.lastError})`]
    const remote = byId.get(remoteId)
    if (!remote) return [`${reference} has an id the system does not know`]
    const hub = summaryOf(remoteWord[status] ?? status, row.startSec, row.partySize)
    const theirs = summaryOf(remote.status, remote.startSec, remote.partySize)
    return hub === theirs ? [] : [`${reference}: hub ${hub}, system ${theirs} (${row.state}: ${row.lastError})`]
  })
}

const againstChannel = (rows: ReadonlyMap<string, Row>, ledgers: readonly Ledger[]): string[] =>
  ledgers.flatMap(({ kept }) =>
    [...kept.values()].flatMap((one) => {
      const row = rows.get(one.id)
      if (!row) return [`a channel keeps ${one.id}, and the hub does not`]
      const word = channelWord[row.status] ?? row.status
      const hub = one.coarse ? (coarseWord[word] ?? word) : summaryOf(word, row.startSec, row.partySize)
      const theirs = one.coarse ? one.status : summaryOf(one.status, one.date, one.partySize)
      return hub === theirs ? [] : [`${row.reference}: hub ${hub}, channel ${theirs}`]
    }),
  )

/** Each guest of the run asked once: more than one live booking for him on any side is one too many. */
const doubles = (rows: readonly Row[], remotes: readonly Remote[]): string[] => {
  const live = remotes.filter(({ status }) => takesTable.has(status))
  const atSystem = [...Map.groupBy(live, ({ contact }) => contact.email.toLowerCase())].filter(([email, list]) => email && list.length > 1)
  const known = new Set(rows.map(({ remoteId }) => remoteId))
  const strays = live.filter(({ id }) => !known.has(id))
  const guests = Map.groupBy(
    rows.filter(({ email, source }) => email && source !== 'system'),
    ({ email }) => email,
  )
  return [
    ...atSystem.map(([email, list]) => `${email} has ${list.length} bookings at the system`),
    ...strays.map(({ id, contact }) => `the system has ${id} for ${contact.email}, and the hub does not know it`),
    ...[...guests]
      .filter(([, list]) => list.filter(({ status }) => takesTable.has(status)).length > 1)
      .map(([email]) => `${email} is at the hub twice`),
  ]
}

/** After everything has settled: whether hub, system and channels agree on every single booking. */
export const compare = async (db: pg.Client, remotes: readonly Remote[], ledgers: readonly Ledger[]): Promise<Comparison> => {
  const rows = await hubRows(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lost = ledgers.flatMap(({ promised }) =>
    [...promised].filter(([, id]) => !byId.has(id)).map(([email]) => `${email} was promised a booking that is not there`),
  )
  const open = rows
    .filter(({ status, state }) => status === 'pending_confirmation' || state === 'stuck')
    .map(({ reference, status, state, lastError }) => `${reference} is still ${status} (${state}: ${lastError})`)
  return {
    lost,
    doubled: doubles(rows, remotes),
    oversold: oversoldTables(remotes),
    disagreeing: [...againstSystem(rows, remotes), ...againstChannel(byId, ledgers)],
    open,
  }
}
