import { abilityOf } from '@tablewire/contracts/identity/access'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { ensureBrands, shippedBrands } from '#src/features/brands/api.ts'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { noReplica, type Replica } from '#src/platform/replica/replica.ts'
import { fileWord } from './brand-of-export.ts'
import { openExport, requestExport, runExport } from './api.ts'
import { stillInSight } from './export-sight.ts'
import type { Sheet } from './run-export.ts'
import { tidyExports } from './jobs.ts'
import { readExport } from './list-exports.ts'
import { runMailExport } from './mail-export.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
})
afterAll(() => open.close())

const job = { name: 'test.export', retries: 0 } as const
const anAsker = async () => {
  const companyId = await aCompany(open.db, { brandId: shippedBrands[1]!.id })
  const venue = await aVenue(open.db, { companyId, name: '=Casa' })
  const recorded = recordingPorts()
  const { files, kept } = memoryFiles()
  const clock = aClock('2026-11-20T18:00:00Z')
  const ports = { ...recorded.ports, files }
  const ctx = ctxOfUser(open.db, await aUser(open.db, { companyId, lang: 'de' }), { ports, clock })
  return { ctx, clock, kept, venue, mails: recorded.mails as Mail[], jobs: recorded.jobs }
}
/** The names of the venues in sight: what a feature would write. */
const names = async (ctx: Ctx): Promise<Sheet> => {
  const seen = ctx.scope.kind === 'company' ? ctx.scope.companyId : null
  const rows = await ctx.db.selectFrom('venues').select('name').where('companyId', '=', seen!).execute()
  return {
    title: 'Restaurants',
    columns: [{ header: 'Name', width: 20 }],
    total: rows.length,
    rows: (async function* () {
      for (const { name } of rows) yield [name]
    })(),
    filter: [['Land', 'ES']],
  }
}
const partsOf = (link: string) => {
  const [, id, until, signature] = /exports\/([^/]+)\/file\?until=(\d+)&signature=(.+)$/.exec(link)!
  return { id: id!, until: until!, signature: signature! }
}
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'opened',
    (error: { code: string }) => error.code,
  )

test('AN3, BR4: what was asked for is written in the sight of who asked, with brand, filter and asker, and comes as a link in his brand', async () => {
  const { ctx, mails, kept } = await anAsker()
  await aVenue(open.db, { name: 'Foreign' })
  const asked = await requestExport(ctx, { kind: 'venues', ask: {}, needs: [['read', 'venues']], job })
  expect(asked).toMatchObject({ state: 'waiting', link: null, rowsTotal: null })
  // The job itself sees everything; what it writes is what the asker saw.
  await runExport({ ...ctx, scope: { kind: 'all' } }, asked.id, names)
  const done = await readExport(ctx, asked.id)
  expect(done).toMatchObject({ state: 'done', rowsDone: 1, rowsTotal: 1, expiresAt: '2026-11-27T18:00:00Z' })
  const book = await readXlsx([...kept.values()][0]!.body)
  expect(book.sheets.map(({ name }) => name)).toEqual(['Restaurants', 'Zu diesem Export'])
  expect(book.sheets[0]!.rows[1]).toEqual(['=Casa'])
  expect(book.sheets[1]!.rows).toEqual([
    ['Marke', shippedBrands[1]!.name],
    ['Inhalt', 'Restaurants'],
    ['Zeilen', '1'],
    ['Angefordert von', 'Ada Example'],
    ['Geschrieben am', '2026-11-20 18:00:00 UTC'],
    ['Filter: Land', 'ES'],
  ])
  await runMailExport(ctx, { exportId: asked.id, title: 'Restaurants' })
  expect(mails).toMatchObject([{ subject: 'Ihr Export ist fertig: Restaurants' }])
  expect(mails[0]!.from).toMatch(new RegExp(`^${shippedBrands[1]!.name} <`))
  expect(mails[0]!.text).toContain(done.link!)
  expect(await openExport(ctx, partsOf(done.link!))).toMatchObject({ name: 'mesa-naranja-venues-2026-11-20.xlsx' })
})

test('AN3: rows of a standby that was behind are said to be of that moment, on the sheet and where the export is looked at', async () => {
  const { ctx, clock, kept } = await anAsker()
  const behind = (seconds: number): Ctx => {
    const asOfMs = clock().epochMilliseconds - seconds * 1000
    const replica: Replica = { ...noReplica, read: async ({ db }, work) => ({ value: await work(db, asOfMs), asOfMs }) }
    return { ...ctx, ports: { ...ctx.ports, replica } }
  }
  const order = { kind: 'venues', ask: {}, needs: [['read', 'venues']], job } as const
  const written = async (by: Ctx) => {
    const asked = await requestExport(by, order)
    await runExport(by, asked.id, names)
    const book = await readXlsx([...kept.values()].at(-1)!.body)
    return { asOf: (await readExport(by, asked.id)).asOf, told: book.sheets[1]!.rows.find(([label]) => label === 'Stand der Zeilen') }
  }
  expect(await written(behind(8))).toEqual({ asOf: '2026-11-20T17:59:52Z', told: ['Stand der Zeilen', '2026-11-20 17:59:52 UTC'] })
  expect(await written(behind(3))).toEqual({ asOf: null, told: undefined })
})

test('AN3: a file of figures is not said to have no rows, neither in its mail nor on its sheet', async () => {
  const { ctx, mails, kept } = await anAsker()
  const asked = await requestExport(ctx, { kind: 'listing_analytics', ask: {}, needs: [['read', 'venues']], job })
  const figures = { name: 'Kennzahlen', columns: [{ header: 'Kennzahl', width: 20 }], rows: [['Einträge']] }
  await runExport(ctx, asked.id, async () => ({ title: 'Kennzahlen', tables: [figures], total: null, filter: [] }))
  expect(await readExport(ctx, asked.id)).toMatchObject({ state: 'done', rowsTotal: null })
  const about = (await readXlsx([...kept.values()][0]!.body)).sheets[1]!.rows.map(([label]) => label)
  expect(about).toEqual(['Marke', 'Inhalt', 'Angefordert von', 'Geschrieben am', 'Filter'])
  await runMailExport(ctx, { exportId: asked.id, title: 'Kennzahlen' })
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).not.toContain('Zeilen')
})

test('AN3: a link that was changed, that is too old, or whose asker is disabled opens nothing', async () => {
  const { ctx, clock, kept } = await anAsker()
  const asked = await requestExport(ctx, { kind: 'venues', ask: {}, needs: [['read', 'venues']], job })
  await runExport(ctx, asked.id, names)
  const parts = partsOf((await readExport(ctx, asked.id)).link!)
  const other = await anAsker()
  expect(await code(readExport(other.ctx, asked.id))).toBe('export.not_found')
  expect(await code(openExport(ctx, { ...parts, signature: `${parts.signature}x` }))).toBe('export.not_found')
  expect(await code(openExport(ctx, { ...parts, until: String(Number(parts.until) + 1) }))).toBe('export.not_found')
  expect(await code(openExport(ctx, { ...parts, id: other.venue.id }))).toBe('export.not_found')
  expect(await code(openExport(ctx, { ...parts, until: 'soon', id: 'x' }))).toBe('export.not_found')
  clock.move({ hours: 24 * 7 - 1 })
  expect(await code(openExport(ctx, parts))).toBe('opened')
  clock.move({ hours: 1 })
  expect(await code(openExport(ctx, parts))).toBe('export.expired')
  expect(await readExport(ctx, asked.id)).toMatchObject({ link: null })
  await tidyExports(ctx)
  expect(kept.size).toBe(1)
  clock.move({ seconds: 1 })
  await tidyExports(ctx)
  expect(kept.size).toBe(0)
  expect(await code(openExport(ctx, parts))).toBe('export.expired')
})

test('AN3: a failure is kept and said, of somebody disabled meanwhile nothing is written, and too many at once are refused', async () => {
  const { ctx, kept } = await anAsker()
  const order = () => requestExport(ctx, { kind: 'venues', ask: {}, needs: [['read', 'venues']], job })
  const broken = await order()
  await runExport(ctx, broken.id, () => Promise.reject(new Error('no rows')))
  expect(await readExport(ctx, broken.id)).toMatchObject({ state: 'failed', link: null })
  const waiting = await order()
  await open.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', ctx.actor.id!).execute()
  await runExport(ctx, waiting.id, names)
  expect(await readExport(ctx, waiting.id)).toMatchObject({ state: 'failed' })
  expect(kept.size).toBe(0)
  await Promise.all([order(), order(), order()])
  expect(await code(order())).toBe('export.too_many')
})

test('AN3: what waited is written of what was in sight at the order and is so still, by the right it was ordered by, or not at all', async () => {
  const { ctx, kept } = await anAsker()
  const users = () => open.db.updateTable('users').where('id', '=', ctx.actor.id!)
  const order = async () => (await requestExport(ctx, { kind: 'venues', ask: {}, needs: [['create', 'analytics-listing']], job })).id
  const [moved, refused] = [await order(), await order()]
  const elsewhere = await aCompany(open.db)
  const home = ctx.scope.kind === 'company' ? ctx.scope.companyId : ''
  await users().set({ companyId: elsewhere }).execute()
  await runExport(ctx, moved, names)
  expect(await readExport(ctx, moved)).toMatchObject({ state: 'failed', failedFor: 'sight_lost' })
  await users()
    .set({ companyId: home, roles: ['ROLE_MANAGER'] })
    .execute()
  await runExport(ctx, refused, names)
  expect(await readExport(ctx, refused)).toMatchObject({ state: 'failed', failedFor: 'right_lost' })
  expect(kept.size).toBe(0)
})

test('AN3: the link of a file is handed out as long as its orderer has the right and sees all that is in it', async () => {
  const { ctx, venue } = await anAsker()
  const { id } = await requestExport(ctx, { kind: 'venues', ask: {}, needs: [['create', 'analytics-listing']], job })
  await runExport(ctx, id, names)
  const linkFor = async (over: Partial<Ctx>) => (await readExport({ ...ctx, ...over }, id)).link !== null
  expect(await linkFor({})).toBe(true)
  expect(await linkFor({ scope: { kind: 'all' } })).toBe(true)
  expect(await linkFor({ scope: { kind: 'company', companyId: await aCompany(open.db) } })).toBe(false)
  expect(await linkFor({ scope: { kind: 'venues', ids: [venue.id] } })).toBe(false)
  const narrow: VenueScope = { kind: 'venues', ids: [venue.id] }
  const home = ctx.scope.kind === 'company' ? ctx.scope.companyId : ''
  // Whoever was given more than he had keeps his files.
  expect(await stillInSight(open.db, { scope: narrow }, { scope: ctx.scope, companyId: home })).toEqual(narrow)
  const other = { kind: 'company', companyId: await aCompany(open.db) } as const
  expect(await stillInSight(open.db, { scope: narrow }, { scope: other, companyId: other.companyId })).toBeUndefined()
  expect(await linkFor({ ability: abilityOf({ roles: ['ROLE_MANAGER'], permissions: [] }) })).toBe(false)
  // Reservations in a file of figures need their own right as well.
  const rows = await requestExport(ctx, {
    kind: 'venues',
    ask: {},
    needs: [
      ['read', 'venues'],
      ['read', 'reservation-list'],
    ],
    job,
  })
  await runExport(ctx, rows.id, names)
  const hasLink = async (permissions: ('venues' | 'reservations')[]) =>
    (await readExport({ ...ctx, ability: abilityOf({ roles: ['ROLE_MANAGER'], permissions }) }, rows.id)).link !== null
  expect([await hasLink(['venues']), await hasLink(['venues', 'reservations'])]).toEqual([false, true])
  // Nor does one that was mailed before open any more.
  const mailed = partsOf((await readExport(ctx, id)).link!)
  const user = (values: object) => open.db.updateTable('users').set(values).where('id', '=', ctx.actor.id!).execute()
  const opened = () => code(openExport(ctx, mailed))
  expect(await opened()).not.toBe('export.not_found')
  await user({ companyId: await aCompany(open.db) })
  expect(await opened()).toBe('export.not_found')
  await user({ companyId: home, roles: ['ROLE_MANAGER'] })
  expect(await opened()).toBe('export.not_found')
})

test('AN3: what is left of a sight is what is in both, of partners as of companies', async () => {
  const company = { kind: 'company', companyId: 'x' } as const
  const left = (scope: VenueScope, now: VenueScope) => stillInSight(open.db, { scope }, { scope: now, companyId: 'x' })
  const venues = (...ids: string[]): VenueScope => ({ kind: 'venues', ids })
  const channels = (...channelIds: string[]): VenueScope => ({ kind: 'channels', channelIds })
  const one = { kind: 'channel', channelId: 'a' } as const
  expect(await left(channels('a', 'b'), channels('b', 'c'))).toEqual({ kind: 'channel', channelId: 'b' })
  expect(await left(channels('a', 'b', 'c'), channels('c', 'b'))).toEqual(channels('b', 'c'))
  for (const now of [{ kind: 'channel', channelId: 'b' }, { kind: 'system', systemId: 'a' }, company, venues()] as const)
    expect(await left(one, now)).toBeUndefined()
  expect(await left({ kind: 'all' }, company)).toEqual(company)
  expect(await left({ kind: 'all' }, venues())).toBeUndefined()
  expect(await left(venues('a', 'b'), venues('b', 'c'))).toEqual(venues('b'))
  expect(await left(company, venues('a'))).toEqual(venues('a'))
  expect(await left({ ...company, companyId: 'y' }, venues('a'))).toBeUndefined()
  expect(await left(venues(), venues())).toEqual(venues())
})

test('BR4: the name of a brand becomes a word of a file name, whatever it is written in', () => {
  expect(['Mesa Naranja', 'Côté <Mer>/..\\', '食堂', '"a"\r\nb'].map(fileWord)).toEqual(['mesa-naranja', 'cote-mer', '', 'a-b'])
})
