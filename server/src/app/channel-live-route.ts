import type { FastifyInstance } from 'fastify'
import { listenToEvents } from '#src/features/webhooks/api.ts'
import type { Edge } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { eventStreams, sendEvent } from './event-streams.ts'
import type { AppContainer } from './ports.ts'

/** At five seconds each. */
const beatsPerRenewal = 60
const streamsAtOnce = 5

const makeCount = () => {
  const open = new Map<string, number>()
  const add = (channelId: string, n: number): void => {
    const left = (open.get(channelId) ?? 0) + n
    if (left) open.set(channelId, left)
    else open.delete(channelId)
  }
  return {
    enter: (channelId: string): void => {
      if ((open.get(channelId) ?? 0) >= streamsAtOnce) throw new Problem('stream.too_many', { limit: streamsAtOnce, seconds: 5 })
      add(channelId, 1)
    },
    leave: (channelId: string): void => add(channelId, -1),
  }
}

type Gate = Pick<Edge, 'callers' | 'limit'>

/** GET /v1/bc/events: a channel's webhook events as a stream for its developers; resumes with Last-Event-ID, ends with its key. */
export const channelLiveRoute = (app: FastifyInstance, { log }: AppContainer, { callers, limit }: Gate): void => {
  const count = makeCount()
  const openStream = eventStreams(app)
  app.get('/v1/bc/events', { exposeHeadRoute: false }, async (request, reply) => {
    const ctx = await callers.channel(request).catch((error: unknown) => {
      limit(request, reply, callers.anyone(request))
      throw error
    })
    limit(request, reply, ctx)
    const channelId = ctx.actor.id!
    count.enter(channelId)
    const after = request.headers['last-event-id']
    const { ownChanges } = request.query as { ownChanges?: unknown }
    let listening
    try {
      listening = await listenToEvents(ctx, {
        channelId,
        ownChanges: ownChanges === '1' || ownChanges === 'true',
        after: typeof after === 'string' ? after : undefined,
        onEvent: ({ cursor, name, body }) => sendEvent(reply.raw, { id: cursor, event: name, data: body }),
        failed: (error) => {
          log.warn({ err: error }, 'stream of a channel')
          reply.raw.end()
        },
      })
    } catch (error) {
      count.leave(channelId)
      throw error
    }
    const { gap, cursor, keep, stop } = listening
    let beats = 0
    const out = openStream(request, reply, {
      mayStay: () => Promise.all([callers.channel(request), ++beats % beatsPerRenewal === 0 ? keep() : undefined]),
      onClose: () => {
        stop()
        count.leave(channelId)
      },
    })
    if (out.writableEnded) return
    out.write(`retry: 1000\nid: ${cursor()}\n: open\n\n${gap ? 'event: gap\ndata: {}\n\n' : ''}`)
  })
}
