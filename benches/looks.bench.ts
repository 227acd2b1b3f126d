import autocannon from 'autocannon'
import { type Bench, type Measure, round } from './bench.ts'
import { venueId } from './fill.ts'
import { makeChannel, processorMs, type Server, serverOnStage, type Stage, stage } from './stage.ts'

const venues = 100
const days = 30
const callers = 16
const seconds = 10

const evening = (offset: number): number =>
  Math.floor(Date.parse(`${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T19:00:00Z`) / 1000)

/** Every evening of every venue, in an order in which neither comes twice in a row. */
const questions = (key: string) =>
  Array.from({ length: venues * days }, (_, n) => ({
    method: 'GET' as const,
    path: `/v1/bc/availability?venueId=${venueId(1 + ((n * 37) % venues))}&date=${evening(1 + ((n * 7) % days))}&partySize=${2 + (n % 3)}`,
    headers: { 'x-token': key },
  }))

type Asked = { rate: number; p50: number; p99: number; failed: number; cost: Record<'server' | 'database' | 'callers', number> }
const ask = async (set: Stage, server: Server, key: string): Promise<Asked> => {
  const requests = questions(key)
  const run = (duration: number) => autocannon({ url: server.url, connections: callers, duration, requests })
  await run(seconds / 2)
  const spentMs = () => {
    const { user, system } = process.cpuUsage()
    return { ...processorMs({ ...set, product: server }), callers: (user + system) / 1000 }
  }
  const before = spentMs()
  const { requests: answered, latency, non2xx } = await run(seconds)
  const after = spentMs()
  const each = (who: keyof typeof before): number => round((after[who] - before[who]) / (answered.average * seconds), 2)
  return {
    rate: round(answered.average, 0),
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx,
    cost: { server: each('server'), database: each('database'), callers: each('callers') },
  }
}

const measures = (name: string, { rate, p50, p99, failed, cost }: Asked): Measure[] => [
  { name: `looks.${name}`, value: rate, unit: 'answers/s', note: `${callers} callers, median ${p50} ms` },
  { name: `looks.${name}.late`, value: p99, unit: 'ms p99' },
  {
    name: `looks.${name}.cost`,
    value: round(cost.server + cost.database, 2),
    unit: 'ms CPU/answer',
    note: `server ${cost.server}, database ${cost.database}; who asks ${cost.callers} beside`,
  },
  { name: `looks.${name}.failed`, value: failed, unit: 'answers' },
]

export const looks: Bench = {
  name: 'looks',
  about: 'a channel that looks for a table at 100 venues on 30 evenings: days kept in memory, and the database asked each time',
  run: async () => {
    const set = await stage()
    const key = await makeChannel(
      set,
      Array.from({ length: venues }, (_, n) => venueId(n + 1)),
    )
    const asking = await serverOnStage(set, { AVAILABILITY_MEMORY_MB: '0' })
    const asked = await ask(set, asking, key)
    await asking.stop()
    const kept = await ask(set, set.product, key)
    return [...measures('asked', asked), ...measures('kept', kept)]
  },
}
