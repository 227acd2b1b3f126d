import { sql } from 'kysely'
import { aChannel } from '../tests/build/a-channel.ts'
import { aGoogleAccount } from '../tests/build/a-google-account.ts'
import { aConnectedSystem, aRemoteVenue } from '../tests/build/a-remote-venue.ts'
import { aReservation } from '../tests/build/a-reservation.ts'
import { anArea, aShift, aVenue } from '../tests/build/a-venue.ts'
import { ask } from './ask.ts'
import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { onRemoteStage, type RemoteStage } from './remote-stage.ts'

const [lookups, warmUp, slowLooks, clients] = [200, 20, 12, 64]
/** Places at each start that is fought for, and how many want one. */
const [covers, rivals] = [8, 6]

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const evening = (offset: number, minutes = 0): string => String(Date.parse(`${day(offset)}T18:00:00Z`) / 1000 + minutes * 60)

/** Of one merchant, five days of twenty starts, as a page of Google's asks for them. */
const page = (first: number): object[] =>
  Array.from({ length: 100 }, (_, nth) => ({
    service_id: 'reservation',
    start_sec: evening(first + Math.floor(nth / 20), (nth % 20) * 15),
    duration_sec: '5400',
    resource_ids: { party_size: 1 + (nth % 4) },
  }))

type Call = (method: string, body: object) => Promise<Record<string, unknown>>
const lookupsOf = (call: Call, merchant_id: string) => async (n: number) => {
  const { slot_time_availability: told } = await call('BatchAvailabilityLookup', { merchant_id, slot_time: page(2 + (n % 40)) })
  if ((told as object[]).length !== 100) throw new Error('not every slot was answered')
}

/** Everybody at once for the last places of the same starts: what was booked, refused and said otherwise. */
const fight = async (call: Call, venueId: string): Promise<{ said: Map<string, number>; seconds: number; count: number }> => {
  const said = new Map<string, number>()
  // Of each evening the same start at once: one evening alone is one queue.
  const wanted = Array.from({ length: 16 }, (_, s) =>
    Array.from({ length: rivals }, () => Array.from({ length: 20 }, (_d, d) => [d, s] as const)),
  ).flat(2)
  let next = 0
  const client = async (): Promise<void> => {
    while (next < wanted.length) {
      const n = next++
      const [d, s] = wanted[n]!
      const answer = await call('CreateBooking', {
        slot: {
          merchant_id: venueId,
          service_id: 'reservation',
          start_sec: evening(60 + d, s * 15),
          duration_sec: '5400',
          resources: { party_size: 2 },
        },
        user_information: {
          user_id: `u${n}`,
          given_name: 'Bench',
          family_name: `Guest ${n}`,
          email: `google${n}@example.test`,
          telephone: '+34600111222',
        },
        idempotency_token: `bench ${n}`,
      })
      const failure = answer['booking_failure'] as { cause: string } | undefined
      const outcome = failure?.cause ?? (answer['booking'] as { status: string }).status
      said.set(outcome, (said.get(outcome) ?? 0) + 1)
    }
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  return { said, seconds: (performance.now() - startedMs) / 1000, count: wanted.length }
}

const measure = async ({ start, ...ground }: RemoteStage): Promise<Measure[]> => {
  const { db, rms } = ground
  const server = await start()
  const system = await aConnectedSystem(ground)
  await db.updateTable('systems').set({ rwgEnabled: true }).where('id', '=', system.id).execute()
  const remote = await aRemoteVenue(db, system, { externalId: 'v00001', timeZone: 'Europe/London' })
  const own = await aVenue(db, { timeZone: 'Europe/London' })
  const shift = aShift({ pacing: { covers, parties: null } })
  const fought = await aVenue(db, { timeZone: 'Europe/London', book: { shifts: [shift], areas: [anArea({ capacity: 400 })] } })
  const channel = await aChannel(db, { venues: [own.id, remote.id, fought.id], rateLimitPerMinute: 1_000_000 })
  for (let n = 0; n < 400; n++) await aReservation(db, own, { date: day(2 + (n % 45)), time: `${17 + (n % 5)}:00`, partySize: 1 + (n % 6) })
  await sql`analyze`.execute(db)
  const { username, password } = await aGoogleAccount(db, { channelId: channel.id, isDefault: true })
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const call: Call = async (method, body) => {
    const answer = await ask(`${server.url}/google/v3/${method}`, { headers: { authorization }, body })
    if (answer.status !== 200) throw new Error(`${method} answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as Record<string, unknown>
  }
  await timeEach(warmUp, lookupsOf(call, own.id))
  const looked = await timeEach(lookups, lookupsOf(call, own.id))
  const faults = (list: object[]) => ask(`${rms.origin}/admin/faults`, { method: 'PUT', headers: {}, body: { faults: list } })
  await faults([{ kind: 'slow', on: 'availability', ms: 6000 }])
  const slow = await timeEach(slowLooks, lookupsOf(call, remote.id))
  await faults([])
  const { said, seconds, count } = await fight(call, fought.id)
  const over = await sql<{ n: number }>`
    select count(*)::integer as n from (select pacing_at from reservations where venue_id = ${fought.id} and occupies(status)
      group by 1 having sum(party_size) > ${covers}) x`.execute(db)
  const others = [...said].filter(([outcome]) => outcome !== 'CONFIRMED' && outcome !== 'SLOT_UNAVAILABLE')
  const booked = said.get('CONFIRMED') ?? 0
  return [
    {
      name: 'google.lookup',
      value: round(percentile(looked, 0.99)),
      unit: 'ms p99',
      note: `100 slots, median ${round(percentile(looked, 0.5))} ms`,
    },
    // Mostly waiting, which goes no faster on another machine.
    {
      name: 'google.slow',
      value: round(Math.max(...slow), 0),
      unit: 'ms at most',
      note: `at a system that takes 6 s; median ${round(percentile(slow, 0.5), 0)} ms`,
    },
    { name: 'google.oversold', value: over.rows[0]!.n, unit: 'starts' },
    { name: 'google.missing', value: (20 * 16 * covers) / 2 - booked, unit: 'bookings', note: 'room left although somebody wanted it' },
    {
      name: 'google.errors',
      value: others.reduce((sum, [, n]) => sum + n, 0),
      unit: 'answers',
      note: others.map(([outcome, n]) => `${n} × ${outcome}`).join(', ') || 'only booked or the clear refusal',
    },
    {
      name: 'google.rate',
      value: round(count / seconds, 0),
      unit: 'answers/s',
      note: `${booked} booked, ${said.get('SLOT_UNAVAILABLE') ?? 0} refused`,
    },
  ]
}

export const google: Bench = {
  name: 'google',
  about: 'lookups of a hundred slots, also at a system that is slow, and 64 clients fighting for the last places',
  run: () => onRemoteStage(1, measure),
}
