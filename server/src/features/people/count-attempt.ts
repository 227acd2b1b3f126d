import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { isAnybodysDevice, isKnownDevice } from '#src/features/factors/api.ts'
import { addressKey, originKey } from '#src/platform/http/rate-limit.ts'

/** Lockout: failures within the last quarter of an hour after which no attempt is allowed, over all processes. */
export const accountFailures = 10
export const addressFailures = 200
const withinMinutes = 15

export type Bound = { key: string; limit: number }
export type Attempt = {
  /** Locked until then; undefined = this attempt may go on. */
  lockedSeconds: number | undefined
  /** The last attempt: if it fails, the account or the address is locked. */
  last: boolean
  /** Takes the failure back. */
  undo: () => Promise<void>
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * The account claimed and the caller's address: an account by its id, so that address and user name are one; unknown accounts are counted like known
 * ones.
 */
export type Claim = { userId: string | undefined; email: string; device: string | undefined }

const accountKey = ({ userId, email }: Omit<Claim, 'device'>): string => `sign-in account ${digest(userId ?? email)}`
const deviceKeys = (userId: string): string => `sign-in device ${userId} `

/**
 * Rate limit keys of a sign-in. A known device has attempts of its own: an attacker who knows only the name uses up those of all strangers together
 * and cannot lock out the owner. Strangers are counted by account and by address.
 */
export const signInBounds = async (ctx: Ctx, claim: Claim): Promise<Bound[]> =>
  (await isKnownDevice(ctx, claim.userId, claim.device))
    ? [{ key: `${deviceKeys(claim.userId!)}${digest(claim.device!)}`, limit: accountFailures }]
    : [{ key: accountKey(claim), limit: accountFailures }, ...originBounds(ctx, 'sign-in', addressFailures)]

/** Attempts that name no account: a passkey cannot be guessed, only cause load. */
export const passkeyBounds = async (ctx: Ctx, device: string | undefined): Promise<Bound[]> =>
  (await isAnybodysDevice(ctx, device)) ? [] : originBounds(ctx, 'passkey', addressFailures)

/** Behind a reverse proxy that is not configured: by forwarded address, and by the proxy's with a far higher limit. */
const proxyTimes = 20
const originBounds = ({ origin }: Ctx, what: string, limit: number): Bound[] => {
  if (!origin.address) return []
  const own = { key: `${what} address ${originKey(origin)}`, limit }
  return origin.behind === undefined ? [own] : [own, { key: `${what} address ${addressKey(origin.address)}`, limit: limit * proxyTimes }]
}

/** Limits of recovery mails: per account, and of requests per address. */
export const recoveryMails = 3
export const recoveryAsks = 30
export const recoveryBounds = (email: string): Bound[] => [{ key: `recovery account ${digest(email)}`, limit: recoveryMails }]
export const recoveryAddressBounds = (ctx: Ctx): Bound[] => originBounds(ctx, 'recovery', recoveryAsks)
/** Links that lead nowhere, opened from one network. */
export const linkFailures = 30
/** Counts the opening of a link that is good without a sign-in, as long as it is not known to be one. */
export const countLinkAttempt = (ctx: Ctx): Promise<Attempt> => countAttempt(ctx, originBounds(ctx, 'signed link', linkFailures))
export const passwordBounds = (userId: string): Bound[] => [{ key: `password ${userId}`, limit: accountFailures }]

/** Resets the lockout of a user who proved access to the mailbox, on every device. */
export const resetLockout = async (ctx: Ctx, userId: string): Promise<void> => {
  await sql`delete from rate_windows where key = ${accountKey({ userId, email: '' })} or starts_with(key, ${deviceKeys(userId)})`.execute(
    ctx.db,
  )
}

/** Until when strangers are locked out of that account, a UTC instant; null = not locked. */
export const lockedUntil = async (ctx: Ctx, userId: string): Promise<string | null> => {
  const since = ctx.clock().subtract({ minutes: withinMinutes })
  const { rows } = await sql<{ oldest: string | null }>`
    select min(window_at) filter (where count > 0) as oldest from rate_windows
    where key = ${accountKey({ userId, email: '' })} and window_at > ${since.toString()}::timestamptz having sum(count) >= ${accountFailures}`.execute(
    ctx.db,
  )
  const oldest = rows[0]?.oldest
  return oldest ? Temporal.Instant.from(oldest).add({ minutes: withinMinutes }).toString() : null
}

type AttemptCount = { key: string; count: number; oldest: string | null }

/** Counts the attempt as a failure before it is verified, so that concurrent attempts cannot race past the limit; a success takes it back. */
export const countAttempt = async (ctx: Ctx, bounds: readonly Bound[]): Promise<Attempt> => {
  const now = ctx.clock()
  if (bounds.length === 0) return { lockedSeconds: undefined, last: false, undo: async () => undefined }
  const window = now.round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const keys = bounds.map(({ key }) => key)
  const { rows } = await sql<AttemptCount>`
    with attempt as (
      insert into rate_windows (key, window_at, count) select key, ${window.toString()}::timestamptz, 1 from unnest(${keys}::text[]) as key
      on conflict (key, window_at) do update set count = rate_windows.count + 1
      returning key, count
    )
    select a.key, (a.count + coalesce(sum(w.count), 0))::integer as count, min(w.window_at) filter (where w.count > 0) as oldest
    from attempt a left join rate_windows w on w.key = a.key and w.window_at <> ${window.toString()}::timestamptz
      and w.window_at > ${now.subtract({ minutes: withinMinutes }).toString()}::timestamptz
    group by a.key, a.count`.execute(ctx.db)
  const limits = new Map(bounds.map(({ key, limit }) => [key, limit]))
  const full = rows.filter(({ key, count }) => count > limits.get(key)!)
  const waits = full.map(({ oldest }) => {
    const free = (oldest === null ? window.epochMilliseconds : Date.parse(oldest)) + withinMinutes * 60_000
    return Math.max(1, Math.ceil((free - now.epochMilliseconds) / 1000))
  })
  return {
    lockedSeconds: waits.length ? Math.max(...waits) : undefined,
    last: rows.some(({ key, count }) => count === limits.get(key)),
    undo: async () => {
      await sql`update rate_windows set count = count - 1 where key = any(${keys}::text[]) and window_at = ${window.toString()}::timestamptz`.execute(
        ctx.db,
      )
    },
  }
}
