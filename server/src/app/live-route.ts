import type { Subject } from '@tablewire/contracts/identity/access'
import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { onForgotten } from '#src/features/people/api.ts'
import { venueIdsInScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Callers } from '#src/platform/http/mount.ts'
import { originKey } from '#src/platform/http/rate-limit.ts'
import type { LiveDelivery } from '#src/platform/live/live.ts'
import { Problem } from '#src/platform/problem.ts'
import { eventStreams, isOutage, sendEvent } from './event-streams.ts'
import type { AppContainer } from './ports.ts'

/** Limits of concurrent streams per session, user and address: each stream costs work in every message. Counted in this process. */
const mostOpen = { session: 30, user: 100, address: 1000 }
const placesOf = ({ actor, origin }: Ctx): Record<keyof typeof mostOpen, string> => ({
  session: actor.kind === 'user' ? actor.sessionId : '',
  user: actor.id ?? '',
  address: originKey(origin),
})
type Places = ReturnType<typeof placesOf>

/** Acquires the slots of a new stream, unless the limits are reached. */
const placesFor = (ctx: Ctx, open: readonly Places[]): Places => {
  const places = placesOf(ctx)
  for (const kind of ['session', 'user', 'address'] as const)
    if (open.filter((one) => one[kind] === places[kind]).length >= mostOpen[kind])
      throw new Problem('live.too_many', { limit: mostOpen[kind] })
  // The last file descriptors are reserved for requests: a stream is long-lived.
  const { ground } = ctx.ports
  if (open.length < ground.connectionLimits.streams) return places
  ground.crowded()
  throw new Problem('server.busy')
}

type Reader = { ctx: Ctx; venueIds: ReadonlySet<string> | 'all' }

/** The permission behind a message's subject; one that is not named here needs any of them. */
const subjects: Partial<Record<LiveDelivery['message']['type'], Subject>> = {
  reservation: 'reservation-list',
  waitlist: 'reservation-list',
  channel: 'channel-management',
  group: 'groups',
  sync: 'sync',
  listing: 'listing',
  import: 'import',
  review: 'reviews',
  onboarding: 'onboarding',
  sales_link: 'sales-links',
}
/** Readers of venues get messages about venues; agents see no more than that. */
const hasEar = ({ ability }: Ctx): boolean =>
  ability.can('read', 'venues') || Object.values(subjects).some((subject) => ability.can('read', subject))

/** Tenant scope: whether a message about a company is for this reader. */
const isOf = ({ scope, actor }: Ctx, companyId: string | null | undefined): boolean =>
  companyId === undefined || scope.kind === 'all' || (companyId !== null && actor.kind === 'user' && actor.companyId === companyId)

type Parties = NonNullable<LiveDelivery['message']['parties']>
/** A case between partners is heard by both of them, and by the restaurant once it is known which one it is. */
const isPartyOf = ({ ctx: { scope }, venueIds }: Reader, { systemId, channelId }: Parties, venueId: string | null): boolean => {
  if (scope.kind === 'system') return scope.systemId === systemId
  if (scope.kind === 'channel') return scope.channelId === channelId
  if (scope.kind === 'channels') return scope.channelIds.includes(channelId)
  return venueIds === 'all' || (venueId !== null && venueIds.has(venueId))
}

const mayHear = (reader: Reader, { type, venueId, users, companyId, author, parties }: LiveDelivery['message']): boolean => {
  const { ctx, venueIds } = reader
  if (users) return ctx.actor.id !== null && users.includes(ctx.actor.id)
  // A message does not name the channel of a booking or a review: readers restricted to single channels refetch the list.
  if ((type === 'reservation' || type === 'review') && (ctx.scope.kind === 'channel' || ctx.scope.kind === 'channels')) return false
  const subject = subjects[type]
  if (subject && !ctx.ability.can('read', subject)) return false
  if (parties) return isPartyOf(reader, parties, venueId)
  if (!isOf(ctx, companyId) && !(author && author === ctx.actor.id)) return false
  return venueId === null || venueIds === 'all' || venueIds.has(venueId)
}
const write = (out: ServerResponse, { cursor, message }: LiveDelivery): void =>
  sendEvent(out, { id: cursor, data: { ...message, users: undefined, companyId: undefined, author: undefined, parties: undefined } })

/** HEAD: whether it would open. */
const lookRoute = (app: FastifyInstance, callers: Callers): void => {
  app.head('/v1/live', async (request, reply) => {
    if (!hasEar(await callers.user(request))) throw new Problem('access.denied')
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send()
  })
}

type Standing = { reader: () => Reader; isAsking: () => boolean; ask: () => Promise<void>; stop: () => void }
/**
 * Who reads and what he may hear now. Asked again whenever something about him changes in this process; until that is answered nothing is for him, and
 * neither while the database cannot say. In other processes he stands anew at the next beat.
 */
const standingOf = async (identify: () => Promise<Reader>, heard: { settled: () => void; lost: () => void }): Promise<Standing> => {
  let reader = await identify()
  let latest = 0
  let asking = 0
  let unknown = false
  const ask = async (): Promise<void> => {
    const turn = ++latest
    try {
      const now = await identify()
      // A slower answer to an earlier question is older.
      if (turn === latest) [reader, unknown] = [now, false]
    } catch (error) {
      unknown ||= isOutage(error)
      throw error
    }
    heard.settled()
  }
  const stop = onForgotten((concerns) => {
    const { actor } = reader.ctx
    if (actor.kind !== 'user') return
    if (!concerns({ sessionId: actor.sessionId, userId: actor.id, actedBy: actor.actedBy, actedBySession: null })) return
    asking++
    void ask()
      .catch((error: unknown) => isOutage(error) || heard.lost())
      .finally(() => {
        asking--
        heard.settled()
      })
  })
  return { reader: () => reader, isAsking: () => asking > 0 || unknown, ask, stop }
}

const placesOrLeave = ({ reader, stop }: Standing, open: readonly Places[]): Places => {
  try {
    return placesFor(reader().ctx, open)
  } catch (error) {
    stop()
    throw error
  }
}

/** Whoever reads is told at once: streams stay open, as a reader who comes back is refused and all of them would, at each server. */
const tellTurns = ({ pulse }: AppContainer, out: ServerResponse): (() => void) => {
  const tell = (isAway: boolean): void => {
    if (!out.writableEnded) out.write(`event: ${isAway ? 'away' : 'back'}\ndata: {}\n\n`)
  }
  if (pulse.away()) tell(true)
  return pulse.onTurn(tell)
}

/** GET /v1/live: server-sent events for what the caller may see; resumes with Last-Event-ID. */
export const liveRoute = (app: FastifyInstance, container: AppContainer, callers: Callers): void => {
  const { pulse, ports, log } = container
  const openStream = eventStreams(app)
  const open = new Set<Places>()
  lookRoute(app, callers)
  app.get('/v1/live', { exposeHeadRoute: false }, async (request, reply) => {
    // Who is known from before would get a stream on which nothing can come.
    if (pulse.away()) throw new Problem('server.busy')
    const identify = async (): Promise<Reader> => {
      const ctx = await callers.user(request)
      if (!hasEar(ctx)) throw new Problem('access.denied')
      return { ctx, venueIds: await venueIdsInScope(ctx) }
    }
    // What is published while the past is being read, or while it is asked who he is, waits its turn behind it.
    const waiting: LiveDelivery[] = []
    let caughtUp = false
    const flush = (): void => {
      if (caughtUp && !standing.isAsking()) for (const one of waiting.splice(0)) deliver(one)
    }
    const standing = await standingOf(identify, { settled: flush, lost: () => reply.raw.end() })
    const places = placesOrLeave(standing, [...open])
    open.add(places)
    const stop = ports.live.subscribe((delivered) => {
      waiting.push(delivered)
      flush()
    })
    const out = openStream(request, reply, {
      // Rights and venues may have changed, the session may have ended.
      mayStay: standing.ask,
      onClose: () => {
        stop()
        unturn()
        standing.stop()
        open.delete(places)
      },
    })
    const unturn = tellTurns(container, out)
    const deliver = (delivered: LiveDelivery): void => {
      if (!out.writableEnded && mayHear(standing.reader(), delivered.message)) write(out, delivered)
    }
    if (out.writableEnded) return
    out.write(`retry: 1000\nid: ${ports.live.cursor()}\n: open\n\n`)
    const last = request.headers['last-event-id']
    try {
      const missed: LiveDelivery[] = []
      if (typeof last === 'string') await replay(last, { ctx: standing.reader().ctx, deliver: (one) => void missed.push(one), out })
      waiting.unshift(...missed)
    } catch (error) {
      log.warn({ err: error }, 'live replay')
      out.end()
    }
    caughtUp = true
    flush()
  })
}

const replay = async (
  cursor: string,
  { ctx, deliver, out }: { ctx: Ctx; deliver: (one: LiveDelivery) => void; out: ServerResponse },
): Promise<void> => {
  const missed = await ctx.ports.live.since(cursor)
  if (missed) for (const one of missed) deliver(one)
  // Cursor too old: the reader has to refetch everything.
  else
    write(out, {
      cursor: ctx.ports.live.cursor(),
      message: { type: 'reset', venueId: null, id: null, kind: null, at: ctx.clock().toString() },
    })
}
