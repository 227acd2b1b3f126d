import type { Target } from '../../connectors/src/kit/conformance.ts'
import { serveRms, type Rms, type RmsOptions } from '../../sandbox/src/rms/serve-rms.ts'
import { makeEgress } from '@tablewire/server/platform/net/egress'

export const rmsToken = 'a token that only tests show'

/** A real reservation system on a free port. */
export const anRms = (options: Partial<RmsOptions> = {}): Promise<Rms> => serveRms({ tokens: [rmsToken], ...options })

/** That system as the conformance suite wants it. */
export const aTarget = async (settings: object = {}, options: Partial<RmsOptions> = {}): Promise<Target> => {
  const rms = await anRms(options)
  return {
    settings: { baseUrl: rms.origin, ...settings },
    secrets: { apiToken: rmsToken },
    http: makeEgress({ origins: () => [rms.origin, 'http://127.0.0.1:9'] }),
    venueId: 'quiet-garden',
    timeZone: 'Europe/London',
    date: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    trouble: async (kind, on = '*', times) =>
      rms.faults.set(kind === null ? [] : [{ kind, on, probability: 1, ms: 0, ...(times === undefined ? {} : { times }) }]),
    bookings: async () => rms.book.all().filter(({ status }) => status !== 'canceled').length,
    close: () => rms.close(),
  }
}
