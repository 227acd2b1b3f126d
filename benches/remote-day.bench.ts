import { aChannel } from '../tests/build/a-channel.ts'
import { aConnectedSystem, aRemoteVenue } from '../tests/build/a-remote-venue.ts'
import { aVenue } from '../tests/build/a-venue.ts'
import { ask } from './ask.ts'
import { type Bench, percentile, round } from './bench.ts'
import { onRemoteStage, type RemoteStage } from './remote-stage.ts'

const [rounds, looks, warmUp] = [3, 400, 60]

type Times = { remote: number[]; builtIn: number[] }

/** One after the other, so that both meet the same machine. */
const measure = async ({ start, ...ground }: RemoteStage): Promise<Times[]> => {
  const { db } = ground
  const server = await start()
  const system = await aConnectedSystem(ground)
  const remote = await aRemoteVenue(db, system, { externalId: 'v00001', timeZone: 'Europe/London' })
  const builtIn = await aVenue(db, { timeZone: 'Europe/London' })
  const { key } = await aChannel(db, { venues: [remote.id, builtIn.id], rateLimitPerMinute: 1_000_000 })
  const day = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)
  const date = Date.parse(`${day}T19:00:00Z`) / 1000
  const look = async (venueId: string): Promise<number> => {
    const startedMs = performance.now()
    const { status, body } = await ask(`${server.url}/v1/bc/availability?venueId=${venueId}&partySize=2&date=${date}`, {
      headers: { 'x-token': key },
    })
    if (status !== 200) throw new Error(`availability answered ${status}: ${body}`)
    return performance.now() - startedMs
  }
  const both = async (times: number): Promise<Times> => {
    const taken: Times = { remote: [], builtIn: [] }
    for (let n = 0; n < times; n++) {
      taken.remote.push(await look(remote.id))
      taken.builtIn.push(await look(builtIn.id))
    }
    return taken
  }
  await both(warmUp)
  const all: Times[] = []
  for (let n = 0; n < rounds; n++) all.push(await both(looks))
  return all
}

const p99 = (times: readonly number[]): number => percentile(times, 0.99)

export const remoteDay: Bench = {
  name: 'remote-day',
  about: 'a day kept of a reservation system against a day of our own book, look by look in turn; the best of three rounds',
  run: async () => {
    const all = await onRemoteStage(1, measure)
    const best = all.toSorted((a, b) => p99(a.remote) / p99(a.builtIn) - p99(b.remote) / p99(b.builtIn))[0]!
    const medians = percentile(best.remote, 0.5) / percentile(best.builtIn, 0.5)
    return [
      {
        name: 'availability.remote',
        value: round(p99(best.remote) / p99(best.builtIn), 2),
        unit: '× built in, p99',
        note: `${round(p99(best.remote))} ms against ${round(p99(best.builtIn))} ms; medians ${round(medians, 2)} ×`,
      },
    ]
  },
}
