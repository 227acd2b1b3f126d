import type { Subject } from '@tablewire/contracts/access'
import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { venueIdsInScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Callers } from '#src/platform/http/mount.ts'
import type { Delivered } from '#src/platform/live/live.ts'
import { Problem } from '#src/platform/problem.ts'
import type { House } from './ports.ts'

/** Also how often it is asked whether the reader's session still lives: with the short memory of sessions, ten seconds at most. */
const heartbeatMs = 5000
/** A reader this far behind is cut off; it comes back and resumes. */
const mostBehindBytes = 1_000_000

type Reader = { ctx: Ctx; venueIds: ReadonlySet<string> | 'all' }

/** The right behind what a message is about; of what is not named here hears whoever has one of them. */
const subjects: Partial<Record<Delivered['message']['type'], Subject>> = {
  reservation: 'reservation-list',
  channel: 'channel-management',
  sync: 'sync',
  import: 'import',
}
const hasEar = ({ ability }: Ctx): boolean => Object.values(subjects).some((subject) => ability.can('read', subject))

/** Whether a message about a company's own doings is for this reader. */
const isOf = ({ scope, actor }: Ctx, companyId: string | null | undefined): boolean =>
  companyId === undefined || scope.kind === 'all' || (companyId !== null && actor.kind === 'user' && actor.companyId === companyId)

const mayHear = ({ ctx, venueIds }: Reader, { type, venueId, users, companyId }: Delivered['message']): boolean => {
  if (users) return ctx.actor.id !== null && users.includes(ctx.actor.id)
  const subject = subjects[type]
  if (subject && !ctx.ability.can('read', subject)) return false
  if (!isOf(ctx, companyId)) return false
  return venueId === null || venueIds === 'all' || venueIds.has(venueId)
}
const write = (out: ServerResponse, { cursor, message }: Delivered): void => {
  if (out.writableLength > mostBehindBytes) out.destroy()
  else out.write(`id: ${cursor}\ndata: ${JSON.stringify({ ...message, users: undefined, companyId: undefined })}\n\n`)
}

/** GET /v1/live: server-sent events for what the caller may see; resumes with Last-Event-ID. */
export const liveRoute = (app: FastifyInstance, { ports, log }: House, callers: Callers): void => {
  const open = new Set<ServerResponse>()
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const out of open) out.end()
  })
  app.get('/v1/live', { exposeHeadRoute: false }, async (request, reply) => {
    const identify = async (): Promise<Reader> => {
      const ctx = await callers.user(request)
      if (!hasEar(ctx)) throw new Problem('access.denied')
      return { ctx, venueIds: await venueIdsInScope(ctx) }
    }
    let reader = await identify()
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    if (closing) return void out.end()
    open.add(out)
    // What is published while the past is being read waits its turn behind it.
    const waiting: Delivered[] = []
    let caughtUp = false
    const deliver = (delivered: Delivered): void => {
      if (mayHear(reader, delivered.message)) write(out, delivered)
    }
    const stop = ports.live.subscribe((delivered) => (caughtUp ? deliver(delivered) : void waiting.push(delivered)))
    const heartbeat = setInterval(() => {
      out.write(': still here\n\n')
      // Rights and venues may have changed, the session may have ended.
      identify().then(
        (fresh) => (reader = fresh),
        () => out.end(),
      )
    }, heartbeatMs)
    out.on('close', () => {
      stop()
      clearInterval(heartbeat)
      open.delete(out)
    })
    out.write(`retry: 1000\nid: ${ports.live.cursor()}\n: open\n\n`)
    const last = request.headers['last-event-id']
    try {
      if (typeof last === 'string') await replay(last, { ctx: reader.ctx, deliver, out })
    } catch (error) {
      log.warn({ err: error }, 'live replay')
      out.end()
    }
    caughtUp = true
    for (const delivered of waiting) deliver(delivered)
  })
}

const replay = async (
  cursor: string,
  { ctx, deliver, out }: { ctx: Ctx; deliver: (one: Delivered) => void; out: ServerResponse },
): Promise<void> => {
  const missed = await ctx.ports.live.since(cursor)
  if (missed) for (const one of missed) deliver(one)
  // Too long away: the reader has to load its screen again.
  else
    write(out, {
      cursor: ctx.ports.live.cursor(),
      message: { type: 'reset', venueId: null, id: null, kind: null, at: ctx.clock().toString() },
    })
}
