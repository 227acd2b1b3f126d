import { sql } from 'kysely'
import { z } from 'zod'
import type { LinkMove, LinkState } from '@tablewire/contracts/channels/channels.rules'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type { HttpResult } from '#src/platform/net/exchange.ts'
import { addressFor } from './channel-address.ts'
import { channelOf } from './channel-of.ts'
import { moveLink } from './move-link.ts'

export type LinkName = { venueId: string; channelId: string }
export const checkJob = defineJob<LinkName>('channels.check', 1)

const waiting: readonly LinkState[] = ['action_required', 'requested', 'in_review']
const timeoutMs = 8000
/** So often in a row without a usable answer, and the link is shown as broken. */
const patience = 6
const longestWaitMinutes = 60
/** Said as the reason of a failure; the portal has words for it. */
const unreachable = 'check.unreachable'

type DueLink = { checkUrl: string; state: LinkState; checks: number; externalId: string | null }
const dueOf = async (ctx: Ctx, { venueId, channelId }: LinkName): Promise<DueLink | undefined> => {
  const { rows } = await sql<DueLink>`
    select c.check_url, cv.state, cv.checks, v.external_id
    from channel_venues cv join channels c on c.id = cv.channel_id join venues v on v.id = cv.venue_id
    where cv.venue_id = ${venueId} and cv.channel_id = ${channelId} and c.active and c.check_url is not null and v.archived_at is null`.execute(
    ctx.db,
  )
  return rows[0] && waiting.includes(rows[0].state) ? rows[0] : undefined
}

const Said = z.object({ status: z.enum(['live', 'in_review', 'rejected', 'pending']), reason: z.string().max(500).optional() })
type Answer = { move: LinkMove | undefined; reason: string | null } | 'unusable'
const nothingNew = { move: undefined, reason: null } as const

/** 200 or 204 without a body means ready; JSON `{status, reason?}` says more; 202 and 404 mean not yet. */
export const readAnswer = ({ status, text }: Pick<HttpResult, 'status' | 'text'>): Answer => {
  if (status === 202 || status === 404) return nothingNew
  if (status !== 200 && status !== 204) return 'unusable'
  if (text.trim() === '') return { move: 'approve', reason: null }
  const said = Said.safeParse(jsonOf(text))
  if (!said.success) return 'unusable'
  const moves = { live: 'approve', in_review: 'review', rejected: 'reject', pending: undefined } as const
  const move = moves[said.data.status]
  return { move, reason: move === 'reject' ? (said.data.reason ?? said.data.status) : null }
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ask = async (ctx: Ctx, url: string): Promise<Answer> => {
  try {
    const allowed = { origins: ctx.ports.config.channelServices }
    const heard = await ctx.ports.send(url, allowed, { method: 'GET', headers: { accept: 'application/json' }, timeoutMs, longest: 16_384 })
    return readAnswer(heard)
  } catch (error) {
    ctx.log.info({ err: error }, 'a channel did not answer whether a venue is ready')
    return 'unusable'
  }
}

/** Asks the channel whether the venue is ready there, and moves the link by its answer. The address is called outside of any transaction. */
export const checkLink = async (ctx: Ctx, name: LinkName): Promise<void> => {
  const due = await dueOf(ctx, name)
  if (!due) return
  const answer = await ask(ctx, addressFor(due.checkUrl, { ...name, externalId: due.externalId }))
  await transaction(ctx, async (inner) => {
    // Somebody may have moved it while the channel was thinking.
    const now = await dueOf(inner, name)
    if (now?.state !== due.state) return
    const checks = answer === 'unusable' ? due.checks + 1 : 0
    const waitMinutes = Math.min(longestWaitMinutes, 2 ** Math.min(checks + 1, 6))
    const at = inner.clock()
    await inner.db
      .updateTable('channelVenues')
      .set({ checks, lastCheckAt: at.toString(), nextCheckAt: at.add({ minutes: waitMinutes }).toString() })
      .where('venueId', '=', name.venueId)
      .where('channelId', '=', name.channelId)
      .execute()
    if (answer === 'unusable') {
      if (checks >= patience) await moveLink(inner, { ...name, move: 'fail', reason: unreachable, side: 'hub' })
      return
    }
    // In review already, and still so: nothing to tell.
    if (answer.move && !(answer.move === 'review' && due.state === 'in_review'))
      await moveLink(inner, { ...name, move: answer.move, reason: answer.reason, side: 'hub' })
  })
}

/** Links whose time has come, at most so many at once; the others wait for the next minute. */
export const checkDueLinks = async (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock()
    const { rows } = await sql<LinkName>`
      with due as (
        select venue_id, channel_id from channel_venues where next_check_at <= ${now.toString()}::timestamptz
        order by next_check_at limit 200 for update skip locked
      )
      update channel_venues cv set next_check_at = ${now.add({ minutes: longestWaitMinutes }).toString()}::timestamptz
      from due where cv.venue_id = due.venue_id and cv.channel_id = due.channel_id returning cv.venue_id, cv.channel_id`.execute(inner.db)
    for (const row of rows) await inner.ports.jobs.enqueue(inner, checkJob, row)
  })

/** 'I have done it', or 'look again': asked in a moment, when the channel has an address to ask. */
export const scheduleLinkCheck = async (ctx: Ctx, name: LinkName): Promise<{ asked: boolean }> => {
  await channelOf(ctx, name.channelId)
  if (!(await dueOf(ctx, name))) return { asked: false }
  await ctx.ports.jobs.enqueue(ctx, checkJob, name)
  return { asked: true }
}
