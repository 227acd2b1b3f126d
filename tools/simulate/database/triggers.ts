import type { Run } from './plan.ts'
import { type Row, SqlError } from './values.ts'

type Trigger = {
  inserted?: (run: Run, row: Row) => void
  before?: (run: Run, row: Row, before: Row) => void
  after?: (run: Run, row: Row) => void
}

const isLegal = ({ store }: Run, table: string, matches: (move: Row) => boolean): boolean => store.committed(table).some(matches)

const reservationMove = (run: Run, row: Row, before: Row): void => {
  const [from, to] = [before['status'], row['status']]
  if (
    from !== to &&
    !isLegal(
      run,
      'reservation_moves',
      (move) => move['from_status'] === from && move['to_status'] === to && (row['remote'] === true || !move['of_system']),
    )
  )
    throw new SqlError('TW001', `a reservation does not go from ${String(from)} to ${String(to)}`)
}

const remoteMove = (run: Run, row: Row, before: Row): void => {
  const [from, to] = [before['state'], row['state']]
  if (from !== to && !isLegal(run, 'remote_moves', (move) => move['from_state'] === from && move['to_state'] === to))
    throw new SqlError('TW011', `a booking at a system does not go from ${String(from)} to ${String(to)}`)
  if (before['remote_id'] !== null && row['remote_id'] !== before['remote_id'])
    throw new SqlError('TW011', 'a booking keeps the id its system gave it')
}

const news = ['booked', 'changed', 'moved']
/** What a webhook would say of it; null = nothing (migrations 0029 and 0064). */
const isTold = (event: Row): boolean => {
  const [from, to, after] = [event['from_status'], event['to_status'], (event['after'] ?? {}) as Row]
  if (!news.includes(String(event['kind'])) || (from === 'held' && (to === 'canceled' || to === 'expired'))) return false
  return event['kind'] === 'booked' || from !== to || ['partySize', 'startsAt', 'areaId'].some((name) => (after[name] ?? null) !== null)
}

/** Every channel here has one endpoint, which wants to hear of what others do. */
const webhookEvent = (run: Run, event: Row): void => {
  const { store, transaction } = run
  const booking = store
    .rowsOf('reservations')
    .entries.map((entry) => transaction.see(entry))
    .find((row) => row?.['id'] === event['reservation_id'])
  const channel = booking?.['channel_id'] ?? null
  if (channel === null || !isTold(event) || (event['actor_kind'] === 'channel' && event['actor_id'] === channel)) return
  const eventsTable = store.rowsOf('webhook_events')
  transaction.insert(eventsTable, {
    id: event['id'],
    channel_id: channel,
    reservation_id: event['reservation_id'],
    sequence: eventsTable.entries.length,
  })
}

/** The day of the venue on which it was made (migration 0126); every venue here lives by UTC. */
const createdOn = (_run: Run, row: Row): void => {
  row['created_on'] ??= new Date(row['created_at'] as string | number).toISOString().slice(0, 10)
}

/** A booking, and no hold (migration 0350). */
const listed = (row: Row): void => {
  row['listed'] = row['status'] !== 'held' && row['status'] !== 'expired'
}
const reservationMade = (run: Run, row: Row): void => {
  createdOn(run, row)
  listed(row)
}
const reservationChanged = (run: Run, row: Row, before: Row): void => {
  reservationMove(run, row, before)
  listed(row)
}

/** What the database does by itself, in plpgsql there. */
export const triggers: Readonly<Record<string, Trigger>> = {
  reservations: { inserted: reservationMade, before: reservationChanged },
  remote_bookings: { before: remoteMove },
  reservation_events: { after: webhookEvent },
}
