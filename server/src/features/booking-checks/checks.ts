import type { BookingChecks } from '@tablewire/contracts/booking/booking-checks'
import type { Generated } from 'kysely'
import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    bookingChecks: {
      venueId: string
      mailMinutes: number | null
      contactMost: Generated<number>
      askHours: number | null
      updatedAt: InstantColumn
    }
  }
}

const usual: BookingChecks = { mailMinutes: null, contactMost: 6, askHours: null }

/** Of a venue the caller was let in to. */
export const checksOf = async (ctx: Ctx, venueId: string): Promise<BookingChecks> => {
  const row = await ctx.db
    .selectFrom('bookingChecks')
    .select(['mailMinutes', 'contactMost', 'askHours'])
    .where('venueId', '=', venueId)
    .executeTakeFirst()
  return row ?? usual
}

export const readChecks = async (ctx: Ctx, venueId: string): Promise<BookingChecks> => {
  const { id } = await venueWithBook(ctx, venueId)
  return checksOf(ctx, id)
}

export const saveChecks = (ctx: Ctx, venueId: string, wanted: BookingChecks): Promise<BookingChecks> =>
  transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    const before = await checksOf(inner, venue.id)
    const row = { ...wanted, updatedAt: inner.clock().toString() }
    await inner.db
      .insertInto('bookingChecks')
      .values({ venueId: venue.id, ...row })
      .onConflict((same) => same.column('venueId').doUpdateSet(row))
      .execute()
    await audit(inner, {
      action: 'booking_checks.updated',
      subject: 'booking_checks',
      subjectId: venue.id,
      venueId: venue.id,
      before,
      after: wanted,
    })
    return wanted
  })
