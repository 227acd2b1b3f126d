import type { Book } from '@tablewire/contracts/book'
import type { Db } from '#src/platform/db/schema.ts'
import type {} from './venue-rows.ts'

/** The book of a venue that has none yet; belongs into the transaction that makes the venue. */
export const insertBook = async (db: Db, venueId: string, { version, areas, ...rules }: Book): Promise<void> => {
  await db
    .insertInto('books')
    .values({ venueId, version, rules: JSON.stringify(rules) })
    .execute()
  await db
    .insertInto('areas')
    .values(areas.map((area, position) => ({ ...area, venueId, position })))
    .execute()
}
