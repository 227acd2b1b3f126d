import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { type Heard, listenToEvents } from '#src/features/webhooks/api.ts'
import type { Edge } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'

/** Also how often it is asked whether the key is still good. */
const heartbeatMs = 5000
const beatsPerRenewal = 60
const streamsAtOnce = 5
/** A reader this far behind is cut off; it comes back and resumes. */
const mostBehindBytes = 1_000_000

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

const write = (out: ServerResponse, { cursor, name, body }: Heard): void => {
  if (out.writableLength > mostBehindBytes) out.destroy()
  else out.write(`id: ${cursor}\nevent: ${name}\ndata: ${JSON.stringify(body)}\n\n`)
}

type Gate = Pick<Edge, 'callers' | 'limit'>

/** GET /v1/bc/events: what a channel's webhooks tell, as a stream for its developers; resumes with Last-Event-ID, ends with its key. */
export const channelLiveRoute = (app: FastifyInstance, { log }: AppContainer, { callers, limit }: Gate): void => {
  const count = makeCount()
  const open = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const out of open) out.end()
  })
  app.get('/v1/bc/events', { exposeHeadRoute: false }, async (request, reply) => {
    const ctx = await callers.channel(request).catch((error: unknown) => {
      limit(request, reply, callers.anyone(request))
      throw error
    })
    limit(request, reply, ctx)
    const channelId = ctx.actor.id!
    const out = reply.raw
    count.enter(channelId)
    const after = request.headers['last-event-id']
    const { ownChanges } = request.query as { ownChanges?: unknown }
    let listening
    try {
      listening = await listenToEvents(ctx, {
        channelId,
        ownChanges: ownChanges === '1' || ownChanges === 'true',
        after: typeof after === 'string' ? after : undefined,
        hear: (one) => write(out, one),
        failed: (error) => {
          log.warn({ err: error }, 'stream of a channel')
          out.end()
        },
      })
    } catch (error) {
      count.leave(channelId)
      throw error
    }
    const { gap, cursor, keep, stop } = listening
    reply.hijack()
    out.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Ended, it would wait for another request for a minute, and keep a server from stopping.
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    open.add(out)
    let beats = 0
    const heartbeat = setInterval(() => {
      out.write(': still here\n\n')
      const renewal = ++beats % beatsPerRenewal === 0 ? keep() : undefined
      Promise.all([callers.channel(request), renewal]).catch(() => out.end())
    }, heartbeatMs)
    out.on('close', () => {
      stop()
      clearInterval(heartbeat)
      open.delete(out)
      count.leave(channelId)
    })
    out.write(`retry: 1000\nid: ${cursor()}\n: open\n\n${gap ? 'event: gap\ndata: {}\n\n' : ''}`)
  })
}
