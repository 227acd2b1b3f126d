import { createHash } from 'node:crypto'
import { type UpdatingAccount, updatingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { requestsFor } from './bodies.ts'
import { keepPublication } from '#src/features/google-feeds/api.ts'
import { newId } from '#src/platform/id.ts'
import { callGoogle, type Request, type Result } from './call-google.ts'
import type { Change } from './change-rows.ts'
import {
  countTold,
  dueChanges,
  forgetChange,
  forgetRefused,
  holdLease,
  isFed,
  isToldAlready,
  lateMs,
  leaveLease,
  noteTold,
  noteVenueTold,
  pauseAccount,
  postponeChange,
  waitingAccounts,
} from './due-changes.ts'

/** At once for one account; a matter is never told twice at a time. */
const atOnce = 8
const batch = 64
/** One round ends before the next minute's. */
const roundMs = 50_000

const renewAfterMs = 10_000

/** Every call has its moment: never more than the quota within a minute. */
const paceOf = (ctx: Ctx): (() => Promise<void>) => {
  const { timers, config } = ctx.ports
  const gapMs = 60_000 / config.googleUpdatesPerMinute
  let nextMs = timers.nowMs()
  return async () => {
    const mine = Math.max(nextMs, timers.nowMs())
    nextMs = mine + gapMs
    if (mine > timers.nowMs()) await timers.sleep(mine - timers.nowMs())
  }
}

const note = (
  ctx: Ctx,
  account: UpdatingAccount,
  told: { change: Change; request: Request; result: Result; startedAt: string; durationMs: number },
): void => {
  const { change, request, result, startedAt, durationMs } = told
  const hop = {
    from: 'hub' as const,
    to: 'channel' as const,
    operation: change.kind === 'booking' ? 'BookingNotification' : change.kind === 'availability' ? 'availability:replace' : 'merchant',
    channelId: account.channel.id,
    venueId: change.venueId,
    reservationId: change.kind === 'booking' ? change.ref : null,
    requestId: ctx.requestId,
    attempt: change.attempts + 1,
    outcome: result.ok
      ? ('ok' as const)
      : result.status === null
        ? ('unclear' as const)
        : result.status < 500
          ? ('refused' as const)
          : ('failed' as const),
    error: result.error,
    httpStatus: result.status,
    startedAt,
    durationMs,
    method: request.method,
    url: request.path,
    requestBody: request.body,
  }
  if (result.ok && change.kind !== 'booking') ctx.ports.traces.count(hop)
  else ctx.ports.traces.note(hop)
}

const waitMsOf = (attempts: number): number => Math.min(300_000, 1000 * 2 ** Math.min(attempts, 9)) * (0.8 + Math.random() * 0.4)

type Heard = { change: Change; result: Result }
/** `heard`: whether Google took something in this round, how often in a row it has forbidden something since, and what of the batch at hand. */
type Round = {
  ctx: Ctx
  account: UpdatingAccount
  pace: () => Promise<void>
  keepsLease: () => Promise<boolean>
  heard: { ok: boolean; forbidden: number; kept: Heard[] }
}
/** Google takes nothing for now. */
const waitFor = async (ctx: Ctx, account: UpdatingAccount, { change, result }: Heard): Promise<void> => {
  const { status, retryAfterMs, signedOut, error } = result
  const ofAccount = signedOut || status === 429
  // The account is what was refused, not this change: it keeps its turn.
  if (!ofAccount)
    await postponeChange(ctx, change, { error: error ?? '', refused: false, waitMs: retryAfterMs ?? waitMsOf(change.attempts) })
  await pauseAccount(ctx, account.id, { error: error ?? '', waitMs: retryAfterMs })
}

/**
 * Google answers 404 for what it does not know. A booking may still be on its way into its own books, so that it is asked again as long as a notice is in
 * time; a restaurant that no feed has told of yet comes with the first one. Everything else is a refusal for people to see.
 */
const unknownToGoogle = async (ctx: Ctx, account: UpdatingAccount, { change, result }: Heard): Promise<boolean> => {
  if (change.kind !== 'booking' && !(await isFed(ctx, account.id, change.venueId))) {
    await forgetChange(ctx, change)
    return true
  }
  const refused = change.kind !== 'booking' || ctx.clock().epochMilliseconds - Date.parse(change.since) >= lateMs
  if (refused) await countTold(ctx, account.id, { change, refused })
  await postponeChange(ctx, change, { error: result.error ?? '', refused, waitMs: Math.min(60_000, waitMsOf(change.attempts)) })
  return true
}

/** So many in a row that it may not do: it may do nothing, and the account waits. */
const forbiddenMost = 5
/** Whether it may do nothing at all is known when the batch is through. */
const isForbidden = async ({ ctx, account, heard }: Round, { change, result }: Heard): Promise<boolean> => {
  heard.forbidden++
  heard.kept.push({ change, result })
  if (heard.forbidden < forbiddenMost) return true
  await pauseAccount(ctx, account.id, { error: result.error ?? '', waitMs: result.retryAfterMs })
  return false
}
/**
 * What is forbidden while other things are taken is this one's matter: others go on, and once it is late people see it. Where nothing is taken, the key
 * lacks its right, and nothing is given up.
 */
const settleForbidden = async ({ ctx, account, heard }: Round): Promise<void> => {
  for (const { change, result } of heard.kept.splice(0)) {
    const refused = heard.ok && ctx.clock().epochMilliseconds - Date.parse(change.since) >= lateMs
    if (refused) await countTold(ctx, account.id, { change, refused })
    await postponeChange(ctx, change, { error: result.error ?? '', refused, waitMs: Math.min(60_000, waitMsOf(change.attempts)) })
  }
}

/** True when Google will take more of this account. */
const settle = async (round: Round, { change, result }: Heard): Promise<boolean> => {
  const { ctx, account, heard } = round
  const { ok, status, signedOut, forbidden } = result
  if (forbidden) return isForbidden(round, { change, result })
  if (ok) {
    Object.assign(heard, { ok: true, forbidden: 0 })
    await countTold(ctx, account.id, { change, refused: false })
    await forgetChange(ctx, change)
    return true
  }
  if (status === 404) return unknownToGoogle(ctx, account, { change, result })
  if (signedOut || status === 429 || status === null || status >= 500) {
    await waitFor(ctx, account, { change, result })
    return false
  }
  const refused = status !== 409
  if (refused) await countTold(ctx, account.id, { change, refused })
  await postponeChange(ctx, change, { error: result.error ?? '', refused, waitMs: waitMsOf(change.attempts) })
  return true
}

type Kept = Omit<Parameters<typeof keepPublication>[1], 'accountId' | 'feedId'> &
  Pick<Required<Request>['told'], 'whole'> & { digest: string }
const keepTold = async (ctx: Ctx, accountId: string, { whole, ...kept }: Kept): Promise<void> => {
  await keepPublication(ctx, { accountId, feedId: null, ...kept })
  await noteVenueTold(ctx, accountId, { ...kept, ...whole })
}

const tell = async (round: Round, change: Change): Promise<boolean> => {
  const { ctx, account, pace, keepsLease } = round
  let last: Result | undefined
  for await (const request of requestsFor(ctx, account, change)) {
    // Of two years of a large restaurant the calls take longer than a round.
    if (!(await keepsLease())) return false
    const digest = createHash('sha256').update(JSON.stringify(request.body)).digest('base64url')
    if (request.told && (await isToldAlready(ctx, account.id, { venueId: change.venueId, digest }))) continue
    await pace()
    const startedAt = ctx.clock()
    last = await callGoogle(ctx, account, request)
    const durationMs = ctx.clock().epochMilliseconds - startedAt.epochMilliseconds
    note(ctx, account, { change, request, result: last, startedAt: startedAt.toString(), durationMs })
    if (last.ok && request.told)
      await keepTold(ctx, account.id, { venueId: change.venueId, at: startedAt.toString(), digest, ...request.told })
    if (!last.ok && last.status !== 404) break
  }
  if (last) return settle(round, { change, result: last })
  await forgetChange(ctx, change)
  return true
}

const tellBatch = async (round: Round, changes: readonly Change[]): Promise<boolean> => {
  const waiting = [...changes]
  let goesOn = true
  let told = false
  const worker = async (): Promise<void> => {
    for (let change = waiting.shift(); change && goesOn; change = waiting.shift())
      if (await tell(round, change)) told = true
      else goesOn = false
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await settleForbidden(round)
  if (told && goesOn) await noteTold(round.ctx, round.account.id)
  return goesOn
}

const tellAccount = async (ctx: Ctx, accountId: string): Promise<void> => {
  const account = await updatingAccount(ctx, accountId)
  if (!account) return
  const { timers } = ctx.ports
  const untilMs = timers.nowMs() + roundMs
  const lease = { accountId, holder: `${ctx.ports.processId} ${newId()}` }
  let heldMs = timers.nowMs()
  const keepsLease = async (): Promise<boolean> => {
    if (timers.nowMs() - heldMs < renewAfterMs) return true
    heldMs = timers.nowMs()
    return holdLease(ctx, lease)
  }
  const round = { ctx, account, pace: paceOf(ctx), keepsLease, heard: { ok: false, forbidden: 0, kept: [] } }
  try {
    while (timers.nowMs() < untilMs && (await holdLease(ctx, lease))) {
      const due = await dueChanges(ctx, accountId, batch)
      if (due.length === 0 || !(await tellBatch(round, due))) break
    }
  } finally {
    await leaveLease(ctx, lease)
  }
}

/** GO1: tells Google what changed without it. Each account by itself, so that one that is refused keeps no other waiting. */
export const tellGoogle = async (ctx: Ctx): Promise<void> => {
  await forgetRefused(ctx)
  await Promise.all((await waitingAccounts(ctx)).map((id) => tellAccount(ctx, id)))
}
