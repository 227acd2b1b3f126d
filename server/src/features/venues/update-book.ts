import type { Area, Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { bookChangedJob } from './book-changed.ts'
import { requireConsistent } from './require-consistent.ts'
import { venueWithBook } from './venue-with-book.ts'
import { seen } from './venue-view.ts'

export const areaInUse = ({ name }: Area): Problem => new Problem('book.area_in_use', { area: name })

/** Where somebody is still to sit, or sits now. */
export const areasInUse = async (ctx: Ctx, venueIds: readonly string[]): Promise<{ venueId: string; areaId: string }[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{ venueId: string; areaId: string }>`
    select distinct venue_id, area_id from placed_bookings
    where venue_id = any(${[...venueIds]}::uuid[]) and occupies(status) and (status <> 'held' or hold_expires_at > ${now}::timestamptz)
      and starts_at > ${now}::timestamptz - interval '12 hours' and ends_at > ${now}::timestamptz`.execute(ctx.db)
  return rows
}

/** Areas are only archived, since reservations of the past point at them, and only when nobody is still to sit there. */
const archive = async (ctx: Ctx, venueId: string, removed: readonly Area[]): Promise<void> => {
  if (!removed.length) return
  const ids = removed.map(({ id }) => id)
  const now = ctx.clock().toString()
  // The lock waits for bookings under way in these areas, so that the look below sees them.
  await sql`select from areas where venue_id = ${venueId} and id = any(${ids}::uuid[]) order by id for update`.execute(ctx.db)
  const inUse = (await areasInUse(ctx, [venueId])).find(({ areaId }) => ids.includes(areaId))
  if (inUse) throw areaInUse(removed.find(({ id }) => id === inUse.areaId)!)
  await ctx.db
    .updateTable('areas')
    .set({ archivedAt: now, byDefault: false, rwgDefault: false })
    .where('venueId', '=', venueId)
    .where('id', 'in', ids)
    .execute()
}

const writeAreas = async (ctx: Ctx, venueId: string, areas: readonly Area[]): Promise<void> => {
  // A system may give the id of an area that was taken away to another one.
  const names = areas.flatMap(({ externalId }) => (externalId ? [externalId] : []))
  if (names.length)
    await sql`
      update areas set external_id = null where venue_id = ${venueId} and archived_at is not null and external_id = any(${names}::text[])
        and id <> all(${areas.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  // First nobody is the default, then one: never two, not even between two rows of one statement.
  await ctx.db
    .updateTable('areas')
    .set({ byDefault: false, rwgDefault: false })
    .where('venueId', '=', venueId)
    .where((row) => row.or([row('byDefault', '=', true), row('rwgDefault', '=', true)]))
    .execute()
  await ctx.db
    .insertInto('areas')
    .values(areas.map((area, position) => ({ ...area, venueId, position })))
    .onConflict((conflict) =>
      conflict.columns(['venueId', 'id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        description: row.ref('excluded.description'),
        names: row.ref('excluded.names'),
        descriptions: row.ref('excluded.descriptions'),
        capacity: row.ref('excluded.capacity'),
        byDefault: row.ref('excluded.byDefault'),
        rwgDefault: row.ref('excluded.rwgDefault'),
        online: row.ref('excluded.online'),
        // Whoever does not know of it leaves it as it is.
        externalId: sql<string>`coalesce(excluded.external_id, areas.external_id)`,
        position: row.ref('excluded.position'),
        archivedAt: null,
      })),
    )
    .execute()
}

/** What may be left out of an area is, where it says nothing. */
const plain = ({ areas, ...rules }: Book) => ({
  ...rules,
  areas: areas.map((area) =>
    Object.fromEntries(
      Object.entries(area).filter(([key, value]) => {
        const optional = ['rwgDefault', 'externalId', 'names', 'descriptions'].includes(key)
        return !optional || (typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value))
      }),
    ),
  ),
})

/** Who changes a part of the book as it is now waits for whoever changes it just now. */
export const lockBook = async (ctx: Ctx, venueId: string): Promise<void> => {
  await sql`select from books b join venues v on v.id = b.venue_id where v.id = ${venueId} and ${seen(ctx)} for update of b`.execute(ctx.db)
}

const shiftIdsOf = ({ shifts, specialDays }: Book): ReadonlySet<string> =>
  new Set([...shifts, ...specialDays.flatMap((day) => day.shifts ?? [])].map(({ id }) => id))

/** The book as it is written; `oldest` is the first date whose limits are kept. Whoever says nothing of limits of single dates, or of targets, leaves them; what holds for no shift any more, or for a date long past, goes. */
const withDayLimits = (given: Book, before: Book, oldest: string): Book => {
  const targets = new Map(
    [...before.shifts, ...before.specialDays.flatMap(({ shifts }) => shifts ?? [])].map(({ id, targetCovers }) => [id, targetCovers]),
  )
  const aimed = (shift: Book['shifts'][number]): Book['shifts'][number] => {
    const target = shift.targetCovers === undefined ? targets.get(shift.id) : shift.targetCovers
    return target === undefined ? shift : { ...shift, targetCovers: target }
  }
  const known = shiftIdsOf(given)
  const dayLimits = (given.dayLimits ?? before.dayLimits)?.filter(({ on, shiftId }) => on >= oldest && known.has(shiftId))
  return {
    ...given,
    shifts: given.shifts.map(aimed),
    specialDays: given.specialDays.map((day) => (day.shifts ? { ...day, shifts: day.shifts.map(aimed) } : day)),
    ...(dayLimits ? { dayLimits } : {}),
  }
}

/** Limits of single dates are asked about for some weeks after they are over, not for ever. */
const oldestOf = (ctx: Ctx, timeZone: string): string =>
  ctx.clock().toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 60 }).toString()

/** `former`: special days that are put back, as they stood there before they were held against one another. */
type BookUpdate = { venueId: string; book: Book; former?: Book['specialDays'] }

/** Replaces the book (SE2). Reservations stay as they are; whoever is deciding on one meanwhile decides again by the new book. */
export const updateBook = async (ctx: Ctx, { venueId, book: given, former }: BookUpdate): Promise<Book> =>
  transaction(ctx, async (inner) => {
    await lockBook(inner, venueId)
    const { book: stands, timeZone } = await venueWithBook(inner, venueId)
    const book = former ? given : withDayLimits(given, stands, oldestOf(inner, timeZone))
    // Named in the history, so that they can be put back to none.
    const before = book.dayLimits ? { ...stands, dayLimits: stands.dayLimits ?? [] } : stands
    await refuseStale(inner, {
      code: 'book.version_stale',
      seen: book.version,
      now: before.version,
      subjectId: venueId,
      actions: ['book.updated', 'book.undone', 'venue.updated', 'venue.synced'],
      entries: 1,
    })
    // As they were sent: what is wrong stands at its place in them.
    const sent = given.dayLimits ? { ...book, dayLimits: given.dayLimits } : book
    requireConsistent(sent, [before.specialDays, former ?? []], former ? sent.dayLimits : stands.dayLimits)
    const same = { before: plain(before), after: plain(book) }
    if (savesNothing(inner, { action: 'book.updated', subject: 'book', ...same })) return before
    const kept = new Set(book.areas.map(({ id }) => id))
    await archive(
      inner,
      venueId,
      before.areas.filter(({ id }) => !kept.has(id)),
    )
    await writeAreas(inner, venueId, book.areas)
    const { version: _version, areas: _areas, ...rules } = book
    await inner.db
      .updateTable('books')
      .set({ rules: JSON.stringify(rules), version: before.version + 1, updatedAt: inner.clock().toString() })
      .where('venueId', '=', venueId)
      .execute()
    const after = { ...book, version: before.version + 1 }
    await audit(inner, { action: 'book.updated', subject: 'book', subjectId: venueId, venueId, before, after })
    await inner.ports.jobs.enqueue(inner, bookChangedJob, { venueId, before })
    await inner.ports.live.publish(inner, { type: 'book', venueId, id: null, kind: null })
    return after
  })
