import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrandDetail } from '@tablewire/contracts/identity/brands'
import { domainIn } from '@tablewire/contracts/identity/brands.rules'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aCompany } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { folderStore } from '#src/platform/files/folder-store.ts'
import { newUnitOfWork } from '#src/platform/ctx.ts'
import { brandOfHost, ensureBrands, readPicture, shippedBrands } from './api.ts'
import { cleanPictures } from './jobs.ts'
import { brandsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
const folder = mkdtempSync(join(tmpdir(), 'tablewire-brands-'))
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
  ctx = aCtx(open.db, { ports: { ...recordingPorts().ports, files: folderStore(folder) } })
})
afterAll(async () => {
  await open.close()
  rmSync(folder, { recursive: true, force: true })
})

const fresh = (): Ctx => ({ ...ctx, unitOfWork: newUnitOfWork() })
const fields = {
  name: 'Blue Door',
  logo: '',
  menuLogo: '',
  favicon: '',
  domains: [] as string[],
  sdkTheme: 'blue-door',
  theme: { mode: 'light' as const, palette: { primary: '#0369A1' }, buttonHover: {} },
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, values, fields: wrong }: { code: string; values: object; fields?: object }) => (wrong ? { code, wrong } : { code, values }),
  )
const create = (over: Partial<typeof fields> = {}) => brandsHandlers.create(fresh(), { body: { ...fields, ...over } })
const update = ({ id, version }: { id: string; version: number }, over: Partial<typeof fields> = {}) =>
  brandsHandlers.update(fresh(), { params: { id }, body: { ...fields, ...over, version } })
const drawing = (colour: string): string => `<svg viewBox="0 0 8 8"><path fill="${colour}" d="M0 0h8v8z"/></svg>`
const addLogo = (colour: string) =>
  brandsHandlers.addPicture(fresh(), { query: { use: 'logo' }, body: { content: Buffer.from(drawing(colour)).toString('base64') } })

test.each([
  ['Tische-Köln.example', 'xn--tische-kln-lcb.example'],
  ['https://panel.Dine.Example:8443/login?x=1', 'dine.example'],
  ['  DINE.example.  ', 'dine.example'],
  ['食卓.example', 'xn--2kr713n.example'],
  ['ｄｉｎｅ。example', 'dine.example'],
  ['naranja.localhost', 'naranja.localhost'],
  ['a.b.c.dine.example', 'a.b.c.dine.example'],
  ['localhost', undefined],
  ['panel.localhost', undefined],
  ['127.0.0.1', undefined],
  ['0x7f.1', undefined],
  ['2130706433', undefined],
  ['[::1]', undefined],
  ['dine..example', undefined],
  ['-dine.example', undefined],
  ['di ne.example', undefined],
  ['*.dine.example', undefined],
  ['user@dine.example', undefined],
  ['dine_r.example', undefined],
  ['javascript:alert(1)', undefined],
  ['рaypal.example', undefined],
  ['gοοgle.example', undefined],
  ['', undefined],
  [`${'a'.repeat(64)}.example`, undefined],
  [`${'ab.'.repeat(90)}example`, undefined],
])('BR2: somebody writes the domain %s', (given, kept) => {
  expect(domainIn(given)).toBe(kept)
})

test('BR1: a brand is made, changed and deleted; every change shows at once and leaves what changed', async () => {
  const made = await create({ domains: ['https://Panel.Blue-Door.example:443/', 'blue-door.example', 'Blaue-Tür.example'] })
  expect(z.parse(BrandDetail, made)).toEqual(made)
  expect(made).toMatchObject({ domains: ['blue-door.example', 'xn--blaue-tr-d6a.example'], version: 1, isDefault: false, companyCount: 0 })
  expect((await brandOfHost(open.db, 'panel.blue-door.example:4000')).name).toBe('Blue Door')
  const changed = await update(made, { name: 'Red Door', domains: ['blue-door.example', 'red-door.example'] })
  expect(changed).toMatchObject({ name: 'Red Door', version: 2, createdAt: made.createdAt })
  expect((await brandOfHost(open.db, 'red-door.example')).name).toBe('Red Door')
  expect((await brandOfHost(open.db, 'xn--blaue-tr-d6a.example')).name).toBe('Tablewire')
  expect(await brandsHandlers.get(ctx, { params: { id: made.id } })).toEqual(changed)
  expect(await brandsHandlers.delete(fresh(), { params: { id: made.id } })).toEqual({ id: made.id })
  expect((await brandOfHost(open.db, 'red-door.example')).name).toBe('Tablewire')
  const entries = await open.db
    .selectFrom('auditEntries')
    .select(['action', 'before', 'after'])
    .where('subjectId', '=', made.id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['brand.created', 'brand.updated', 'brand.deleted'])
  expect(entries[1]!.before).toMatchObject({ name: 'Blue Door', version: 1, domains: made.domains })
  expect(entries[1]!.after).toMatchObject({ name: 'Red Door', version: 2 })
  expect(Object.keys(entries[1]!.after!)).not.toContain('theme')
})

test('BR1: what another process changed is seen after a second', async () => {
  const made = await create({ domains: ['elsewhere.example'] })
  expect((await brandOfHost(open.db, 'elsewhere.example')).name).toBe('Blue Door')
  await open.db.updateTable('brands').set({ name: 'Changed Elsewhere' }).where('id', '=', made.id).execute()
  await expect.poll(async () => (await brandOfHost(open.db, 'elsewhere.example')).name).toBe('Changed Elsewhere')
})

test('BR2: a domain belongs to one brand only, however it is written, also when two take it at the same moment', async () => {
  const owner = await create({ name: 'Owner', domains: ['owned.example'] })
  const other = await create({ name: 'Other' })
  expect(await refusal(create({ domains: ['PANEL.Owned.example:80'] }))).toEqual({
    code: 'brand.domain_taken',
    values: { domain: 'owned.example', brand: 'Owner' },
  })
  expect(await refusal(update(other, { domains: ['naranja.localhost'] }))).toMatchObject({ values: { brand: 'Mesa Naranja' } })
  const both = await Promise.all([refusal(create({ domains: ['race.example'] })), refusal(create({ domains: ['race.example'] }))])
  expect(both.toSorted((a) => (a === 'done' ? -1 : 1))).toMatchObject([
    'done',
    { code: 'brand.domain_taken', values: { domain: 'race.example' } },
  ])
  expect(await refusal(create({ domains: ['good.example', 'localhost', 'рaypal.example', 'xn--aypal-uye.example'] }))).toEqual({
    code: 'request.invalid',
    wrong: { 'domains.1': [{ issue: 'domain' }], 'domains.2': [{ issue: 'domain' }], 'domains.3': [{ issue: 'domain' }] },
  })
  // Given up by one, it is free for another.
  await update(owner, { name: 'Owner', domains: [] })
  expect((await create({ domains: ['owned.example'] })).domains).toEqual(['owned.example'])
})

test('BR1: whoever changes a brand has to have seen it as it is', async () => {
  const made = await create({ name: 'Two hands' })
  const both = await Promise.all([refusal(update(made, { name: 'First' })), refusal(update(made, { name: 'Second' }))])
  expect(both.filter((one) => one === 'done')).toHaveLength(1)
  expect(both.filter((one) => one !== 'done')).toMatchObject([{ code: 'brand.version_stale' }])
  expect((await brandsHandlers.get(ctx, { params: { id: made.id } })).version).toBe(2)
})

test('BR1: neither the default brand nor one that a company carries can be deleted, and a deleted one does not come back', async () => {
  const remove = (id: string) => refusal(brandsHandlers.delete(fresh(), { params: { id } }))
  expect(await remove(shippedBrands[0]!.id)).toMatchObject({ code: 'brand.is_default' })
  const made = await create({ name: 'Carried' })
  const companyId = await aCompany(open.db, { brandId: made.id })
  expect((await brandsHandlers.get(ctx, { params: { id: made.id } })).companyCount).toBe(1)
  expect(await remove(made.id)).toEqual({ code: 'brand.in_use', values: { companies: 1 } })
  await open.db.updateTable('companies').set({ brandId: null }).where('id', '=', companyId).execute()
  expect(await remove(made.id)).toBe('done')
  expect(await remove(made.id)).toMatchObject({ code: 'brand.not_found' })
  expect(await remove(shippedBrands[2]!.id)).toBe('done')
  await ensureBrands(open.db)
  expect((await brandOfHost(open.db, 'verdant.test')).name).toBe('Tablewire')
})

test('BR1: a brand shows only pictures that were sent in or shipped; those nobody uses are gone after a day', async () => {
  const [red, blue] = [await addLogo('red'), await addLogo('blue')]
  expect(red).toMatchObject({ type: 'image/svg+xml', width: 8, height: 8 })
  expect(await addLogo('red')).toEqual(red)
  const made = await create({ name: 'Pictured', logo: red.path, favicon: '/brands/verdant-favicon.svg' })
  expect(made.logo).toBe(red.path)
  for (const logo of ['https://evil.example/x.png', '//evil.example/x.png', '/brand-pictures/none.svg', '/v1/brands', `${red.path}?x`])
    expect(await refusal(update(made, { logo })), logo).toMatchObject({ wrong: { logo: [{ issue: 'invalid' }] } })
  const name = (path: string): string => path.slice('/brand-pictures/'.length)
  expect((await readPicture(ctx.ports.files, name(red.path)))?.contentType).toBe('image/svg+xml')
  expect(await readPicture(ctx.ports.files, '../secret.key')).toBeUndefined()
  const tomorrow = { ...fresh(), clock: () => Temporal.Now.instant().add({ hours: 25 }) } as Ctx
  expect(await cleanPictures(fresh())).toBe(0)
  expect(await cleanPictures(tomorrow)).toBe(1)
  expect(await ctx.ports.files.get(blue.path.slice(1))).toBeUndefined()
  // Mails that were sent go on showing what a brand once had.
  await update(made, { name: 'Bare' })
  expect(await cleanPictures(tomorrow)).toBe(0)
  expect(await ctx.ports.files.get(red.path.slice(1))).toBeDefined()
})

test('BR1: the list runs by name and finds names and domains', async () => {
  await create({ name: 'Žito 100%', domains: ['find-me.example'] })
  const list = async (query: Parameters<typeof brandsHandlers.list>[1]['query']) =>
    (await brandsHandlers.list(ctx, { query })).data.map(({ name }) => name)
  expect(await list({ filters: { criteria: '100%' } })).toEqual(['Žito 100%'])
  expect(await list({ filters: { criteria: 'FIND-me' } })).toEqual(['Žito 100%'])
  expect(await list({ filters: { criteria: 'no such' } })).toEqual([])
  const all = await list({})
  const first = await brandsHandlers.list(ctx, { query: { limit: 2 } })
  expect([...first.data.map(({ name }) => name), ...(await list({ after: first.next! }))]).toEqual(all)
})

test('a name is kept as it is', async () => {
  const name = `</script><b>"'&% 🍷 مطعم`
  expect((await create({ name })).name).toBe(name)
})
