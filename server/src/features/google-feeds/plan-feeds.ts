import { createHash } from 'node:crypto'
import { type GoogleFeedKind, googleFeedKinds, type GoogleFeedSchedule } from '@tablewire/contracts/google/google-feeds'
import type { SftpUsers } from '@tablewire/contracts/google/google-accounts'
import { sql } from 'kysely'
import { sftpSettings, type SftpSettings } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import type {} from './feed-rows.ts'

export const loopName = 'google.feeds'

/** Which of an account's users takes which kind. */
export const userOf: Readonly<Record<GoogleFeedKind, keyof SftpUsers>> = {
  merchants: 'merchants',
  services: 'service',
  availability: 'availability',
}

/** Between one and five in the morning, the same for an account every day, and not the same for all. */
const minuteOf = (accountId: string): number => 60 + (createHash('sha256').update(accountId).digest().readUInt16BE(0) % 240)

export const missingOf = ({ host, users, sealed }: SftpSettings): GoogleFeedSchedule['missing'] => [
  ...(host ? [] : (['sftpUrl'] as const)),
  ...(sealed ? [] : (['sftpPrivateRsaKey'] as const)),
  ...(['merchants', 'service', 'availability'] as const).flatMap((user) => (users[user] ? [] : [`sftpUsers.${user}` as const])),
]

/** When the feeds of an account are due next. */
export const dueTimes = (ctx: Ctx, accountId: string): { at: string; nextAt: string; today: string; isOver: boolean } => {
  const minute = minuteOf(accountId)
  const now = ctx.clock().toZonedDateTimeISO('UTC')
  const at = now.startOfDay().add({ minutes: minute })
  const isOver = at.epochMilliseconds <= now.epochMilliseconds
  const next = isOver ? at.add({ days: 1 }) : at
  return {
    at: at.toPlainTime().toString({ smallestUnit: 'minute' }),
    nextAt: next.toInstant().toString(),
    today: now.toPlainDate().toString(),
    isOver,
  }
}

type Cause = { dueOn: string } | { askedBy: string }

/** Feeds of these kinds, unless those of that day are there, or one that somebody asked for waits already. Answers those that are new. */
export const enqueueFeeds = async (
  ctx: Ctx,
  accountId: string,
  { kinds, cause }: { kinds: readonly GoogleFeedKind[]; cause: Cause },
): Promise<string[]> => {
  const now = ctx.clock().toString()
  const wanted = 'dueOn' in cause ? kinds : await notWaiting(ctx, accountId, kinds)
  if (!wanted.length) return []
  const made = await ctx.db
    .insertInto('googleFeeds')
    .values(
      wanted.map((kind) => ({
        id: newId(),
        accountId,
        kind,
        dueOn: 'dueOn' in cause ? cause.dueOn : null,
        askedBy: 'askedBy' in cause ? cause.askedBy : null,
        errors: '[]',
        leftOut: '[]',
        createdAt: now,
        nextAt: now,
      })),
    )
    .onConflict((same) => same.columns(['accountId', 'kind', 'dueOn']).doNothing())
    .returning(['id', 'kind'])
    .execute()
  if (!made.length) return []
  // What has not gone by now need not go any more: each of these says everything.
  await sql`
    update google_feeds set state = 'superseded', next_at = null, ended_at = ${now}::timestamptz, files_until = coalesce(files_until, ${now}::timestamptz)
    where account_id = ${accountId} and kind = any(${made.map(({ kind }) => kind)}::text[]) and id <> all(${made.map(({ id }) => id)}::uuid[])
      and next_at is not null and (lease_until is null or lease_until < clock_timestamp())`.execute(ctx.db)
  wakeLoop(ctx, loopName)
  return made.map(({ id }) => id)
}

const notWaiting = async (ctx: Ctx, accountId: string, kinds: readonly GoogleFeedKind[]): Promise<GoogleFeedKind[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google feeds ${accountId}`}, 4742))`.execute(ctx.db)
  const { rows } = await sql<{ kind: GoogleFeedKind }>`
    select f.kind from google_feeds f where f.account_id = ${accountId} and f.state = 'waiting' and f.attempts = 0 and f.next_at is not null`.execute(
    ctx.db,
  )
  const waiting = new Set(rows.map(({ kind }) => kind))
  return kinds.filter((kind) => !waiting.has(kind))
}

/** Every minute: the day's feeds of each account whose minute has come, also where that was while nobody worked. */
export const planFeeds = async (ctx: Ctx): Promise<void> => {
  for (const settings of await sftpSettings(ctx)) {
    const { today, isOver } = dueTimes(ctx, settings.id)
    if (!isOver || missingOf(settings).length) continue
    await enqueueFeeds(ctx, settings.id, { kinds: googleFeedKinds, cause: { dueOn: today } })
  }
}
