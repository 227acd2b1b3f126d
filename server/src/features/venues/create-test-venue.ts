import type { Book } from '@tablewire/contracts/estate/book'
import { insertCompany } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { insertBooks } from './write-books.ts'
import { builtInSystemId } from './venue-rows.ts'
import { readVenue } from './venue-view.ts'

/** Where test venues stand. */
const place = {
  city: 'Madrid',
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  currency: 'EUR',
  address: 'Calle de la Prueba 1',
  postalCode: '28001',
}

/** Test venues that answer from the built-in book, in a company of their own; belongs into the caller's transaction. */
export const createTestVenues = async (
  ctx: Ctx,
  { company, venues }: { company: string; venues: readonly { name: string; book: Book }[] },
): Promise<string[]> => {
  const companyId = newId()
  const { countryCode } = place
  await insertCompany(ctx, { id: companyId, brandId: null, name: company, countryCode })
  await audit(ctx, { action: 'company.created', subject: 'company', subjectId: companyId, after: { name: company, countryCode } })
  const ids: string[] = []
  for (const { name, book } of venues) {
    const id = newId()
    await ctx.db
      .insertInto('venues')
      .values({ ...place, id, name, companyId, systemId: builtInSystemId, test: true })
      .execute()
    await insertBooks(ctx, [{ venueId: id, book }])
    await audit(ctx, { action: 'venue.created', subject: 'venue', subjectId: id, venueId: id, after: await readVenue(ctx, id) })
    ids.push(id)
  }
  return ids
}
