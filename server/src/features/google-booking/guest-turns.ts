import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { whileHeld } from '#src/platform/http/idempotency.ts'

/** Google waits four seconds; a repetition that meets its first try waits for that one's answer. */
export const patience = { forMs: 3500, pauseMs: 60 }

/** Whose booking of which start it is: a person is known by address and by Google's id. */
export type GuestStart = { venueId: string; startsAt: string; email: string | null; userId: string | null | undefined }

/** In one order, so that two never wait for each other. */
const keysOf = ({ venueId, startsAt, email, userId }: GuestStart): string[] =>
  [email?.trim().toLowerCase(), userId && `user ${userId}`].flatMap((who) => (who ? [`${venueId} ${startsAt} ${who}`] : [])).toSorted()

/** Until the transaction ends: of two bookings of one person for one start at the same moment the second one sees the first. */
export const lockStart = async (ctx: Ctx, start: GuestStart): Promise<void> => {
  for (const key of keysOf(start)) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 4741))`.execute(ctx.db)
}

/** As `lockStart`, for work in steps: a claim where a system is asked in between. */
export const whileStartHeld = <T>(ctx: Ctx, start: GuestStart, work: () => Promise<T>): Promise<T> =>
  keysOf(start).reduceRight((inner, key) => () => whileHeld(ctx, `google guest ${key}`, inner), work)()
