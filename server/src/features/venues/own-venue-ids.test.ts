import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

/** The database as it was before ids of systems were unique. */
const before = sql.raw(`
  drop index venues_external_of_system; drop index venues_external;
  create unique index venues_external on venues (company_id, external_id) where external_id is not null`)

test('where an id stands on several venues of a system the oldest keeps it, and the audit tells what the others were called', async () => {
  const { db } = open
  await before.execute(db)
  const long = 'x'.repeat(80)
  const [first, second, third, longer, alike] = [
    await aVenue(db, { externalId: '1' }),
    await aVenue(db, { externalId: '1' }),
    await aVenue(db, { externalId: '1' }),
    await aVenue(db, { externalId: long }),
    await aVenue(db, { externalId: long }),
  ]
  await aSystem(db, { venues: [first.id, second.id, longer.id, alike.id] })
  const elsewhere = await aSystem(db, { venues: [third.id] })
  const migration = new URL('../../../migrations/0061-own-venue-ids.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(db)
  const ids = new Map((await db.selectFrom('venues').select(['id', 'externalId']).execute()).map((row) => [row.id, row.externalId]))
  expect([ids.get(first.id), ids.get(third.id), ids.get(longer.id)]).toEqual(['1', '1', long])
  expect(ids.get(second.id)).toBe(`1~${second.id.slice(-12)}`)
  expect(ids.get(alike.id)).toBe(`${long.slice(0, 67)}~${alike.id.slice(-12)}`)
  const told = await db.selectFrom('auditEntries').select(['subjectId', 'before', 'after']).where('action', '=', 'venue.updated').execute()
  expect(told.toSorted((a, b) => (a.subjectId! < b.subjectId! ? -1 : 1))).toEqual([
    { subjectId: second.id, before: { externalId: '1' }, after: { externalId: ids.get(second.id) } },
    { subjectId: alike.id, before: { externalId: long }, after: { externalId: ids.get(alike.id) } },
  ])
  await expect(
    aVenue(db, { externalId: '1' }).then(({ id }) =>
      db.updateTable('venues').set({ systemId: elsewhere.id }).where('id', '=', id).execute(),
    ),
  ).rejects.toMatchObject({
    constraint: 'venues_external_of_system',
  })
})
