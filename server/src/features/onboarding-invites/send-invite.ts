import type { Lang } from '@tablewire/contracts/kit/wire'
import { noteHistory, type OnboardingRecord } from '#src/features/onboarding/api.ts'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { linkDaysOf } from './effective-limits.ts'
import { type Reached, reachOf, sameHouse, stillSpeaks } from './house-addresses.ts'
import type { InviteRecord } from './invite-rows.ts'
import { mailInviteJob } from './mail-invite.ts'
import { remindJob } from './plan-reminders.ts'

type Sending = Pick<Reached, 'email' | 'houseVenueId'> & { lang: Lang; by: string | null }

/** A new link; the one before leads nowhere any more. In a transaction that holds the request. */
export const sendInvite = async (
  ctx: Ctx,
  request: Pick<OnboardingRecord, 'id'>,
  { email, houseVenueId, lang, by }: Sending,
): Promise<string> => {
  const now = ctx.clock()
  await ctx.db
    .updateTable('onboardingInvites')
    .set({ replacedAt: now.toString() })
    .where('requestId', '=', request.id)
    .where('userId', 'is', null)
    .where('replacedAt', 'is', null)
    .where('answer', 'is', null)
    .execute()
  const id = newId()
  const days = await linkDaysOf(ctx, request.id)
  await ctx.db
    .insertInto('onboardingInvites')
    .values({
      id,
      requestId: request.id,
      email,
      houseVenueId,
      lang,
      createdAt: now.toString(),
      createdBy: by,
      expiresAt: now.add({ hours: 24 * days }).toString(),
      people: '[]',
    })
    .execute()
  await ctx.ports.jobs.enqueue(ctx, mailInviteJob, { inviteId: id, letter: 'mail' })
  await noteHistory(ctx, request.id, { kind: 'invited', data: { days } })
  return id
}

/** Said once for each time that the request waits: whoever asked knows the address of a restaurant that is not here, the platform that of one that is. */
const askForContact = async (ctx: Ctx, { id, venueId, status, statusSince }: OnboardingRecord): Promise<void> => {
  const kind = venueId === null ? 'contact_missing' : 'house_silent'
  const { rows } = await sql`
    select from onboarding_history where request_id = ${id} and kind = ${kind} and at >= ${statusSince}::timestamptz limit 1`.execute(
    ctx.db,
  )
  if (rows.length) return
  await noteHistory(ctx, id, { kind })
  if (venueId === null) return
  const reminderId = newId()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('onboardingReminders')
    .values({ id: reminderId, requestId: id, status, statusSince, kind: 'silent', plannedAt: ctx.clock().toString(), doneAt: null })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) await ctx.ports.jobs.enqueue(ctx, remindJob, { reminderId })
}

/** The request waits for its restaurant, or for another one now: that is asked by itself, once, where we know its address. */
export const inviteWhenDue = async (ctx: Ctx, { requestId, to }: { requestId: string; to: string }): Promise<void> => {
  if (to !== 'restaurant_activation') return
  await transaction(ctx, async (inner) => {
    const request = await inner.db.selectFrom('onboardingRequests').selectAll().where('id', '=', requestId).forUpdate().executeTakeFirst()
    if (request?.status !== 'restaurant_activation') return
    const { rows: asked } = await sql<Pick<InviteRecord, 'email' | 'houseVenueId'>>`
      select i.email, i.house_venue_id from onboarding_invites i join onboarding_requests r on r.id = i.request_id left join venues v on v.id = r.venue_id
      where i.request_id = ${requestId} and i.created_at >= ${request.statusSince}::timestamptz and i.replaced_at is null and i.user_id is null and ${sameHouse}
        and (r.venue_id is not null or r.contact_email is null or lower(i.email) = lower(r.contact_email)) limit 1`.execute(inner.db)
    if (asked[0] && (await stillSpeaks(inner, asked[0]))) return
    const reached = await reachOf(inner, request)
    if (!reached) return askForContact(inner, request)
    await sendInvite(inner, request, { ...reached, lang: reached.lang ?? 'en', by: null })
  })
}

export const inviteWaitingJob = defineJob<object>('onboarding_invites.waiting', 2)
const atOnce = 100

/** Houses that could not be asked, or where who was asked has left, and that perhaps can be now: somebody set up an address or a person. */
export const inviteWaiting = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from onboarding_requests r join venues v on v.id = r.venue_id
    where r.status = 'restaurant_activation'
      and not exists (select from onboarding_invites i where i.request_id = r.id and i.replaced_at is null and i.created_at >= r.status_since and ${sameHouse}
        and (i.house_venue_id is null or i.user_id is not null or lower(i.email) = lower(v.email_reply_to)
          or exists (select from users u where u.company_id = v.company_id and u.disabled_at is null and lower(u.email) = lower(i.email))))
      and (v.email_reply_to is not null or exists (select from users u where u.company_id = v.company_id and u.disabled_at is null))
    order by r.status_since desc limit ${atOnce}`.execute(ctx.db)
  for (const { id } of rows) await inviteWhenDue(ctx, { requestId: id, to: 'restaurant_activation' })
}
