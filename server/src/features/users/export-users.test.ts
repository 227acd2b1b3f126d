import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { ensureBrands } from '#src/features/brands/api.ts'
import { requestExport, runExport } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { userSheet } from './export-users.ts'
import { listUsers, type UserFilters } from './list-users.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb(2)
  await ensureBrands(open.db)
})
afterAll(() => open.close())

const job = { name: 'test.export', retries: 0 } as const
type Row = Record<string, unknown>
const exported = async (ctx: Ctx, filters: UserFilters = {}): Promise<{ rows: Row[]; about: unknown[][]; text: string }> => {
  const { files, kept } = memoryFiles()
  const asking = { ...ctx, ports: { ...ctx.ports, files } }
  const { id } = await requestExport(asking, { kind: 'users', ask: { filters }, needs: [['read', 'users']], job })
  await runExport({ ...asking, actor: { kind: 'system', id: null, name: 'test' }, scope: { kind: 'all' } }, id, userSheet)
  const [sheet, told] = (await readXlsx([...kept.values()][0]!.body)).sheets
  const [header, ...rows] = sheet!.rows as unknown[][]
  return {
    rows: rows.map((row) => Object.fromEntries(header!.map((name, at) => [name, row[at] ?? '']))),
    about: told!.rows as unknown[][],
    text: JSON.stringify(sheet!.rows),
  }
}

test('ON1: everybody of the list, with rights and venues in words, and no secret', async () => {
  const companyId = await aCompany(open.db)
  const [one, two] = [await aVenue(open.db, { companyId, name: 'Casa; Uno' }), await aVenue(open.db, { companyId, name: 'Dos' })]
  const boss = await aUser(open.db, { companyId })
  const manager = await aUser(open.db, {
    companyId,
    roles: ['ROLE_MANAGER'],
    permissions: ['reservations', 'venues'],
    venues: [one.id, two.id],
  })
  await aUser(open.db, { companyId: await aCompany(open.db) })
  const { rows, about, text } = await exported(ctxOfUser(open.db, boss))
  expect(new Set(rows.map((row) => row['E-mail']))).toEqual(new Set([boss.email, manager.email]))
  expect(rows.find((row) => row['E-mail'] === manager.email)).toMatchObject({
    Roles: 'Manager',
    Permissions: 'Reservations; Venues',
    Sees: 'chosen venues',
    Venues: `${one.id}; Dos`,
    State: 'Active',
  })
  const hashes = await open.db.selectFrom('users').select('passwordHash').where('companyId', '=', companyId).execute()
  for (const { passwordHash } of hashes) expect(text).not.toContain(passwordHash)
  expect(about).toContainEqual(['Rows', '2'])
})

test('ON1: whoever keeps a few sees a few, and each filter of the list holds for the file', async () => {
  const companyId = await aCompany(open.db)
  const [mine, other] = [await aVenue(open.db, { companyId }), await aVenue(open.db, { companyId })]
  const rights = { companyId, roles: ['ROLE_MANAGER' as const], permissions: ['users' as const] }
  const keeper = await aUser(open.db, { ...rights, venues: [mine.id] })
  const kept = await aUser(open.db, { ...rights, permissions: [], venues: [mine.id] })
  await aUser(open.db, { ...rights, venues: [mine.id, other.id] })
  const ctx = ctxOfUser(open.db, keeper)
  const filters: UserFilters[] = [{}, { state: 'active' }, { role: ['ROLE_ADMIN'] }, { search: kept.email }, { venueId: mine.id }]
  for (const filter of filters) {
    const { data } = await listUsers(ctx, { filters: filter })
    expect((await exported(ctx, filter)).rows.map((row) => row['Hub id'])).toEqual(data.map(({ id }) => id))
  }
})
