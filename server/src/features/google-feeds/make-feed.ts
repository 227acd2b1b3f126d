import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { addDays, localOf } from '#src/features/availability/api.ts'
import { accountById, type CallingAccount } from '#src/features/google-accounts/api.ts'
import { datesOf, type GoogleSlot } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { checkFeed } from './check-feed.ts'
import type { FeedStamp } from './feed-text.ts'
import { dropPieces, keepingSink, keptFiles, keptHours, piecesOf } from './keep-files.ts'
import { dropPublications, keepPublication } from './publications.ts'
import { recordsPerFile } from './plan-shards.ts'
import { tellOfFeed } from './tell-of-feed.ts'
import type { Told } from './told-merchants.ts'
import { writeFeed, type WrittenFeed } from './write-feed.ts'

export type Feed = {
  id: string
  accountId: string
  kind: GoogleFeedKind
  state: string
  attempts: number
  leaseBy: string
  createdAt: string
}

/** A positive number that nobody has used before. */
export const newNonce = (): string => String((randomBytes(8).readBigUInt64BE() >> 1n) | 1n)

/** Packed, a file stays far below what Google takes; should one not, the feed is made anew in smaller ones. */
const largestFile = 180 * 1024 * 1024

/** Whole seconds, in each feed of a kind another: also where two are made within one. */
const stampFor = async (ctx: Ctx, { id, accountId, kind }: Feed): Promise<FeedStamp> => {
  const { rows } = await sql<{ generatedSec: number; nonce: string }>`
    update google_feeds set state = 'writing', nonce = ${newNonce()}, generated_at = greatest(date_trunc('second', ${ctx.clock().toString()}::timestamptz),
      (select max(o.generated_at) from google_feeds o where o.account_id = ${accountId} and o.kind = ${kind}) + interval '1 second')
    where id = ${id} returning extract(epoch from generated_at)::float8 as generated_sec, nonce`.execute(ctx.db)
  return rows[0]!
}

const knownMerchants = async (ctx: Ctx, { accountId, kind }: Feed): Promise<ReadonlySet<string> | undefined> => {
  if (kind === 'merchants') return undefined
  const { rows } = await sql<{ venueId: string }>`select venue_id from google_merchants where account_id = ${accountId}`.execute(ctx.db)
  return rows.length ? new Set(rows.map(({ venueId }) => venueId)) : undefined
}

const lastGeneratedSec = async (ctx: Ctx, { id, accountId, kind }: Feed): Promise<number | null> => {
  const { rows } = await sql<{ sec: number | null }>`
    select extract(epoch from max(generated_at))::float8 as sec from google_feeds where account_id = ${accountId} and kind = ${kind} and id <> ${id}`.execute(
    ctx.db,
  )
  return rows[0]!.sec
}

type Published = { feed: Feed; stamp: FeedStamp; told: Told; slots: readonly GoogleSlot[] }
/** Of a venue that is not on sale nothing is told, for all days that were told of before. */
const publish = (ctx: Ctx, { feed, stamp, told: { venueId, merchant }, slots }: Published): Promise<void> => {
  const timeZone = merchant?.house?.timeZone ?? 'UTC'
  const today = localOf(ctx.clock().epochMilliseconds, timeZone).date
  const span = (merchant && datesOf(ctx, merchant)) ?? { from: today, to: addDays(today, 365) }
  const at = new Date(stamp.generatedSec * 1000).toISOString()
  return keepPublication(ctx, {
    accountId: feed.accountId,
    venueId,
    timeZone,
    ...span,
    slots,
    feedId: merchant?.venue ? feed.id : null,
    at,
  })
}

const write = async (ctx: Ctx, feed: Feed, { account, signal }: { account: CallingAccount; signal: AbortSignal }) => {
  for (let perFile = recordsPerFile; ; perFile /= 2) {
    await dropPieces(ctx, feed.id)
    await ctx.db.deleteFrom('googleFeedFiles').where('feedId', '=', feed.id).execute()
    await dropPublications(ctx, feed.id)
    const stamp = await stampFor(ctx, feed)
    const told: Told[] = []
    const sink = keepingSink(ctx, feed, `google-feeds/${feed.id}/${stamp.generatedSec}`)
    const onTold = async (some: readonly Told[]): Promise<void> => {
      if (feed.kind === 'merchants') told.push(...some)
    }
    const onSlots = (one: Told, slots: readonly GoogleSlot[]): Promise<void> => publish(ctx, { feed, stamp, told: one, slots })
    const written = await writeFeed(ctx, { account, kind: feed.kind, stamp, sink, perFile, signal, onTold, onSlots })
    if (written.files.every(({ bytes }) => bytes <= largestFile) || perFile < 100) return { written, told, stamp }
  }
}

const rememberMerchants = async (ctx: Ctx, feed: Feed, told: readonly Told[]): Promise<void> => {
  const now = ctx.clock().toString()
  for (let from = 0; from < told.length; from += 500)
    await sql`
      insert into google_merchants as m (account_id, venue_id, record, service, feed_id, leaving_since)
      select ${feed.accountId}, (one ->> 'id')::uuid, one -> 'record', one -> 'service', ${feed.id}, case when (one ->> 'leaving')::boolean then ${now}::timestamptz end
      from jsonb_array_elements(${JSON.stringify(
        told
          .slice(from, from + 500)
          .map(({ venueId, record, service, merchant }) => ({ id: venueId, record, service, leaving: !merchant })),
      )}::jsonb) as one
      on conflict (account_id, venue_id) do update set record = excluded.record, service = excluded.service, feed_id = excluded.feed_id,
        leaving_since = case when excluded.leaving_since is not null then coalesce(m.leaving_since, excluded.leaving_since) end`.execute(
      ctx.db,
    )
}

/** Only who still holds the lease may say how it went on. */
export const stillMine = async (ctx: Ctx, { id, leaseBy }: Feed): Promise<boolean> => {
  const { rows } = await sql`select from google_feeds where id = ${id} and lease_by = ${leaseBy} for update`.execute(ctx.db)
  return rows.length > 0
}

const countsOf = ({ merchants, leftOut, leftOutCount }: WrittenFeed) => ({ merchants, leftOut: JSON.stringify(leftOut), leftOutCount })

/** Writes a feed's files and reads them as Google will; answers whether they may go. */
export const makeFeed = async (ctx: Ctx, feed: Feed, signal: AbortSignal): Promise<boolean> => {
  const account = await accountById(ctx.db, feed.accountId)
  if (!account) throw new Problem('google_account.not_found')
  const { written, told } = await write(ctx, feed, { account, signal })
  const files = await keptFiles(ctx, feed.id)
  const checked = await checkFeed({
    kind: feed.kind,
    files: files.map((file) => ({ name: file.name, bytes: file.bytes, pieces: () => piecesOf(ctx, file) })),
    nowSec: ctx.clock().epochMilliseconds / 1000,
    lastGeneratedSec: await lastGeneratedSec(ctx, feed),
    // The database keeps every nonce once.
    usedNonces: new Set(),
    merchants: await knownMerchants(ctx, feed),
    pause: async () => {
      signal.throwIfAborted()
      await ctx.ports.jobs.backpressure()
    },
  })
  const passed = checked.errorCount === 0
  const now = ctx.clock()
  return transaction(ctx, async (inner) => {
    if (!(await stillMine(inner, feed))) return false
    if (passed) await rememberMerchants(inner, feed, told)
    await inner.db
      .updateTable('googleFeeds')
      .set({
        ...countsOf(written),
        records: checked.records,
        errors: JSON.stringify(checked.errors),
        errorCount: checked.errorCount,
        filesUntil: now.add({ hours: keptHours }).toString(),
        ...(passed
          ? { state: 'sending' as const }
          : { state: 'refused' as const, nextAt: null, endedAt: now.toString(), leaseBy: null, leaseUntil: null }),
      })
      .where('id', '=', feed.id)
      .execute()
    if (!passed) await tellOfFeed(inner, feed, { what: 'feed_refused', count: checked.errorCount })
    return passed
  })
}
