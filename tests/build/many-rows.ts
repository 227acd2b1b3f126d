import { type RawBuilder, sql } from 'kysely'
import type { Db } from '@tablewire/server/platform/db/schema'

/** In SQL the id of thing number so-and-so of a family, `idOf('9000', 'n % 40')`. */
export const idOf = (family: string, number: string): RawBuilder<string> =>
  sql.raw(`('01900000-0000-7000-${family}-' || lpad((${number})::text, 12, '0'))::uuid`)

/** The same id outside of SQL. */
export const numberedId = (family: string, number: number): string => `01900000-0000-7000-${family}-${String(number).padStart(12, '0')}`

/** Companies of family 8000, from 0 on. */
export const manyCompanies = async (db: Db, count: number): Promise<void> => {
  await sql`
    insert into companies (id, name, country_code)
    select ${idOf('8000', 'n')}, 'C' || n, 'ES' from generate_series(0, ${count - 1}::int) n`.execute(db)
}

/** A thousand venues of family 9000, ten to each of a hundred companies. */
export const thousandVenues = async (db: Db): Promise<void> => {
  await manyCompanies(db, 100)
  await sql`
    insert into venues (id, company_id, name, country_code, time_zone, currency)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 100')}, 'V' || n, 'ES', 'Europe/Madrid', 'EUR' from generate_series(0, 999) n`.execute(
    db,
  )
}

/** So many venues of one company, V0 and on, without books; their ids in the order of their numbers. */
export const venuesOf = async (db: Db, companyId: string, count: number): Promise<string[]> => {
  await sql`
    insert into venues (id, company_id, name, country_code, time_zone, currency)
    select ${idOf('9500', 'n')}, ${companyId}::uuid, 'V' || n, 'ES', 'Europe/Madrid', 'EUR' from generate_series(0, ${count - 1}::int) n`.execute(
    db,
  )
  return Array.from({ length: count }, (_, n) => numberedId('9500', n))
}
