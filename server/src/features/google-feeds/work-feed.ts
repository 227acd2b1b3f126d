import type { GoogleFeedFault } from '@tablewire/contracts/google/google-feeds'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { type LeasedWork, wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import { SftpFailed } from '#src/platform/net/sftp.ts'
import { type Feed, makeFeed, stillMine } from './make-feed.ts'
import { loopName } from './plan-feeds.ts'
import { NotReady, sendFeed } from './send-feed.ts'
import { tellOfFeed } from './tell-of-feed.ts'

/** Back-off of what did not arrive, and when the feed is given up: by then the next day's is on its way. */
const firstPauseSec = 60
const longestPauseSec = 1800
const patienceHours = 26

/** Due feeds, of each account one at a time and merchants first: Google takes no service of a merchant it does not know. */
const takeFeeds = async (ctx: Ctx, capacity: number): Promise<Feed[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Feed>`
    with due as (
      select f.id from google_feeds f
      where f.next_at <= ${now}::timestamptz and (f.lease_until is null or f.lease_until < clock_timestamp())
        and not exists (
          select from google_feeds o where o.account_id = f.account_id and o.id <> f.id and o.next_at is not null
            and (o.lease_until > clock_timestamp() or o.next_at <= ${now}::timestamptz
              and (o.created_at, array_position(array['merchants', 'services', 'availability'], o.kind)) < (f.created_at, array_position(array['merchants', 'services', 'availability'], f.kind))))
      order by f.created_at, f.id limit ${capacity} for update of f skip locked)
    update google_feeds f set attempts = f.attempts + 1, lease_by = gen_random_uuid(),
      lease_until = clock_timestamp() + make_interval(secs => ${ctx.ports.config.waits.lease / 1000})
    from due where f.id = due.id
    returning f.id, f.account_id, f.kind, f.state, f.attempts, f.lease_by, f.created_at`.execute(ctx.db)
  return rows
}

const renew = async (ctx: Ctx, { id, leaseBy }: Feed): Promise<boolean> => {
  const { rows } = await sql`
    update google_feeds set lease_until = clock_timestamp() + make_interval(secs => ${ctx.ports.config.waits.lease / 1000})
    where id = ${id} and lease_by = ${leaseBy} returning id`.execute(ctx.db)
  return rows.length > 0
}

const faultOf = (error: unknown): { fault: GoogleFeedFault; detail: string } => {
  if (error instanceof SftpFailed || error instanceof NotReady) return { fault: error.fault, detail: error.message }
  return { fault: 'stopped', detail: error instanceof Error ? error.message.slice(0, 300) : 'failed' }
}

/** Ends a feed that another has followed, which says all of it and later: what Google reads last must be the newest. */
const isFollowed = async (ctx: Ctx, { id, leaseBy }: Feed): Promise<boolean> => {
  const now = ctx.clock().toString()
  const { rows } = await sql`
    update google_feeds f set state = 'superseded', next_at = null, ended_at = ${now}::timestamptz, files_until = coalesce(f.files_until, ${now}::timestamptz),
      lease_by = null, lease_until = null
    where f.id = ${id} and f.lease_by = ${leaseBy} and exists (
      select from google_feeds n where n.account_id = f.account_id and n.kind = f.kind and (n.created_at, n.id) > (f.created_at, f.id)
        and (n.next_at is not null or n.state = 'sent')) returning f.id`.execute(ctx.db)
  return rows.length > 0
}

/** Tried again later, or given up when the next feed is about to come. */
const putOff = (ctx: Ctx, feed: Feed, error: unknown): Promise<void> =>
  transaction(ctx, async (inner) => {
    if (!(await stillMine(inner, feed)) || (await isFollowed(inner, feed))) return
    const { fault, detail } = faultOf(error)
    const now = inner.clock()
    const pauseSec = Math.min(longestPauseSec, firstPauseSec * 2 ** (feed.attempts - 1)) * (0.75 + Math.random() / 2)
    const next = now.add({ milliseconds: Math.round(pauseSec * 1000) })
    const over = next.epochMilliseconds > Date.parse(feed.createdAt) + patienceHours * 3_600_000
    await inner.db
      .updateTable('googleFeeds')
      .set({
        fault,
        faultDetail: detail,
        leaseBy: null,
        leaseUntil: null,
        ...(over ? { state: 'failed' as const, nextAt: null, endedAt: now.toString() } : { nextAt: next.toString() }),
      })
      .where('id', '=', feed.id)
      .execute()
    if (over) await tellOfFeed(inner, feed, { what: 'feed_failed', count: feed.attempts })
  })

const giveBack = async (ctx: Ctx, { id, leaseBy }: Feed): Promise<void> => {
  await sql`
    update google_feeds set lease_by = null, lease_until = null, attempts = greatest(0, attempts - 1) where id = ${id} and lease_by = ${leaseBy}`.execute(
    ctx.db,
  )
}

/** A feed from where it stands: what was made and checked is only sent, what was being made is made anew. */
const workFeed = async (ctx: Ctx, feed: Feed, stopping: AbortSignal): Promise<void> => {
  const { timers, config } = ctx.ports
  const lost = new AbortController()
  const keep = async (): Promise<void> => {
    if (!(await renew(ctx, feed).catch(() => true))) lost.abort()
  }
  const stopRenewing = timers.every(config.waits.lease / 3, () => void keep())
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    if (await isFollowed(ctx, feed)) return
    if (feed.state === 'sending' || (await makeFeed(ctx, feed, signal))) await sendFeed(ctx, feed, signal)
  } catch (error) {
    if (stopping.aborted) await giveBack(ctx, feed)
    else if (!lost.signal.aborted) {
      ctx.log.warn({ err: error, feed: feed.id, kind: feed.kind }, 'google feed')
      await putOff(ctx, feed, error)
    }
  } finally {
    stopRenewing()
  }
  wakeLoop(ctx, loopName)
}

/** GO1: feeds, in whichever process has capacity. */
export const feedWork: LeasedWork<Feed> = { name: loopName, atOnce: 2, everyMs: 2000, take: takeFeeds, run: workFeed }
