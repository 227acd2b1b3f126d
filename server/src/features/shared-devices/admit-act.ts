import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { approvalHeader, type AskedAct } from '@tablewire/contracts/identity/shared-devices.rules'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { isSomebody, requireDevice } from './on-device.ts'
import { protectedActsOf } from './protected-acts.ts'
import { lifeSeconds, rulesOf } from './rules.ts'
import { teamOf } from './team.ts'

type Act = { endpoint: Endpoint; input: object; headers: IncomingHttpHeaders }

/** The longest somebody stays let in, however often the screen is touched. */
export const longestHours = 12

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Counts whoever was let in from now on; nothing where one act is all he was let in for. Answers how long he stays. */
export const stayOn = async (ctx: Ctx): Promise<number> => {
  const { id, device } = requireDevice(ctx)
  const { stay } = await rulesOf(ctx, device.venueId)
  const now = ctx.clock().toString()
  const more = stay === 'act' ? 0 : lifeSeconds(stay)
  const { rows } = await sql<{ left: number }>`
    update device_acts set expires_at = least(issued_at + make_interval(hours => ${longestHours}), greatest(expires_at, ${now}::timestamptz + make_interval(secs => ${more})))
    where device_id = ${device.id} and user_id = ${id} and act is null and expires_at > ${now}::timestamptz
    returning extract(epoch from expires_at - ${now}::timestamptz)::integer as left`.execute(ctx.db)
  if (!rows[0]) throw new Problem('shared_device.person_needed')
  return rows[0].left
}

/** Names one act of one person: an approval is good for nothing else. */
const digestOf = (ctx: Ctx, { endpoint, input, headers }: Act): string => {
  const { id, device } = requireDevice(ctx)
  const named = [device.id, id, endpoint.id, input, text(headers['idempotency-key'])]
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url')
}

type Approval = { act: AskedAct; digest: string }
/** Whoever approved it, and may still. Once, unless the caller's own key sees to it that a repeated call is the same act. */
const approverOf = async (
  ctx: Ctx,
  { endpoint, headers }: Act,
  { act, digest }: Approval,
): Promise<{ id: string; name: string } | undefined> => {
  const token = text(headers[approvalHeader])
  const keyed = endpoint.idempotent === true && text(headers['idempotency-key']) !== ''
  if (token === '') return undefined
  const { device } = requireDevice(ctx)
  const now = ctx.clock().toString()
  const { rows } = await sql<{ id: string; name: string }>`
    update device_acts a set spent_at = case when ${!keyed} then ${now}::timestamptz end from users u
    where a.token_hash = ${secretHash(token)} and a.device_id = ${device.id} and a.act = ${act} and a.digest = ${digest} and a.spent_at is null
      and a.expires_at > ${now}::timestamptz and u.id = a.user_id and u.disabled_at is null
    returning u.id, trim(u.first_name || ' ' || u.last_name) as name`.execute(ctx.db)
  const [member] = rows[0] ? await teamOf(ctx, device.venueId, rows[0].id) : []
  return member?.approves ? rows[0] : undefined
}

/** A shared tablet shows the evening's work and what is to come (as `visible` of reservations says of bookings). */
const recentDays = 7
const requireRecent = (ctx: Ctx, { input }: Act): void => {
  const { date } = (input as { query?: { date?: unknown } }).query ?? {}
  const oldest = ctx.clock().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: recentDays }).toString()
  if (typeof date === 'string' && date < oldest) throw new Problem('shared_device.not_there')
}

/**
 * Before every call: what a shared tablet does, a person does who was let in there, and what the venue protects, a manager approves. Reading needs
 * nobody. `audit: none` is what changes nothing.
 */
export const admitAct = async (ctx: Ctx, act: Act): Promise<Ctx> => {
  const { actor } = ctx
  if (actor.kind !== 'user' || !actor.device) return ctx
  requireRecent(ctx, act)
  if (act.endpoint.audit === 'none') return ctx
  const here = requireDevice(ctx)
  if (!isSomebody(here)) throw new Problem('shared_device.person_needed')
  await stayOn(ctx)
  const guarded = async () => (await rulesOf(ctx, here.device.venueId)).protectedActs
  const [first] = await protectedActsOf(ctx, { id: act.endpoint.id, input: act.input, guarded })
  if (first === undefined) return ctx
  const digest = digestOf(ctx, act)
  const approvedBy = await approverOf(ctx, act, { act: first, digest })
  if (!approvedBy) throw new Problem('shared_device.approval_needed').with({ act: first, digest })
  return { ...ctx, actor: { ...actor, approvedBy } }
}
