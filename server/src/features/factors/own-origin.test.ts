import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBrands } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { brandOrigin } from './own-origin.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
  await sql`update brands set domains = array['naranja.localhost', 'naranja.test', 'mesa.tables.io'] where name = 'Mesa Naranja'`.execute(
    open.db,
  )
})
afterAll(() => open.close())

const at = async (publicUrl: string | undefined, host = ''): Promise<string | undefined> => {
  const ctx = aCtx(open.db)
  const config = { ...ctx.ports.config, port: 4000, ...(publicUrl ? { publicUrl } : {}) }
  const asked: Ctx = { ...ctx, origin: { ...ctx.origin, host }, ports: { ...ctx.ports, config } }
  return brandOrigin(asked, ['naranja.localhost', 'naranja.test', 'mesa.tables.io'])
}

test('BR4: a brand’s links lead to a name of this machine on this machine alone, and never to one that leads nowhere', async () => {
  expect(await at(undefined)).toBe('http://naranja.localhost:4000')
  expect(await at(undefined, '127.0.0.1:4100')).toBe('http://naranja.localhost:4100')
  expect(await at('http://localhost:4000')).toBe('http://naranja.localhost:4000')
  expect(await at('https://hub.tables.io')).toBe('https://mesa.tables.io')
  expect(await at('https://hub.tables.io:8443', 'hub.tables.io:8443')).toBe('https://mesa.tables.io:8443')
})

test('BR4: a brand without a domain that is reached has none', async () => {
  const ctx = aCtx(open.db)
  expect(await brandOrigin(ctx, ['tablewire.test'])).toBeUndefined()
  expect(await brandOrigin(ctx, [])).toBeUndefined()
})
