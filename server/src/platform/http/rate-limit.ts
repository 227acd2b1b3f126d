import { isIP, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Ctx, Origin } from '../ctx.ts'
import type { Db } from '../db/schema.ts'
import { isPublicAddress } from '../net/public-address.ts'
import { Problem } from '../problem.ts'
import { isFetchedAhead } from './is-robot.ts'

/** Calls per minute of a signed-in user, and of an address without a session. Channels have limits of their own. */
export const userCallsPerMinute = 120_000
export const addressCallsPerMinute = 1200

const minuteMs = 60_000
/** Keys counted at the same time; beyond it (an attack from very many addresses) new ones go uncounted. */
const mostKeys = 100_000

/** `remaining` and `allowed` as of this call; a refused call is not counted. */
export type RateLimitStatus = { limit: number; remaining: number; resetSeconds: number; allowed: boolean }
export type Limiter = {
  take(key: string, limit: number): RateLimitStatus
  /** Exchanges counts with the other processes; runs by itself once a second. */
  exchange(): Promise<void>
  stop(): void
}

/** `synced`: how much of `mine` has been written to the table; `others`: the other processes' counts in the table. */
type Count = { mine: number; synced: number; others: number; limit: number }

/**
 * Fixed windows of one minute. Each process decides at once by what it knows: its own count, and the others' of a second ago; together they may
 * exceed a limit by what they count in that second, but never refuse too early.
 */
export const makeLimiter = (db: Db, clock: Clock): Limiter => {
  let window = 0
  let counts = new Map<string, Count>()
  const enter = (nowMs: number): void => {
    const current = Math.floor(nowMs / minuteMs) * minuteMs
    if (current === window) return
    window = current
    counts = new Map()
  }
  const tell = async (): Promise<void> => {
    const at = window
    const current = counts
    // A key far below its limit cannot exceed it together with the others; it is not worth a write per second.
    const busy = [...current].filter(([, { mine, limit }]) => mine * 20 >= limit)
    const rows = busy
      .filter(([, { mine, synced }]) => mine > synced)
      .map(([key, { mine, synced }]) => ({ key, mine, delta: mine - synced }))
      // All processes write their keys in one order, so that they cannot deadlock.
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    // A process without calls in the last second has nothing to write, but has to read the others' counts.
    const quiet = busy.filter(([, { mine, synced }]) => mine === synced).map(([key]) => key)
    const [added, read] = await Promise.all([rows.length ? addCounts(db, at, rows) : [], quiet.length ? readCounts(db, at, quiet) : []])
    const synced = new Map(rows.map(({ key, mine }) => [key, mine]))
    for (const { key, total } of [...added, ...read]) {
      const count = current.get(key)!
      count.synced = synced.get(key) ?? count.synced
      count.others = total - count.synced
    }
  }
  // Serialized: two concurrent runs would write the same calls twice.
  let telling: Promise<void> = Promise.resolve()
  const exchange = (): Promise<void> => (telling = telling.then(tell, tell))
  const timer = setInterval(() => {
    exchange().catch((error: unknown) => {
      // Without the database each process still counts for itself; with the pool closed there is nothing left to write.
      if (error instanceof Error && /destroyed/.test(error.message)) clearInterval(timer)
    })
  }, 1000).unref()
  return {
    take: (key, limit) => {
      const nowMs = clock().epochMilliseconds
      enter(nowMs)
      const resetSeconds = Math.max(1, Math.ceil((window + minuteMs - nowMs) / 1000))
      let count = counts.get(key)
      if (!count) {
        count = { mine: 0, synced: 0, others: 0, limit }
        if (counts.size < mostKeys) counts.set(key, count)
      }
      count.limit = limit
      const used = count.mine + count.others
      if (used >= limit) return { limit, remaining: 0, resetSeconds, allowed: false }
      count.mine++
      return { limit, remaining: limit - used - 1, resetSeconds, allowed: true }
    },
    exchange,
    stop: () => clearInterval(timer),
  }
}

type Delta = { key: string; delta: number }

const addCounts = async (db: Db, windowMs: number, deltas: readonly Delta[]): Promise<{ key: string; total: number }[]> => {
  const { rows } = await sql<{ key: string; total: number }>`
    insert into rate_windows (key, window_at, count)
    select t.key, to_timestamp(${windowMs / 1000}::float8), t.delta
    from unnest(${deltas.map(({ key }) => key)}::text[], ${deltas.map(({ delta }) => delta)}::integer[]) as t (key, delta)
    on conflict (key, window_at) do update set count = rate_windows.count + excluded.count
    returning key, count as total`.execute(db)
  return rows
}

const readCounts = async (db: Db, windowMs: number, keys: readonly string[]): Promise<{ key: string; total: number }[]> => {
  const { rows } = await sql<{ key: string; total: number }>`
    select key, count as total from rate_windows where window_at = to_timestamp(${windowMs / 1000}::float8) and key = any(${keys}::text[])`.execute(
    db,
  )
  return rows
}

/** The rate-limit key of an address: IPv6 addresses count as their /64 network. */
export const addressKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * A reverse proxy that is not configured (TRUST_PROXY), but in our own network, forwards a client address: its last entry is believed for rate
 * limiting alone, or all clients behind it would share one limit.
 */
export const undeclaredProxyClient = (
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  trustedProxies: number,
): string | undefined => {
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().at(-1)!.split(',').at(-1)!.trim()
  return trustedProxies === 0 && isIP(forwarded) !== 0 && !isPublicAddress(ip) ? forwarded : undefined
}

/** Where a request comes from; who has hung up meanwhile has no address any more. */
export const originOf = (request: FastifyRequest, trustedProxies: number): Origin => {
  const ip = (request.ip as string | undefined) ?? ''
  const { host, headers } = request
  const behind = undeclaredProxyClient({ ip, headers }, trustedProxies)
  return { host, address: ip, agent: headers['user-agent'], ahead: isFetchedAhead(headers), behind }
}

/** The rate-limit key of an anonymous caller. */
export const originKey = ({ address, behind }: Origin): string =>
  behind === undefined ? addressKey(address) : `${addressKey(address)} for ${addressKey(behind)}`

const limitOf = ({ actor, origin }: Ctx, request: FastifyRequest): [key: string, limit: number] => {
  const { endpointId, callsPerMinute } = request.routeOptions.config
  const caller = actor.id === null ? `address ${originKey(origin)}` : `${actor.kind} ${actor.id}`
  if (callsPerMinute !== undefined) return [`${caller} ${endpointId}`, callsPerMinute]
  if ('rateLimitPerMinute' in actor) return [caller, actor.rateLimitPerMinute]
  return [caller, actor.kind === 'user' ? userCallsPerMinute : addressCallsPerMinute]
}

/** The edge's `limit`: partners get the RateLimit headers with every answer, everybody gets Retry-After when refused. */
export const makeEdgeLimit = (db: Db, clock: Clock): ((request: FastifyRequest, reply: FastifyReply, ctx: Ctx) => void) => {
  const limiter = makeLimiter(db, clock)
  return (request, reply, ctx) => {
    const { limit, remaining, resetSeconds, allowed } = limiter.take(...limitOf(ctx, request))
    if ('rateLimitPerMinute' in ctx.actor)
      reply.headers({ 'ratelimit-limit': String(limit), 'ratelimit-remaining': String(remaining), 'ratelimit-reset': String(resetSeconds) })
    if (allowed) return
    reply.header('retry-after', String(resetSeconds))
    throw new Problem('rate.limited', { seconds: resetSeconds })
  }
}
