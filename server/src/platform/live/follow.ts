import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/transaction.ts'
import type { Logger } from '../log.ts'

/** A message with the transaction that published it. */
export type FollowedMessage = { id: number; xid: string; message: LiveMessage }
export type Follower = {
  name: string
  /** The one type of messages it consumes. */
  type: LiveMessage['type']
  /** Which of them wake it at once. */
  wants: (message: LiveMessage) => boolean
  /**
   * A consumer of live messages: runs in the transaction that also advances the cursor, so that each message is processed exactly once, also after a
   * crash.
   */
  take: (ctx: Ctx, messages: readonly FollowedMessage[]) => Promise<void>
}

const atOnce = 200
/** Debounce: messages of one moment are processed together. */
const gatherMs = 40
const restMs = 120
const pollMs = 2000
/** Idle, the cursor still advances once a minute, so that old messages can be deleted. */
const pollsPerMove = 30

type Place = { xid: string; done: number[] }
type Look = { horizon: string; newest: string; id: number | null; xid: string; message: LiveMessage }

/** Follows from now on; an existing cursor is kept. */
const enter = async (ctx: Ctx, name: string): Promise<void> => {
  await sql`insert into live_followers (name, xid) values (${name}, pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing`.execute(
    ctx.db,
  )
}

/**
 * Ids are assigned before the commit, so the cursor is a transaction horizon (`xmin`) as in live.ts: everything below it was visible, and of what
 * lies above it the ids processed already are kept. One process at a time locks the cursor; the others skip.
 */
export const followOnce = async (ctx: Ctx, { name, type, take }: Follower): Promise<'taken' | 'more' | 'busy'> =>
  transaction(ctx, async (inner) => {
    const [held] = await Promise.all([
      sql<Place>`select xid::text, done from live_followers where name = ${name} for update skip locked`.execute(inner.db),
      // Array parameters vary in length: a plan for each length would cost more than the rows.
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(inner.db),
    ])
    const place = held.rows[0]
    if (!place) return 'busy'
    const looks = await look(inner, place, type)
    const { horizon, newest } = looks[0]!
    const found = looks.flatMap(({ id, xid, message }) => (id === null ? [] : [{ id, xid, message }]))
    if (found.length) await take(inner, found)
    const more = found.length === atOnce
    const reached = more && BigInt(found.at(-1)!.xid) < BigInt(horizon) ? found.at(-1)!.xid : horizon
    // A database restored elsewhere restarts its transaction ids.
    const from = BigInt(place.xid) > BigInt(newest) ? newest : place.xid
    const next = BigInt(reached) > BigInt(from) ? reached : from
    const above = found.filter(({ xid }) => BigInt(xid) >= BigInt(next)).map(({ id }) => id)
    const kept = next === place.xid ? place.done : await stillAbove(inner, place.done, next)
    await sql`
      update live_followers set xid = ${next}::xid8, done = ${[...kept, ...above]}::bigint[], moved_at = ${inner.clock().toString()}::timestamptz
      where name = ${name}`.execute(inner.db)
    return more ? 'more' : 'taken'
  })

const look = async (ctx: Ctx, { xid, done }: Place, type: LiveMessage['type']): Promise<Look[]> => {
  const { rows } = await sql<Look>`
    with now as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon, pg_snapshot_xmax(pg_current_snapshot()) as newest)
    select now.horizon::text, now.newest::text, m.id, m.xid::text, m.message from now
    left join lateral (
      select id, xid, message from live_messages
      where xid >= least(${xid}::xid8, now.newest) and message ->> 'type' = ${type} and id <> all(${done}::bigint[])
      order by xid, id limit ${atOnce}
    ) m on true
    order by m.xid, m.id`.execute(ctx.db)
  return rows
}

const stillAbove = async (ctx: Ctx, ids: readonly number[], xid: string): Promise<number[]> => {
  if (!ids.length) return []
  const { rows } = await sql<{
    id: number
  }>`select id from live_messages where id = any(${[...ids]}::bigint[]) and xid >= ${xid}::xid8`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** A cheap check for new messages: no lock, no write. */
const somethingNew = async (ctx: Ctx, { name, type }: Follower): Promise<boolean> => {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from live_followers f join live_messages m on m.xid >= f.xid and m.id <> all(f.done) and m.message ->> 'type' = ${type}
      where f.name = ${name}
    ) as waits`.execute(ctx.db)
  return rows[0]?.waits === true
}

type FollowOptions = { ctx: () => Ctx; follower: Follower; log: Logger }

/** Every working process follows: live messages wake it, and a poll every two seconds finds messages whose NOTIFY was lost. */
export const startFollowing = ({ ctx, follower, log }: FollowOptions): { stop: () => Promise<void> } => {
  const { live } = ctx().ports
  let again = false
  let entered = false
  let logged = false
  const ending = new AbortController()
  const stopped = (): boolean => ending.signal.aborted
  let polls = 0
  let running: Promise<void> | undefined
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, stopped() ? 0 : ms))
  const run = async (): Promise<void> => {
    await pause(gatherMs)
    while (again && !stopped()) {
      again = false
      try {
        if (!entered) await enter(ctx(), follower.name)
        entered = true
        while ((await followOnce(ctx(), follower)) === 'more' && !stopped());
        logged = false
      } catch (error) {
        // Logged once per outage: it polls again in two seconds.
        if (!logged && !stopped()) log.warn({ err: error, follower: follower.name }, 'following live messages')
        logged = true
      }
      await pause(restMs)
    }
  }
  const wake = (): void => {
    if (stopped()) return
    again = true
    running ??= run().finally(() => {
      running = undefined
      if (again) wake()
    })
  }
  const poll = async (): Promise<void> => {
    if (running || stopped()) return
    const due = polls++ % pollsPerMove === 0
    if (due || (await somethingNew(ctx(), follower).catch(() => false))) wake()
  }
  const unsubscribe = live.subscribe(({ message }) => message.type === follower.type && follower.wants(message) && wake())
  const timer = setInterval(() => void poll(), pollMs).unref()
  wake()
  return {
    stop: async () => {
      ending.abort()
      unsubscribe()
      clearInterval(timer)
      await running
    },
  }
}
