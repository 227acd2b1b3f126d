import type { Lang } from '@tablewire/contracts/kit/wire'
import type { WaitKind, WaitStatus } from '@tablewire/contracts/booking/waitlist.rules'
import { type Selectable, sql } from 'kysely'
import { inScope, isOfChannels } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'

type WaitlistEntries = {
  venueId: string
  id: string
  kind: WaitKind
  status: WaitStatus
  origin: 'widget' | 'phone' | 'door' | 'google'
  serviceOn: string
  partySize: number
  areaId: string | null
  fromAt: InstantColumn
  untilAt: InstantColumn
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  lang: Lang | null
  notes: string | null
  joinedAt: InstantColumn
  waitingSince: InstantColumn
  quotedMinutes: number | null
  offerStartsAt: NullableInstant
  offerUntil: NullableInstant
  holdId: string | null
  reservationId: string | null
  readyAt: NullableInstant
  endedAt: NullableInstant
  version: number
  updatedAt: InstantColumn
}
type WaitlistSettingsRow = { venueId: string; open: boolean; offerMinutes: number; updatedAt: InstantColumn }
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    waitlistEntries: WaitlistEntries
    waitlistSettings: WaitlistSettingsRow
  }
}
export type WaitEntry = Selectable<WaitlistEntries>
type Day = Pick<WaitEntry, 'venueId' | 'serviceOn'>

/** Whoever offers, takes or passes on places of a venue's day waits for the others who do: nobody is offered what somebody else is being offered. */
export const lockDay = async (ctx: Ctx, { venueId, serviceOn }: Day): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${venueId} ${serviceOn}`}, 4713))`.execute(ctx.db)
}

/** The people of a venue see who waits there; those of channels and systems do not. */
export const findEntry = async (ctx: Ctx, id: string): Promise<WaitEntry | undefined> => {
  if (isOfChannels(ctx)) return undefined
  const { rows } = await sql<WaitEntry>`
    select e.* from waitlist_entries e where e.id = ${id} and ${inScope(ctx, 'e.venue_id')}`.execute(ctx.db)
  return rows[0]
}

/** Locks its day and then itself, so that whoever comes later sees what was done. */
export const requireEntry = async (ctx: Ctx, id: string): Promise<WaitEntry> => {
  const seen = await findEntry(ctx, id)
  if (!seen) throw new Problem('waitlist.not_found')
  await lockDay(ctx, seen)
  const { rows } = await sql<WaitEntry>`
    select * from waitlist_entries where venue_id = ${seen.venueId} and id = ${id} for no key update`.execute(ctx.db)
  return rows[0]!
}

type Change = Partial<Omit<WaitEntry, 'venueId' | 'id' | 'kind' | 'origin' | 'joinedAt' | 'version' | 'updatedAt'>>
const seen = ({ status, offerStartsAt, partySize }: WaitEntry) => ({ status, offerStartsAt, partySize })

/** What other screens hear of as well; its audit is the caller's. */
export const writeEntry = async (ctx: Ctx, row: WaitEntry, change: Change): Promise<WaitEntry> => {
  const after = await ctx.db
    .updateTable('waitlistEntries')
    .set({ ...change, version: row.version + 1, updatedAt: ctx.clock().toString() })
    .where('venueId', '=', row.venueId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.ports.live.publish(ctx, { type: 'waitlist', venueId: row.venueId, id: row.id, kind: after.status })
  return after
}

/** Writes a step of an entry, with its audit and what other screens hear. */
export const changeEntry = async (ctx: Ctx, row: WaitEntry, change: Change): Promise<WaitEntry> => {
  const after = await writeEntry(ctx, row, change)
  const { venueId, id } = row
  await audit(ctx, { action: 'waitlist.moved', subject: 'waitlist', subjectId: id, venueId, before: seen(row), after: seen(after) })
  return after
}
