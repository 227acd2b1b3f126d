import type { Generated, InsertObject, UpdateObject } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { DefaultedInstant, NullableInstant, Tables } from '#src/platform/db/schema.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'

type Companies = {
  id: string
  brandId: string | null
  name: string
  legalName: string | null
  countryCode: string
  address: string | null
  postalCode: string | null
  city: string | null
  description: string | null
  ownerId: string | null
  /** Seconds. */
  minAdvanceBooking: number | null
  minAdvanceBookingCancelling: number | null
  includeSourceInNotes: Generated<boolean>
  fbInstallLink: string | null
  /** Months after a visit in which its guest's data is kept; null = until somebody erases it. */
  guestMonths: number | null
  /** Months after an evening in which its bookings are kept at all; null = always. */
  bookingMonths: number | null
  /** When that was set, by a trigger. */
  bookingMonthsSince: NullableInstant
  /** Its venues know their guests together. */
  guestsShared: Generated<boolean>
  importBatchId: string | null
  /** The reservation system that made it. */
  systemId: string | null
  version: Generated<number>
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    companies: Companies
  }
}

export const insertCompany = async (ctx: Ctx, company: InsertObject<Tables, 'companies'>): Promise<void> => {
  await ctx.db.insertInto('companies').values(company).execute()
}

export const setCompany = async (ctx: Ctx, id: string, changes: UpdateObject<Tables, 'companies'>): Promise<void> => {
  await ctx.db.updateTable('companies').set(changes).where('id', '=', id).execute()
}

/** Companies an import created that are unused: venues or users referring to one keep it (23503). */
export const removeUnusedCompanies = async (ctx: Ctx, batchId: string): Promise<void> => {
  const made = await ctx.db.selectFrom('companies').select('id').where('importBatchId', '=', batchId).execute()
  for (const { id } of made)
    await removeCompanies(ctx, [id]).catch((error: unknown) => {
      if (sqlCodeOf(error) !== '23503') throw error
    })
}

/** The database refuses it (23503) while venues or people belong to one of them. */
export const removeCompanies = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  if (ids.length) await ctx.db.deleteFrom('companies').where('id', 'in', ids).execute()
}
