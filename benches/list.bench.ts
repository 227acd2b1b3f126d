import autocannon, { type Result } from 'autocannon'
import { type Bench, type Measure, round } from './bench.ts'
import { venueId } from './fill.ts'
import { memoryMb, query, type Stage, stage } from './stage.ts'

const seconds = 5
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** Sixteen different questions of the same size: 20 venues, one week. */
const questions = (q: string | undefined) =>
  Array.from({ length: 16 }, (_, n) => ({
    venues: Array.from({ length: 20 }, (_v, i) => venueId(1 + ((n * 31 + i * 7) % 500))).join(','),
    from: day(n * 3 - 30),
    to: day(n * 3 - 24),
    q,
  }))

const productPath = ({ venues, from, to, q }: ReturnType<typeof questions>[number]) =>
  `/v1/reservations?filters[venueId]=${venues}&filters[from]=${from}&filters[to]=${to}&limit=50${q ? `&filters[q]=${q}` : ''}`
const baselinePath = ({ venues, from, to, q }: ReturnType<typeof questions>[number]) =>
  `/list?venues=${venues}&from=${from}&to=${to}${q ? `&q=${q}` : ''}`

type Load = { url: string; paths: readonly string[]; connections: number; token?: string }
const load = ({ url, paths, connections, token }: Load): Promise<Result> =>
  autocannon({
    url,
    connections,
    duration: seconds,
    warmup: { connections, duration: 2 },
    requests: paths.map((path) => ({ method: 'GET', path, headers: token ? { authorization: `Bearer ${token}` } : {} })),
  })

const ratio = async (name: string, both: { product: Load; baseline: Load }): Promise<Measure[]> => {
  // Interleaved (product, baseline, product), so that other load meets both.
  const first = await load(both.product)
  const yardstick = await load(both.baseline)
  const second = await load(both.product)
  const rate = (first.requests.average + second.requests.average) / 2
  const bad = first.non2xx + second.non2xx + yardstick.non2xx
  const note = `${round(rate, 0)}/s against ${round(yardstick.requests.average, 0)}/s, p99 ${round((first.latency.p99 + second.latency.p99) / 2)} ms against ${yardstick.latency.p99} ms`
  return [
    { name, value: round((100 * rate) / yardstick.requests.average), unit: '% of baseline', note },
    ...(bad ? [{ name: `${name} failures`, value: bad, unit: 'answers' }] : []),
  ]
}

const sameRows = async ({ product, baseline, token }: Stage): Promise<void> => {
  for (const q of [undefined, 'garcia'])
    for (const one of questions(q)) {
      const ours = (await (await fetch(product.url + productPath(one), { headers: { authorization: `Bearer ${token}` } })).json()) as {
        total: number
        data: { id: string }[]
      }
      const theirs = (await (await fetch(baseline.url + baselinePath(one))).json()) as typeof ours
      if (ours.total !== theirs.total || ours.data.map((row) => row.id).join() !== theirs.data.map((row) => row.id).join())
        throw new Error(`product and baseline answer different rows for ${productPath(one)}`)
    }
}

export const list: Bench = {
  name: 'list',
  about: 'a page of 50 of 1,000,000 reservations (20 venues, one week, exact total), by name, and one by id, against a hand-written server',
  run: async () => {
    const set = await stage()
    await sameRows(set)
    const measures: Measure[] = []
    for (const connections of [1, 16])
      for (const q of [undefined, 'garcia'])
        measures.push(
          ...(await ratio(`list${q ? '.search' : ''}.${connections}`, {
            product: { url: set.product.url, paths: questions(q).map(productPath), connections, token: set.token },
            baseline: { url: set.baseline.url, paths: questions(q).map(baselinePath), connections },
          })),
        )
    const ids = (
      await query<{ id: string }>(set.databaseUrl, 'select id from reservations where venue_id = $1 limit 50', [venueId(7)])
    ).map((row) => row.id)
    for (const connections of [1, 16])
      measures.push(
        ...(await ratio(`get.${connections}`, {
          product: { url: set.product.url, paths: ids.map((id) => `/v1/reservations/${id}`), connections, token: set.token },
          baseline: { url: set.baseline.url, paths: ids.map((id) => `/get/${id}`), connections },
        })),
      )
    return [...measures, { name: 'server.memory', value: round(memoryMb(set.product.pid), 0), unit: 'MB' }]
  },
}
