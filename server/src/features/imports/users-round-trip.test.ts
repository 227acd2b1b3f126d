import { Permission } from '@tablewire/contracts/identity/access'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { users } from '@tablewire/contracts/identity/users'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { type Cells, roundTrip } from '../../../../tests/build/round-trip.ts'
import { aUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { userSheet } from '#src/features/users/export-users.ts'
import { plainText } from '#src/platform/table/plain-text.ts'

let testApp: TestApp
let companyId: string
let venue: TestVenue
let boss: TestUser
let trip: ReturnType<typeof roundTrip>
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  const { db } = testApp.container
  companyId = await aCompany(db)
  venue = await aVenue(db, { companyId, name: 'Casa; Uno' })
  await aVenue(db, { companyId, name: `Dos ${companyId}` })
  boss = await aUser(db, { companyId })
  trip = roundTrip(testApp, await testApp.signIn(boss))
})

const exported = () => trip.exported('/v1/users/export', userSheet, { sort: 'email' })
const checked = (rows: readonly Cells[]) => trip.checked(rows, { kind: 'users' })
const manager = (over: Partial<TestUser> = {}) =>
  aUser(testApp.container.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], venues: [venue.id], ...over })
const rowOf = (id: string) => testApp.container.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const rows = (id: string, outcome = '') =>
  trip.call<unknown>('GET', `/v1/import-rows?filters[importId]=${id}${outcome === '' ? '' : `&filters[outcome]=${outcome}`}`)
const reasons = ({ findings }: ImportBatch): string[] => findings.map(({ reason }) => reason)
const mails = async (): Promise<number> =>
  (await testApp.container.db.selectFrom('auditEntries').select('id').where('action', '=', 'user.invited').execute()).length

/** What people are called, and what a table likes to break. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    "'quoted",
    '+34',
    '@x',
    '-',
    '1e5',
    '007',
    'TRUE',
    'a;b|c,d',
    '  x  y ',
    'Ωμέγα',
    'עברית',
    '_x0041_',
    'a\tb',
    '"q"',
    'é',
  ),
)
const legal = nasty
  .map((text) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu, '').trim())
  .filter((text) => text !== '')

/** As people could type it: one line of signs that can be stored and read. */
const accepted = (text: string): boolean => {
  const line = plainText(text)
  return line !== '' && z.safeParse(users.create.body, body(line)).success
}
const body = (line: string) => ({ email: 'a@example.test', firstName: line, lastName: line, city: line, roles: ['ROLE_MANAGER'] })

test('ON1: what goes out comes in again and changes nobody, whatever people are called', async () => {
  await fc.assert(
    fc.asyncProperty(
      legal,
      legal,
      fc.option(legal),
      fc.subarray([...Permission.options]),
      async (firstName, lastName, city, permissions) => {
        const one = await manager({ permissions })
        await testApp.container.db.updateTable('users').set({ firstName, lastName, city }).where('id', '=', one.id).execute()
        const out = await exported()
        const batch = await checked(out)
        const told = batch.counts?.changed ? await rows(batch.id, 'changed') : []
        expect(told).toEqual([])
        expect([batch.counts, batch.findings]).toEqual([expect.objectContaining({ rows: out.length, unchanged: out.length }), []])
        const before = await rowOf(one.id)
        await trip.step(batch.id, 'apply')
        expect(await rowOf(one.id)).toEqual(before)
      },
    ),
    { numRuns: 12 },
  )
})

test('ON1: one edited cell changes that cell only, and the undo puts it back', async () => {
  const one = await manager()
  const edits = fc.oneof(
    fc.tuple(fc.constantFrom('First name', 'Last name', 'City'), legal.filter(accepted)),
    fc.constantFrom<[string, string]>(
      ['Permissions', 'Reservations; Venues'],
      ['Sees', 'all venues'],
      ['Language', 'fr'],
      ['Country', 'NL'],
      ['State', 'Disabled'],
      ['User name', `name-${one.id.slice(-12)}`],
      ['Venues', `Dos ${companyId}`],
    ),
  )
  await fc.assert(
    fc.asyncProperty(edits, async ([column, value]) => {
      const out = await exported()
      const sheet = out.map((row) => (row['Hub id'] === one.id ? { ...row, [column]: value } : row))
      const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
      const was = out.find((row) => row['Hub id'] === one.id)!
      const differs = squeezed(was[column]!) !== squeezed(value)
      const batch = await checked(sheet)
      expect(batch.counts).toMatchObject(differs ? { changed: 1, unchanged: out.length - 1 } : { changed: 0 })
      await trip.step(batch.id, 'apply')
      const after = await exported()
      const free = column === 'Sees' ? ['Venues', 'Groups'] : []
      for (const [at, row] of after.entries())
        for (const [name, cell] of Object.entries(row))
          if (!(free.includes(name) && row['Hub id'] === one.id) && name !== column) expect([name, cell]).toEqual([name, out[at]![name]])
      await trip.step(batch.id, 'undo')
      expect(await exported()).toEqual(out)
    }),
    { numRuns: 14 },
  )
})

const row = (email: string, over: Cells = {}): Cells => ({
  'E-mail': email,
  'First name': 'Nora',
  'Last name': 'Neu',
  Roles: 'Manager',
  ...over,
})
const made = (email: string) => testApp.container.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

test('ON1: people are made in the company, nobody is written to unless it is asked for, and the undo takes them back', async () => {
  const email = `nora-${companyId}@example.test`
  const batch = await checked([row(email, { Permissions: 'Reservations', Venues: `Dos ${companyId}` })])
  expect(batch.counts).toMatchObject({ made: 1 })
  expect(await made(email)).toBeUndefined()
  await trip.step(batch.id, 'apply')
  const user = await made(email)
  expect(user).toMatchObject({ companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], createdBy: boss.id, allVenues: false })
  expect(await testApp.container.db.selectFrom('passwordResets').select('userId').where('userId', '=', user!.id).execute()).toEqual([])
  expect(await mails()).toBe(0)
  expect(await rows(batch.id)).toMatchObject([{ outcome: 'made', subjectId: user!.id, undo: { what: 'removed', done: false } }])
  await trip.step(batch.id, 'undo')
  expect(await made(email)).toBeUndefined()
})

test('ON1: cells that are empty and columns that are not there touch nothing', async () => {
  const one = await manager({ permissions: ['venues', 'users'] })
  await testApp.container.db.updateTable('users').set({ city: 'Toledo', country: 'ES' }).where('id', '=', one.id).execute()
  const before = await rowOf(one.id)
  const batch = await checked([{ 'E-mail': one.email, 'First name': 'Otra', City: '', Permissions: '' }])
  await trip.step(batch.id, 'apply')
  const { version, updatedAt, firstName, ...rest } = (await rowOf(one.id))!
  expect([firstName, version]).toEqual(['Otra', before!.version + 1])
  expect({ ...rest, version: before!.version, updatedAt: before!.updatedAt, firstName: before!.firstName }).toEqual(before)
  expect(updatedAt).not.toBe(before!.updatedAt)
})

test('ON1: nobody of another company is touched or told of, nobody is raised above the importer', async () => {
  const stranger = await aUser(testApp.container.db, { companyId: await aCompany(testApp.container.db), roles: ['ROLE_MANAGER'] })
  const platform = await aUser(testApp.container.db)
  const before = [await rowOf(stranger.id), await rowOf(platform.id)]
  const batch = await checked([
    row(stranger.email, { 'First name': 'Mine' }),
    row(platform.email),
    row(`super-${companyId}@example.test`, { Roles: 'Super admin' }),
    row(`agent-${companyId}@example.test`, { Roles: 'Customer Agent (BC)' }),
    row(`odd-${companyId}@example.test`, { Roles: 'Emperor' }),
  ])
  expect(batch.counts).toMatchObject({ made: 0, changed: 0, rejected: 5 })
  expect(reasons(batch)).toEqual(expect.arrayContaining(['user.elsewhere', 'change.refused', 'word.unknown']))
  await trip.step(batch.id, 'apply')
  expect([await rowOf(stranger.id), await rowOf(platform.id)]).toEqual(before)
  const told = JSON.stringify(await rows(batch.id))
    .replaceAll(stranger.email, '')
    .replaceAll(platform.email, '')
  for (const secret of [stranger.id, platform.id, 'Ada']) expect(told).not.toContain(secret)
})

test('ON1: a manager of people gives only what he holds, to those he keeps', async () => {
  const keeper = await manager({ permissions: ['users', 'reservations'] })
  const above = await manager({ permissions: ['users', 'reservations', 'venues'] })
  const below = await manager({ permissions: [] })
  const his = roundTrip(testApp, await testApp.signIn(keeper))
  const batch = await his.checked(
    [
      { 'E-mail': above.email, 'First name': 'Down' },
      { 'E-mail': below.email, Permissions: 'Groups' },
      { 'E-mail': boss.email, 'First name': 'Down' },
      row(`fresh-${companyId}@example.test`, { Permissions: 'Reservations' }),
      row(`admin-${companyId}@example.test`, { Roles: 'Admin' }),
    ].map((one) => ({ 'First name': '', 'Last name': '', Roles: '', Permissions: '', ...one })),
    { kind: 'users' },
  )
  expect(batch.counts).toMatchObject({ made: 1, changed: 0, rejected: 4 })
  await his.step(batch.id, 'apply')
  expect((await rowOf(below.id))!.permissions).toEqual([])
})
