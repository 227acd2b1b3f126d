import { sql } from 'kysely'
import { removeUnusedCompanies } from '#src/features/access/api.ts'
import { type ImportedRows, type IsOver, markRest, markUndone } from '#src/features/imports/api.ts'
import { type BookRules, removeVenues, updateBooks } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { audited } from './audited.ts'
import { updateVenues } from './import-rows.ts'
import { forgetVenues } from './remember-venues.ts'
import { announceBooks } from './announce-books.ts'
import { venueColumns, type VenueFields } from './venue-columns.ts'

/**
 * Entries at a venue are of all sorts: only those of the venue itself, its book, its areas and its links say that it is another one. That somebody
 * began or tried an import there, took a booking or was handed its credentials changes nothing of it.
 * What imports wrote is told by what they remember; only those of the command line, which remember nothing, by their entries.
 */
const byOthers = sql`(a.subject in ('venue', 'book', 'area', 'channel') and a.action <> 'venue.credential_issued'
  and (a.action not in ('venue.imported', 'venue.import_undone') or (a.actor_kind <> 'user' and a.at > b.applied_at)))`
const otherImport = sql`(exists (select from import_changes o where o.venue_id = v.id and o.batch_id <> v.import_batch_id)
  or exists (select from import_batches o where o.venue_id = v.id and o.state in ('applying', 'applied', 'undoing')))`
/** People worked with the venue since: changed it, linked it, booked there, set up what they want to hear of it, or gave somebody access. */
const touchedByPeople = sql`(
  exists (select from audit_entries a, import_batches b where b.id = v.import_batch_id and a.venue_id = v.id and ${byOthers})
  or exists (select from audit_entries a, import_batches b where b.id = v.import_batch_id and a.subject_id = v.id::text and ${byOthers})
  or exists (select from notification_choices n where n.venue_id = v.id)
  or exists (select from reservations r where r.venue_id = v.id and r.import_batch_id is null)
  or exists (select from guests g where g.venue_id = v.id and g.import_batch_id is null)
  or exists (select from channel_venues l where l.venue_id = v.id)
  or exists (select from user_venues u where u.venue_id = v.id))`
/** They did, or another import brought something there. */
const touched = sql`(${touchedByPeople} or ${otherImport}
  or exists (select from reservations r where r.venue_id = v.id) or exists (select from guests g where g.venue_id = v.id))`
const laterImport = sql`exists (select from import_changes o join import_batches later on later.id = o.batch_id join import_batches b on b.id = c.batch_id
    where o.venue_id = v.id and o.batch_id <> c.batch_id and later.applied_at >= b.applied_at and later.created_at > b.created_at)`
/** People changed it since the import did, or it went to another company. */
const changedByPeople = sql`(v.company_id <> c.company_id
  or exists (select from audit_entries a join import_batches b on b.id = c.batch_id
    where (a.venue_id = v.id or a.subject_id = v.id::text) and a.at > b.applied_at and ${byOthers}))`
/** They did, or another import. */
const changedAfter = sql`(${changedByPeople} or ${laterImport})`

/** What an import of venues brought or changed, and who changed it since. */
export const venuesBrought = (batchId: string): ImportedRows => sql`
  select 0 as line, v.name, ${touched} as stays, ${touchedByPeople} as by_people from venues v where v.import_batch_id = ${batchId}
  union all
  select 0, v.name, ${changedAfter}, ${changedByPeople} from import_changes c join venues v on v.id = c.venue_id where c.batch_id = ${batchId}`

/** Of those the import made or changed, the ones an undo would leave as they are. */
export const venuesKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> => {
  if (!ids.length) return new Set()
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where v.id = any(${[...ids]}::uuid[]) and v.import_batch_id = ${batchId} and ${touched}
    union all
    select v.id from import_changes c join venues v on v.id = c.venue_id
    where c.batch_id = ${batchId} and c.venue_id = any(${[...ids]}::uuid[]) and ${changedAfter}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

type Before = {
  venueId: string
  companyId: string
  before: { fields: Partial<VenueFields>; rules?: BookRules }
  now: Record<string, unknown>
  rules: BookRules
}

/** What the import wrote is over what stood before: told at the venue, as the import itself was. */
const auditRestored = async (ctx: Ctx, rows: readonly Before[]): Promise<void> => {
  for (const { venueId, companyId, before, now, rules } of rows) {
    const was = Object.fromEntries(Object.keys(before.fields).map((name) => [name, now[venueColumns[name as keyof VenueFields].column]]))
    await audit(ctx, {
      action: 'venue.import_undone',
      subject: 'venue',
      subjectId: venueId,
      venueId,
      companyId,
      before: audited(was, before.rules && rules),
      after: audited(before.fields, before.rules),
    })
  }
}

/** Puts back what stood before, where nobody has changed it since. */
const restore = async (ctx: Ctx, batchId: string, most: number): Promise<number> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<Before>`
      select c.venue_id, c.company_id, c.before, to_jsonb(v) as now, b.rules
      from import_changes c join venues v on v.id = c.venue_id join books b on b.venue_id = v.id
      where c.batch_id = ${batchId} and not ${changedAfter} order by c.venue_id limit ${most} for update of v, b`.execute(inner.db)
    const ids = rows.map(({ venueId }) => venueId)
    await updateVenues(
      inner,
      rows.map(({ venueId, companyId, before }) => ({ id: venueId, companyId, fields: before.fields })),
    )
    const books = rows.flatMap(({ venueId, companyId, before: { rules } }) => (rules ? [{ venueId, companyId, rules }] : []))
    const tell = await announceBooks(
      inner,
      books.map(({ venueId }) => venueId),
    )
    await updateBooks(inner, books)
    await auditRestored(inner, rows)
    await tell()
    await forgetVenues(inner, batchId, ids)
    await markUndone(inner, batchId, { ids, as: 'restored' })
    return rows.length
  })

const untouchedIds = async (ctx: Ctx, batchId: string, { after, most }: { after: string; most: number }): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where v.import_batch_id = ${batchId} and v.id > ${after}::uuid and not ${touched} order by v.id limit ${most}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

const goneOf = async (ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${[...ids]}::uuid[]) as i (id) where not exists (select from venues v where v.id = i.id)`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

const atOnce = 200

/** Takes back the venues an import made and nobody has worked with since, puts back those it changed. False = there is more to do. */
export const undoVenues = async (ctx: Ctx, batchId: string, isOver: IsOver): Promise<boolean> => {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await untouchedIds(ctx, batchId, { after, most: atOnce })
    if (!ids.length) break
    await removeVenues(ctx, ids, { unless: touched })
    await markUndone(ctx, batchId, { ids: await goneOf(ctx, ids), as: 'removed' })
    after = ids.at(-1)!
    if (await isOver()) return false
  }
  while ((await restore(ctx, batchId, atOnce)) > 0) if (await isOver()) return false
  await markRest(ctx, batchId, 'kept')
  await removeUnusedCompanies(ctx, batchId)
  return true
}
