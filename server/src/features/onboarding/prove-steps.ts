import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { askForLink } from './ask-for-link.ts'
import { forgotten } from './act-on-request.ts'
import { placeOf } from './create-request.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { noteHistory, stepRequest } from './step-request.ts'

export const proveJob = defineJob<object>('onboarding.prove', 1)

/** Each with when it happened, since the request was made; null = not yet. */
type Facts = {
  onSale: boolean
  answeredAt: string | null
  offeredAt: string | null
  bookingId: string | null
  bookedAt: string | null
  isTest: boolean
}

/** A booking proves what it proves once it was confirmed, also when it is taken back afterwards, as those to try it out are. */
const firstBooking = sql`
  select b.id, b.created_at from reservations b
  where b.channel_id = r.channel_id and b.venue_id = r.venue_id and b.created_at >= r.requested_at and b.source <> 'import' and exists (
    select from reservation_events e where e.venue_id = b.venue_id and e.reservation_id = b.id and e.to_status in ('confirmed', 'seated', 'completed'))
  order by b.created_at limit 1`

const factsOf = async (ctx: Ctx, id: string): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    select coalesce(cv.state = 'live', false) as on_sale, b.id as booking_id, b.created_at as booked_at, c.test as is_test,
      case when h.answered_at >= r.requested_at then h.answered_at end as answered_at,
      case when h.offered_at >= r.requested_at then h.offered_at end as offered_at
    from onboarding_requests r join channels c on c.id = r.channel_id
      left join channel_venues cv on cv.channel_id = r.channel_id and cv.venue_id = r.venue_id
      left join channel_health h on h.channel_id = r.channel_id and h.venue_id = r.venue_id
      left join lateral (${firstBooking}) b on r.onboarded_at is null
    where r.id = ${id}`.execute(ctx.db)
  return rows[0]!
}

type Ticks = Partial<Pick<OnboardingRecord, 'visibleAt' | 'availableAt' | 'onboardedAt' | 'proofBookingId' | 'proofIsTest'>>
/** What happened that was not known yet. */
const ticksOf = ({ visibleAt, availableAt, onboardedAt }: OnboardingRecord, facts: Facts): Ticks => ({
  ...(!visibleAt && facts.onSale && facts.answeredAt ? { visibleAt: facts.answeredAt } : {}),
  ...(!availableAt && facts.onSale && facts.offeredAt ? { availableAt: facts.offeredAt } : {}),
  ...(!onboardedAt && facts.bookedAt ? { onboardedAt: facts.bookedAt, proofBookingId: facts.bookingId, proofIsTest: facts.isTest } : {}),
})

const noteTicks = async (ctx: Ctx, id: string, { visibleAt, availableAt, onboardedAt, proofIsTest }: Ticks): Promise<void> => {
  if (visibleAt) await noteHistory(ctx, id, { kind: 'visible' })
  if (availableAt) await noteHistory(ctx, id, { kind: 'available' })
  if (onboardedAt) await noteHistory(ctx, id, { kind: 'onboarded', data: { test: proofIsTest } })
}

const goLive = async (ctx: Ctx, request: OnboardingRecord, ticks: Ticks): Promise<void> => {
  const after = await stepRequest(ctx, request, { change: { ...ticks, status: 'live' }, entry: { kind: 'live' } })
  await audit(ctx, {
    action: 'onboarding.moved',
    subject: 'onboarding',
    subjectId: request.id,
    venueId: request.venueId,
    before: { status: request.status },
    after: { status: after.status, bookingId: after.proofBookingId, test: after.proofIsTest },
  })
}

/** ON3: the steps tick by what really happened; with the last of them, and the venue on sale, the request is live. */
export const proveRequest = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const request = await inner.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (request?.status !== 'bc_activation' || !request.venueId) return
    const facts = await factsOf(inner, id)
    const ticks = ticksOf(request, facts)
    const known = { ...request, ...ticks }
    const isLive = facts.onSale && known.visibleAt && known.availableAt && known.onboardedAt
    await noteTicks(inner, id, ticks)
    if (isLive) await goLive(inner, request, ticks)
    else if (Object.keys(ticks).length) await stepRequest(inner, request, { change: ticks })
  })

/**
 * Whether it is the house that said yes: it was not here then, and whoever confirmed is one of its people, or its system
 * asked, which knows it, and it has nobody who could be asked now. Any other house speaks for itself, by an address of its own, before a link is asked for in its name.
 */
const saidItself = async (
  ctx: Ctx,
  { restaurantConfirmedAt, contactEmail, requester }: Pick<OnboardingRecord, 'restaurantConfirmedAt' | 'contactEmail' | 'requester'>,
  venueId: string,
): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean; nobody: boolean }>`
    select coalesce(bool_or(lower(u.email) = lower(${contactEmail}::text)), false) as own, count(u.id) = 0 and v.email_reply_to is null as nobody
    from venues v left join users u on u.company_id = v.company_id and u.disabled_at is null and (u.invited_at is null or u.joined_at is not null)
      and not u.roles && ${['ROLE_COMPANY_BOT', 'ROLE_SDK_BOT']}::text[]
      and (u.all_venues or exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id = v.id))
    where v.id = ${venueId} and v.created_at > ${restaurantConfirmedAt}::timestamptz group by v.id`.execute(ctx.db)
  return rows.some(({ own, nobody }) => own || (nobody && requester === 'rms'))
}

/** A venue that came to the hub after the request: now it is known which one is meant. */
const findVenue = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const request = await inner.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (request?.status !== 'bc_activation' || request.venueId) return
    const { systemId, rmsVenueId } = request
    const { venueId } = await placeOf(inner, systemId, { venueId: null, rmsVenueId })
    if (!venueId) return
    const asked = (await saidItself(inner, request, venueId)) ? {} : { ...forgotten, status: 'restaurant_activation' as const }
    await stepRequest(inner, request, { change: { venueId, ...asked }, entry: { kind: 'venue_found' } })
  })

type Candidate = { id: string; venueId: string | null }
/** Those of which something may be said that was not known before. */
const candidates = async (ctx: Ctx): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select r.id, r.venue_id from onboarding_requests r
      left join channel_venues cv on cv.channel_id = r.channel_id and cv.venue_id = r.venue_id
      left join channel_health h on h.channel_id = r.channel_id and h.venue_id = r.venue_id
    where r.status = 'bc_activation' and case
      when r.venue_id is null then coalesce((
        select true from venues v where v.system_id = r.system_id and v.external_id = r.rms_venue_id and v.archived_at is null limit 1), false)
      when cv.state = 'live' and (r.visible_at is not null or h.answered_at >= r.requested_at)
        and (r.available_at is not null or h.offered_at >= r.requested_at) and r.onboarded_at is not null then true
      when cv.state = 'live' and ((r.visible_at is null and h.answered_at >= r.requested_at)
        or (r.available_at is null and h.offered_at >= r.requested_at)) then true
      else r.onboarded_at is null and exists (${firstBooking}) end
    order by r.queue_key, r.id limit 500`.execute(ctx.db)
  return rows
}

/** Every minute: what no message told of, and what one did while nobody listened. */
export const proveAll = async (ctx: Ctx): Promise<void> => {
  for (const { id, venueId } of await candidates(ctx))
    try {
      if (venueId === null) await findVenue(ctx, id)
      else await proveRequest(ctx, id)
    } catch (error) {
      // One that cannot go on must not keep the others waiting.
      ctx.log.warn({ err: error, requestId: id }, 'steps of an onboarding request')
    }
}

/** It waits for the channel now: the link is asked for, and what happened already counts. */
export const activate = async (ctx: Ctx, { requestId }: { requestId: string }): Promise<void> => {
  await askForLink(ctx, requestId)
  await proveRequest(ctx, requestId)
}
