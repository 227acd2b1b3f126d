import { isDeepStrictEqual } from 'node:util'
import type { VenueDetail, VenueUpdate } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { bookChangedJob } from './book-changed.ts'
import { requireFreeVenueId } from './free-venue-id.ts'
import { requireKnownSystem } from './known-system.ts'
import { columnsOf, requireLicenceRight, rulesWith } from './venue-changes.ts'
import { venueIdOf } from './venue-ref.ts'
import { readVenue } from './venue-view.ts'
import { venueWithBook } from './venue-with-book.ts'

/** Some values of a venue are rules of its book: whoever decides on a booking at this moment must see that they changed. */
const writeRules = async (ctx: Ctx, venueId: string, body: VenueUpdate): Promise<boolean> => {
  const { book } = await venueWithBook(ctx, venueId)
  const { version: _version, areas: _areas, ...before } = book
  const after = rulesWith(before, body)
  if (isDeepStrictEqual(before, after)) return false
  const now = ctx.clock().toString()
  await sql`
    update books set rules = ${JSON.stringify(after)}::jsonb, version = version + 1, updated_at = ${now}::timestamptz where venue_id = ${venueId}`.execute(
    ctx.db,
  )
  // The limits are told with the venue; what changes inside of a shift is told of the book.
  if (!isDeepStrictEqual(before.shifts, after.shifts))
    await audit(ctx, { action: 'book.updated', subject: 'book', subjectId: venueId, venueId, before, after })
  await ctx.ports.jobs.enqueue(ctx, bookChangedJob, { venueId, before: book })
  await ctx.ports.live.publish(ctx, { type: 'book', venueId, id: null, kind: null })
  return true
}

/** The row as it is, or one version newer where anything differs. */
const writeColumns = async (ctx: Ctx, id: string, columns: ReturnType<typeof columnsOf>): Promise<boolean> => {
  const differs = Object.entries(columns).map(([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`)
  if (differs.length === 0) return false
  const written = await ctx.db
    .updateTable('venues')
    .set({ ...columns, updatedAt: ctx.clock().toString() })
    .where('id', '=', id)
    .where((row) => row.or(differs))
    .executeTakeFirst()
  return written.numUpdatedRows > 0n
}

/** Who owns the tables is decided by those who look after systems. */
const requireSystem = async (ctx: Ctx, systemId: string | undefined, before: VenueDetail): Promise<void> => {
  if (systemId === undefined || systemId === before.systemId) return
  await requireKnownSystem(ctx, systemId)
}

/** What the audit calls the writes that make a venue or its book newer. */
const venueActions = [
  'venue.updated',
  'venue.synced',
  'venue.archived',
  'venue.restored',
  'venue.imported',
  'venue.undone',
  'book.updated',
  'book.undone',
]

/** Changes what is named, of the venue and of its book, only for whoever has seen both as they are now. */
export const updateVenue = async (
  ctx: Ctx,
  { params: { id: ref }, body }: { params: { id: string }; body: VenueUpdate },
): Promise<VenueDetail> =>
  transaction(ctx, async (inner) => {
    const id = await venueIdOf(inner, ref)
    await sql`select from venues v join books b on b.venue_id = v.id where v.id = ${id} for update of v, b`.execute(inner.db)
    const before = await readVenue(inner, id)
    // One save may make both the venue and its book newer: the last one is told.
    await refuseStale(inner, {
      code: 'venue.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: id,
      actions: venueActions,
      entries: 1,
    })
    requireLicenceRight(inner, body, before)
    await requireSystem(inner, body.systemId, before)
    const { externalId = before.externalId, systemId = before.systemId } = body
    await requireFreeVenueId(inner, { id, externalId, companyId: before.companyId, systemId })
    const written = await writeColumns(inner, id, columnsOf(inner, body, before))
    const ruled = await writeRules(inner, id, body)
    const same = { before: { written: false, ruled: false }, after: { written, ruled } }
    if (savesNothing(inner, { action: 'venue.updated', subject: 'venue', ...same })) return before
    const after = await readVenue(inner, id)
    await audit(inner, { action: 'venue.updated', subject: 'venue', subjectId: id, venueId: id, ...auditedChange(before, after) })
    await inner.ports.live.publish(inner, { type: 'venue', venueId: id, id, kind: 'updated' })
    return after
  })

/** The count of changes is no change, and nobody asks when it was made beside the entry's own time. */
const auditedChange = (before: VenueDetail, after: VenueDetail) => {
  const { version: _before, updatedAt: _then, ...was } = before
  const { version: _after, updatedAt: _now, ...is } = after
  return { before: was, after: is }
}
