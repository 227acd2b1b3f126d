import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { openFeedFile } from '#src/features/google-feeds/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { AppContainer } from './ports.ts'

type FileRequest = { Params: { id: string; shard: string }; Querystring: { until?: unknown; signature?: unknown } }
const word = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A file of a feed as it went to Google, by a signed link of the feed history. */
export const feedFiles = (app: FastifyInstance, { db, ports }: AppContainer): void => {
  app.get<FileRequest>('/v1/google/feeds/:id/files/:shard', async (request, reply) => {
    const { params, query } = request
    const link = { id: params.id, shard: params.shard, until: word(query.until), signature: word(query.signature) }
    const { name, bytes, pieces } = await openFeedFile({ db, ports, clock: systemClock }, link)
    return reply
      .header('content-type', 'application/gzip')
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .send(Readable.from(pieces, { objectMode: false }))
  })
}
