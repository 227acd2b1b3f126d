import { isDeepStrictEqual } from 'node:util'
import type { ReviewSettings } from '@tablewire/contracts/reviews/review-work'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './work-rows.ts'

export const readSettings = async (ctx: Ctx, venueId: string): Promise<ReviewSettings> => {
  const { rows } = await sql<ReviewSettings>`
    select s.escalate_after_hours, coalesce(s.ask_guests, false) as ask_guests, coalesce(s.ask_after_hours, 20) as ask_after_hours
    from venues v left join review_settings s on s.venue_id = v.id where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('venue.not_found')
  return rows[0]
}

export const saveSettings = (ctx: Ctx, venueId: string, settings: ReviewSettings): Promise<ReviewSettings> =>
  transaction(ctx, async (inner) => {
    const before = await readSettings(inner, venueId)
    const now = inner.clock().toString()
    const { escalateAfterHours, askGuests, askAfterHours } = settings
    await sql`
      insert into review_settings (venue_id, escalate_after_hours, escalates_since, ask_guests, ask_after_hours, asks_since, updated_at)
      values (${venueId}, ${escalateAfterHours}, ${now}, ${askGuests}, ${askAfterHours}, case when ${askGuests}::boolean then ${now}::timestamptz end, ${now})
      on conflict (venue_id) do update set escalate_after_hours = excluded.escalate_after_hours, updated_at = excluded.updated_at,
        escalates_since = case when review_settings.escalate_after_hours is null then excluded.escalates_since else review_settings.escalates_since end,
        ask_guests = excluded.ask_guests, ask_after_hours = excluded.ask_after_hours,
        asks_since = case when review_settings.ask_guests then review_settings.asks_since else excluded.asks_since end`.execute(inner.db)
    if (!isDeepStrictEqual(before, settings))
      await audit(inner, {
        action: 'review_settings.updated',
        subject: 'review_settings',
        subjectId: venueId,
        venueId,
        before,
        after: settings,
      })
    return settings
  })
