import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { type BookRules, updateBooks, updateVenues, type VenueFields } from './import-rows.ts'

/** What stands in these venues before an import changes them; of several changes by one import, what stood before the first. */
export const rememberVenues = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<void> => {
  if (!ids.length) return
  await sql`
    insert into import_changes (batch_id, venue_id, before)
    select ${batchId}, v.id, jsonb_build_object('fields', jsonb_build_object('externalId', v.external_id, 'name', v.name, 'phoneNumber', v.phone_number, 'address', v.address,
        'postalCode', v.postal_code, 'city', v.city, 'countryCode', v.country_code, 'timeZone', v.time_zone, 'currency', v.currency, 'latitude', v.latitude,
        'longitude', v.longitude, 'website', v.website, 'cuisine', v.cuisine, 'active', v.active), 'rules', b.rules)
    from venues v join books b on b.venue_id = v.id where v.id = any(${[...new Set(ids)]}::uuid[])
    on conflict do nothing`.execute(ctx.db)
}

/** Somebody worked with the venue since: changed it, linked it, booked there, or gave somebody access. */
const touched = sql`(
  exists (select from audit_entries a where a.venue_id = v.id)
  or exists (select from audit_entries a where a.subject_id = v.id::text)
  or exists (select from reservations r where r.venue_id = v.id)
  or exists (select from guests g where g.venue_id = v.id)
  or exists (select from channel_venues l where l.venue_id = v.id)
  or exists (select from user_venues u where u.venue_id = v.id))`
/** Somebody changed it since the import did. */
const changedAfter = sql`exists (
  select from audit_entries a join import_batches b on b.id = c.batch_id
  where (a.venue_id = v.id or a.subject_id = v.id::text) and a.at > b.applied_at)`

type Named = { name: string; count: number }

/** What an import of venues brought or changed and people changed since. */
export const venuesChangedSince = async (ctx: Ctx, batchId: string): Promise<{ count: number; rows: { line: number; name: string }[] }> => {
  const { rows } = await sql<Named>`
    select n.name, count(*) over ()::integer as count from (
      select v.name from venues v where v.import_batch_id = ${batchId} and ${touched}
      union all
      select v.name from import_changes c join venues v on v.id = c.venue_id where c.batch_id = ${batchId} and ${changedAfter}
    ) n order by n.name limit 5000`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ name }) => ({ line: 0, name })) }
}

type Before = { venueId: string; before: { fields: VenueFields; rules: BookRules } }

/** Puts back what stood before, where nobody has changed it since. */
const restore = async (ctx: Ctx, batchId: string, most: number): Promise<number> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<Before>`
      select c.venue_id, jsonb_set(c.before, '{fields}', jsonb_build_object('externalId', v.external_id) || (c.before -> 'fields')) as before from import_changes c join venues v on v.id = c.venue_id
      where c.batch_id = ${batchId} and not ${changedAfter} order by c.venue_id limit ${most} for update of v`.execute(inner.db)
    await updateVenues(
      inner,
      rows.map(({ venueId, before }) => ({ id: venueId, ...before.fields })),
    )
    await updateBooks(
      inner,
      rows.map(({ venueId, before }) => ({ venueId, rules: before.rules })),
    )
    await sql`delete from import_changes where batch_id = ${batchId} and venue_id = any(${rows.map(({ venueId }) => venueId)}::uuid[])`.execute(
      inner.db,
    )
    return rows.length
  })

const untouchedIds = async (ctx: Ctx, batchId: string, { after, most }: { after: string; most: number }): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where v.import_batch_id = ${batchId} and v.id > ${after}::uuid and not ${touched} order by v.id limit ${most}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

const referenced = '23503'
/** In one go; where something here holds on to one of them, one by one, and that one stays. */
const removeAll = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  try {
    await sql`delete from venues v where v.id = any(${[...ids]}::uuid[]) and not ${touched}`.execute(ctx.db)
  } catch (error) {
    if (sqlCodeOf(error) !== referenced) throw error
    if (ids.length > 1) for (const id of ids) await removeAll(ctx, [id])
  }
}

const atOnce = 200

/** Takes back the venues an import made and nobody has worked with since, puts back those it changed. False = there is more to do. */
export const removeVenues = async (ctx: Ctx, batchId: string, isOver: () => boolean): Promise<boolean> => {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await untouchedIds(ctx, batchId, { after, most: atOnce })
    if (!ids.length) break
    await removeAll(ctx, ids)
    after = ids.at(-1)!
    if (isOver()) return false
  }
  while ((await restore(ctx, batchId, atOnce)) > 0) if (isOver()) return false
  await sql`
    delete from companies c where c.import_batch_id = ${batchId}
      and not exists (select from venues v where v.company_id = c.id) and not exists (select from users u where u.company_id = c.id)`
    .execute(ctx.db)
    .catch((error: unknown) => {
      // Somebody uses it by now.
      if (sqlCodeOf(error) !== referenced) throw error
    })
  return true
}
