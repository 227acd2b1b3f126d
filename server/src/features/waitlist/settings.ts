import type { WaitlistSettings } from '@tablewire/contracts/booking/waitlist'
import { isRemote } from '#src/features/rms-client/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

const usual: WaitlistSettings = { open: false, offerMinutes: 10 }

export const settingsOf = async (ctx: Ctx, venueId: string): Promise<WaitlistSettings> => {
  const row = await ctx.db.selectFrom('waitlistSettings').select(['open', 'offerMinutes']).where('venueId', '=', venueId).executeTakeFirst()
  return row ?? usual
}

export const changeSettings = async (ctx: Ctx, venueId: string, wanted: WaitlistSettings): Promise<WaitlistSettings> =>
  transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    if (wanted.open && (await isRemote(inner, venue))) throw new Problem('waitlist.not_here')
    const before = await settingsOf(inner, venue.id)
    const row = { ...wanted, updatedAt: inner.clock().toString() }
    await inner.db
      .insertInto('waitlistSettings')
      .values({ venueId: venue.id, ...row })
      .onConflict((same) => same.column('venueId').doUpdateSet(row))
      .execute()
    await audit(inner, {
      action: 'waitlist.settings_changed',
      subject: 'waitlist',
      subjectId: venue.id,
      venueId: venue.id,
      before,
      after: wanted,
    })
    await inner.ports.live.publish(inner, { type: 'waitlist', venueId: venue.id, id: null, kind: null })
    return wanted
  })
