import autocannon from 'autocannon'
import { type Bench, type Measure, round } from './bench.ts'
import { venueId } from './fill.ts'
import { makeChannel, processMs, type Server, serverOnStage, stage } from './stage.ts'

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

type Asked = { rate: number; p50: number; p99: number; failed: number; serverMs: number }
const ask = async (server: Server, key: string): Promise<Asked> => {
  const requests = questions(key)
  const run = (duration: number) => autocannon({ url: server.url, connections: callers, duration, requests })
  await run(seconds / 2)
  const before = processMs(server.pid)
  const { requests: answered, latency, non2xx } = await run(seconds)
  const count = answered.average * seconds
  return {
    rate: round(answered.average, 0),
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx,
    serverMs: round((processMs(server.pid) - before) / count, 2),
  }
}

const measures = (name: string, { rate, p50, p99, failed, serverMs }: Asked): Measure[] => [
  {
    name: `looks.${name}`,
    value: rate,
    unit: 'answers/s',
    note: `${callers} callers, median ${p50} ms, server ${serverMs} ms CPU an answer`,
  },
  { name: `looks.${name}.late`, value: p99, unit: 'ms p99' },
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
    const asked = await ask(asking, key)
    await asking.stop()
    const kept = await ask(set.product, key)
    return [...measures('asked', asked), ...measures('kept', kept)]
  },
}
