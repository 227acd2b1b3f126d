import { type Bench, percentile, round } from './bench.ts'
import { venueId } from './fill.ts'
import { ask } from './ask.ts'
import { makeChannel, processorMs, query, stage } from './stage.ts'

const clients = 64
const venues = 4
/** Covers left per evening start: few enough for contention at nearly every start. */
const coversPerStart = 8

const evening = (dayOffset: number, minutes: number): number =>
  Math.floor(Date.parse(`${new Date(Date.now() + dayOffset * 86_400_000).toISOString().slice(0, 10)}T15:00:00Z`) / 1000) + minutes * 60

/** Empty venues with tight limits beside the filled ones. */
const prepare = async (databaseUrl: string): Promise<string[]> => {
  const ids = Array.from({ length: venues }, () => crypto.randomUUID())
  for (const id of ids) {
    await query(
      databaseUrl,
      `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency) select $1, company_id, system_id, 'Fight', city, country_code, time_zone, currency from venues where id = $2`,
      [id, venueId(1)],
    )
    await query(
      databaseUrl,
      `insert into books (venue_id, rules) select $1, jsonb_set(rules, '{shifts,0,pacing}', $3::jsonb) from books where venue_id = $2`,
      [id, venueId(1), JSON.stringify({ covers: coversPerStart, parties: null })],
    )
    await query(databaseUrl, `insert into areas (venue_id, id, name, capacity, by_default) values ($1, $2, 'Main room', 400, true)`, [
      id,
      crypto.randomUUID(),
    ])
  }
  return ids
}

export const booking: Bench = {
  name: 'booking',
  about: '64 clients over HTTP fighting for the last covers of the same starts',
  run: async () => {
    const set = await stage()
    const ids = await prepare(set.databaseUrl)
    const key = await makeChannel(set, ids)
    const codes = new Map<string, number>()
    const times: number[] = []
    // More clients than places at every start; four starts of each evening concurrently.
    const requests = Array.from({ length: 30 }, (_, d) =>
      Array.from({ length: 18 }, (_s, s) =>
        ids.flatMap((id) => Array.from({ length: 6 }, () => ({ venueId: id, date: evening(d + 1, s * 15) }))),
      ),
    ).flat(2)
    let next = 0
    const client = async (): Promise<void> => {
      while (next < requests.length) {
        const n = next++
        const startedMs = performance.now()
        const { status, body } = await ask(`${set.product.url}/v1/bc/booking`, {
          headers: { 'x-token': key, 'idempotency-key': `fight-${crypto.randomUUID()}` },
          body: {
            ...requests[n]!,
            partySize: 2,
            contact: { firstname: 'Bench', lastname: `Guest ${n}`, email: `fight${n}@example.test` },
          },
        })
        times.push(performance.now() - startedMs)
        const outcome = status < 300 ? 'booked' : `${status} ${(JSON.parse(body) as { code?: string }).code}`
        codes.set(outcome, (codes.get(outcome) ?? 0) + 1)
      }
    }
    const startedMs = performance.now()
    const before = processorMs(set)
    await Promise.all(Array.from({ length: clients }, client))
    const after = processorMs(set)
    const seconds = (performance.now() - startedMs) / 1000
    const over = await query<{ n: number }>(
      set.databaseUrl,
      `select count(*)::int as n from (select venue_id, pacing_at from reservations where venue_id = any($1::uuid[]) and occupies(status) group by 1, 2 having sum(party_size) > $2) x`,
      [ids, coversPerStart],
    )
    const booked = codes.get('booked') ?? 0
    const others = [...codes].filter(([code]) => code !== 'booked' && code !== '409 slot.taken')
    return [
      { name: 'booking.oversold', value: over[0]!.n, unit: 'starts' },
      {
        name: 'booking.errors',
        value: others.reduce((sum, [, n]) => sum + n, 0),
        unit: 'answers',
        note: others.map(([code, n]) => `${n} × ${code}`).join(', ') || 'only booked or the clear refusal',
      },
      {
        name: 'booking.rate',
        value: round(requests.length / seconds, 0),
        unit: 'bookings/s',
        note: `asked for and answered; ${booked} of them booked, ${round(booked / seconds, 0)}/s, ${codes.get('409 slot.taken') ?? 0} clearly refused, p99 ${round(percentile(times, 0.99))} ms`,
      },
      {
        name: 'booking.cost',
        value: round((after.server - before.server + after.database - before.database) / requests.length, 2),
        unit: 'ms CPU/answer',
        note: `server ${round((after.server - before.server) / requests.length, 2)}, database ${round((after.database - before.database) / requests.length, 2)}`,
      },
      {
        name: 'booking.missing',
        value: ids.length * 30 * 18 * (coversPerStart / 2) - booked,
        unit: 'bookings',
        note: 'room left although somebody wanted it',
      },
    ]
  },
}
