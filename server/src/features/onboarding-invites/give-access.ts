import { sql } from 'kysely'
import { noteHistory } from '#src/features/onboarding/api.ts'
import { inviteToVenue } from '#src/features/users/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { wordOf } from './house-addresses.ts'
import type {} from './invite-rows.ts'

/** Somebody was named, or a venue is known now. */
export const giveAccessJob = defineJob<object>('onboarding_invites.access', 10)
const atOnce = 100

/** Who was named gets access once it is known which of our venues the house is, and where who answered could give it himself, or nobody is there. */
const giveAccess = async (ctx: Ctx, inviteId: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const invite = await inner.db
      .selectFrom('onboardingInvites')
      .selectAll()
      .where('id', '=', inviteId)
      .where('peoplePending', '=', true)
      .forUpdate()
      .executeTakeFirst()
    if (!invite) return
    const request = await inner.db
      .selectFrom('onboardingRequests')
      .select(['venueId', 'status', 'venueName'])
      .where('id', '=', invite.requestId)
      .executeTakeFirstOrThrow()
    const over = request.status === 'rejected' || request.status === 'canceled'
    if (!over && request.venueId === null) return
    await inner.db.updateTable('onboardingInvites').set({ peoplePending: false }).where('id', '=', inviteId).execute()
    if (over) return
    const { letsIn } = await wordOf(inner, invite, request.venueId!)
    for (const person of invite.people) {
      const name = `${person.firstName} ${person.lastName}`
      if (!letsIn) await noteHistory(inner, invite.requestId, { kind: 'access_withheld', data: { name } })
      else {
        // Who names herself is invited by her restaurant.
        const by = name.toLowerCase() === invite.answeredBy!.toLowerCase() ? request.venueName : invite.answeredBy!
        const outcome = await inviteToVenue(inner, { ...person, lang: invite.lang }, { venueId: request.venueId!, by })
        await noteHistory(inner, invite.requestId, { kind: outcome === 'elsewhere' ? 'access_refused' : 'access_given', data: { name } })
      }
    }
  })

/** All that wait and need not any more; whoever is killed in the middle goes on with the next. */
export const givePendingAccess = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from onboarding_invites i join onboarding_requests r on r.id = i.request_id
    where i.people_pending and (r.venue_id is not null or r.status in ('rejected', 'canceled')) order by i.answered_at limit ${atOnce}`.execute(
    ctx.db,
  )
  for (const { id } of rows) await giveAccess(ctx, id)
}
