import { sql } from 'kysely'
import { aChannel } from '../tests/build/a-channel.ts'
import { aConnectedSystem, aRemoteVenue } from '../tests/build/a-remote-venue.ts'
import { ask } from './ask.ts'
import { type Bench, percentile, round } from './bench.ts'
import { onRemoteStage, type RemoteStage } from './remote-stage.ts'
import { processMs } from './stage.ts'

const houses = 100
const perSecond = 200
const seconds = 10
const warmUp = 200
const [clients, atFullSpeed] = [16, 800]

type Wish = { venueId: string; date: number }
/** Evenings of houses all over, no start wanted by more parties than it has tables. */
const wishesOf = (venues: readonly string[], count: number): Wish[] =>
  Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / venues.length)
    const day = new Date(Date.now() + (2 + (turn % 45)) * 86_400_000).toISOString().slice(0, 10)
    return { venueId: venues[index % venues.length]!, date: Date.parse(`${day}T${18 + (Math.floor(turn / 45) % 4)}:30:00Z`) / 1000 }
  })

type Asked = { status: number; body: { id?: string; status?: string; code?: string } }
const call = async (url: string, key: string, [method, body]: [string, object]): Promise<Asked> => {
  const answer = await ask(url, { headers: { 'x-token': key, 'idempotency-key': crypto.randomUUID() }, body, method })
  return { status: answer.status, body: JSON.parse(answer.body) as Asked['body'] }
}

/** Hold and commit, as a partner does it; what became of it in one word. */
const book = async (url: string, key: string, { wish, number }: { wish: Wish; number: number }): Promise<string> => {
  const held = await call(`${url}/v1/bc/pending-booking`, key, ['POST', { ...wish, partySize: 2 }])
  if (held.status !== 201) return `hold ${held.body.code}`
  const contact = { firstname: 'Bench', lastname: `Guest ${number}`, email: `remote${number}@example.test`, telephone: '34600111222' }
  const booked = await call(`${url}/v1/bc/pending-booking/${held.body.id}`, key, ['PUT', { contact }])
  return booked.status === 200 ? booked.body.status! : `commit ${booked.body.code}`
}

/** The same in one call. */
const bookAtOnce = async (url: string, key: string, { wish, number }: { wish: Wish; number: number }): Promise<string> => {
  const contact = { firstname: 'Bench', lastname: `Guest ${number}`, email: `remote${number}@example.test`, telephone: '34600111222' }
  const booked = await call(`${url}/v1/bc/booking`, key, ['POST', { ...wish, partySize: 2, contact }])
  return booked.status === 201 ? booked.body.status! : `booking ${booked.body.code}`
}

/** As fast as some channels get answers: bookings a second. */
const fullSpeed = async (run: (number: number) => Promise<string>): Promise<{ rate: number; outcomes: string[] }> => {
  const outcomes: string[] = []
  const startedMs = performance.now()
  let next = 0
  const client = async (): Promise<void> => {
    while (next < atFullSpeed) outcomes.push(await run(next++))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { rate: (outcomes.length * 1000) / (performance.now() - startedMs), outcomes }
}

/** So many a second whatever the answers take; each counts from the moment it was due. */
const steadily = async (count: number, run: (number: number) => Promise<string>): Promise<{ times: number[]; outcomes: string[] }> => {
  const startedMs = performance.now()
  const times: number[] = []
  const running = Array.from({ length: count }, async (_, number) => {
    const dueMs = startedMs + (number * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
    const outcome = await run(number)
    times.push(performance.now() - dueMs)
    return outcome
  })
  return { outcomes: await Promise.all(running), times }
}

const measure = async ({ start, ...ground }: RemoteStage) => {
  const { db } = ground
  const server = await start()
  const system = await aConnectedSystem(ground, { settings: { atOnce: 64 } })
  const venues: string[] = []
  for (let number = 1; number <= houses; number += 5) {
    const externalId = `v${String(number).padStart(5, '0')}`
    venues.push((await aRemoteVenue(db, system, { externalId, timeZone: 'Europe/London', name: `House ${number}` })).id)
  }
  const { key } = await aChannel(db, { venues, rateLimitPerMinute: 1_000_000 })
  const steady = warmUp + 2 * atFullSpeed
  const wishes = wishesOf(venues, steady + perSecond * seconds)
  const run =
    (from: number, way = book) =>
    (number: number) =>
      way(server.url, key, { wish: wishes[from + number]!, number: from + number })
  await steadily(warmUp, run(0))
  const inTwo = await fullSpeed(run(warmUp))
  const inOne = await fullSpeed(run(warmUp + atFullSpeed, bookAtOnce))
  const before = processMs(server.pid)
  const { times, outcomes } = await steadily(perSecond * seconds, run(steady))
  const costMs = (processMs(server.pid) - before) / outcomes.length
  const { rows } = await sql<{ live: number }>`select count(*)::int as live from remote_bookings where state = 'live'`.execute(db)
  const there = (await (await fetch(`${ground.rms.origin}/admin/bookings`)).json()) as { bookings: { contact: { email: string } }[] }
  return {
    times,
    outcomes: [...inTwo.outcomes, ...inOne.outcomes, ...outcomes],
    rates: [inTwo.rate, inOne.rate] as const,
    costMs,
    live: rows[0]!.live,
    there,
  }
}

export const remote: Bench = {
  name: 'remote',
  about: `${perSecond} bookings a second (hold and commit) at venues whose own reservation system answers beside`,
  run: async () => {
    const { times, outcomes, rates, costMs, live, there } = await onRemoteStage(houses, measure)
    const guests = new Set(there.bookings.map(({ contact }) => contact.email))
    const counts = Map.groupBy(outcomes, (outcome) => outcome)
    const others = [...counts].filter(([outcome]) => outcome !== 'confirmed').map(([outcome, all]) => `${all.length} × ${outcome}`)
    return [
      {
        name: 'remote.lost',
        value: outcomes.length - (counts.get('confirmed')?.length ?? 0),
        unit: 'bookings',
        note: others.join(', ') || 'all confirmed',
      },
      {
        name: 'remote.doubled',
        value: there.bookings.length - guests.size + Math.abs(guests.size - live),
        unit: 'bookings',
        note: `${guests.size} there, ${live} here`,
      },
      {
        name: 'remote.rate',
        value: round(rates[0], 0),
        unit: 'bookings/s',
        note: `hold and commit, ${clients} channels as fast as they are answered`,
      },
      { name: 'remote.once', value: round(rates[1], 0), unit: 'bookings/s', note: 'the same, booked in one call' },
      { name: 'remote.cost', value: round(costMs, 2), unit: 'ms CPU/booking', note: 'of the server, without the database' },
      {
        name: 'remote.p99',
        value: round(percentile(times, 0.99), 0),
        unit: 'ms',
        note: `hold and commit together; p50 ${round(percentile(times, 0.5), 0)} ms, p90 ${round(percentile(times, 0.9), 0)} ms, at ${perSecond} a second`,
      },
    ]
  },
}
