import { existsSync } from 'node:fs'
import { Brand } from '@tablewire/contracts/identity/brands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { brandOfHost, brandOfVenue, ensureBrands, mailBrand, shippedBrands } from './api.ts'
import { brandsHandlers } from './routes.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const contrast = (one: string, two: string): number => {
  const light = (colour: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [high, low] = [light(one), light(two)].toSorted((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

test('BR3: without any brand in the database there is still the default one', async () => {
  const empty = await aDb()
  expect((await brandOfHost(empty.db, 'nobody.example')).name).toBe('Tablewire')
  await empty.close()
})

test('BR1: three brands ship: a dark default, a light orange one, a light green one, each with its pictures', async () => {
  expect(shippedBrands.map(({ theme }) => theme.mode)).toEqual(['dark', 'light', 'light'])
  for (const brand of shippedBrands) {
    expect(Brand.parse(brand)).toEqual(brand)
    expect([brand.logo, brand.menuLogo, brand.favicon].filter((picture) => !existsSync(`portal/public${picture}`))).toEqual([])
    const { primary, background, ...others } = brand.theme.palette
    expect(primary).toBeDefined()
    // Buttons carry white text; the spec fixes the default brand's colour, which is good for large text only.
    expect(contrast(primary!, '#FFFFFF')).toBeGreaterThan(brand.name === 'Tablewire' ? 3 : 4.5)
    expect(contrast(primary!, background!)).toBeGreaterThan(3)
    for (const colour of [...Object.values(others), ...Object.values(brand.theme.buttonHover)]) expect(colour).toMatch(/^#[0-9A-F]{6}$/)
  }
})

test('putting the brands there twice changes nothing, not even what somebody edited', async () => {
  await ensureBrands(open.db)
  await open.db.updateTable('brands').set({ name: 'Renamed' }).where('id', '=', shippedBrands[2]!.id).execute()
  await ensureBrands(open.db)
  const names = await open.db.selectFrom('brands').select('name').orderBy('id').execute()
  expect(names.map(({ name }) => name)).toEqual(['Tablewire', 'Mesa Naranja', 'Renamed'])
  await open.db.updateTable('brands').set({ name: 'Verdant' }).where('id', '=', shippedBrands[2]!.id).execute()
})

test.each([
  ['naranja.localhost:4000', 'Mesa Naranja'],
  ['panel.mesa-naranja.test', 'Mesa Naranja'],
  ['PANEL.Verdant.Test:443', 'Verdant'],
  ['verdant.test.', 'Verdant'],
  ['panel.panel.verdant.test', 'Tablewire'],
  ['notverdant.test', 'Tablewire'],
  ['[::1]:4000', 'Tablewire'],
  ['', 'Tablewire'],
])('BR2: the host %s shows the brand %s', async (host, name) => {
  expect((await brandOfHost(open.db, host)).name).toBe(name)
  const asked = await brandsHandlers.current(aCtx(open.db, { origin: { host, address: '' } }), {})
  expect(asked.name).toBe(name)
})

test('BR4: a venue carries the brand of its company, or the default one', async () => {
  const ctx = aCtx(open.db)
  const green = await aVenue(open.db, { companyId: await aCompany(open.db, { brandId: shippedBrands[2]!.id }) })
  expect((await brandOfVenue(ctx, green.id)).name).toBe('Verdant')
  expect((await brandOfVenue(ctx, (await aVenue(open.db)).id)).name).toBe('Tablewire')
})

test.each([
  ['/brand-pictures/a.png', 'https://tables.example/brand-pictures/a.png'],
  ['/brand-pictures/a.jpg', 'https://tables.example/brand-pictures/a.jpg'],
  ['/brand-pictures/a.webp', undefined],
  ['/brands/verdant-logo.svg', undefined],
  ['', undefined],
])('BR4: a mail of a brand with the logo %s shows %s', (logo, shown) => {
  const look = mailBrand({ ...shippedBrands[2]!, logo }, 'https://tables.example/login')
  expect(look).toEqual({ name: 'Verdant', colour: '#15803D', ...(shown ? { logoUrl: shown } : {}) })
  expect(mailBrand({ ...shippedBrands[2]!, logo }, undefined)).not.toHaveProperty('logoUrl')
})
