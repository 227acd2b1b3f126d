import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    ownCodes: { venueId: string; reservationId: string; code: string }
  }
}

/** No letters and digits that people mistake for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Fifty-nine bits, where guesses are counted. */
const long = 12
const codeShape = /^[a-z2-9]{12}$/

/** The page of a booking by an address that fits into a text message; the same one in all of them. */
export const shortLink = async (ctx: Ctx, { venueId, id }: { venueId: string; id: string }): Promise<string> => {
  const code = Array.from({ length: long }, () => letters[randomInt(letters.length)]).join('')
  const { rows } = await sql<{ code: string }>`
    insert into own_codes (venue_id, reservation_id, code) values (${venueId}, ${id}, ${code})
    on conflict (venue_id, reservation_id) do update set code = own_codes.code returning code`.execute(ctx.db)
  return `${guestOrigin(ctx.ports.config)}/b/${rows[0]!.code}`
}
/** As long as any, and leads nowhere. */
export const sampleLink = (ctx: Pick<Ctx, 'ports'>): string => `${guestOrigin(ctx.ports.config)}/b/${letters.slice(0, long)}`

/** The booking that such an address is about. */
export const readOwnCode = async ({ db }: Ctx, code: string): Promise<string | undefined> => {
  if (!codeShape.test(code)) return undefined
  return (await db.selectFrom('ownCodes').select('reservationId').where('code', '=', code).executeTakeFirst())?.reservationId
}
