import { liveOn } from '@tablewire/server/app/demos/living-evening'
import { prepareDemos } from '@tablewire/server/features/demo-links/prepare-demos'
import type { Ctx } from '@tablewire/server/platform/ctx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { testDatabase, type TestDatabase } from '../build/database.ts'

const most = 3
let demos: TestDatabase
let app: TestApp
let admin: string
let venue: TestVenue
beforeAll(async () => {
  demos = await testDatabase()
  app = await aTestApp({ work: true, addresses: 20, env: { DEMO_DATABASE_URL: demos.url, TABLEWIRE_DEMOS: String(most) } })
  admin = await app.signIn(await aUser(app.container.db, { roles: ['ROLE_ADMIN'] }))
  venue = await aVenue(app.container.db, { name: 'Osteria del Ponte' })
})
afterAll(async () => {
  await app.close()
  await demos.drop()
})

type Link = { id: string; token: string }
const newLink = async (): Promise<Link> => {
  const body = { email: 'prospect@example.test', lang: 'en', venueId: venue.id }
  const answer = await app.ask({ method: 'POST', url: '/v1/demo-links', token: admin, body })
  const { id, url } = answer.json<{ data: { id: string; url: string } }>().data
  return { id, token: url.split('/').at(-1)! }
}
const start = ({ token }: Link) => app.ask({ method: 'POST', url: `/v1/demo/${token}/start`, body: {} })
const world = async (): Promise<Ctx> => (await app.container.demos.world())!.systemCtx('test')
const tenantOf = async ({ id }: Link) =>
  (await world()).db.selectFrom('demoTenants').selectAll().where('linkId', '=', id).executeTakeFirst()
const revoke = ({ id }: Link) => app.ask({ method: 'POST', url: `/v1/demo-links/${id}/revoke`, token: admin })

/** Every table in which one of these stands anywhere, with how often; but for what processes have still to read of it, bare ids that the hourly round removes. */
const foundIn = async ({ db }: Ctx, words: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' and c.relname <> 'kept_changes' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from ${sql.raw(name)} t where t::text ~ ${words.join('|')}`.execute(db)
    if (rows[0]!.total > 0) found.push(`${name} ${rows[0]!.total}`)
  }
  return found
}

test('ON2: of a demo that is over nothing is left in any table, no file and no session', async () => {
  const link = await newLink()
  const begun = await start(link)
  const { access_token: token } = begun.json<{ data: { token: { access_token: string } } }>().data.token
  const tenant = (await tenantOf(link))!
  const ctx = await world()
  const done = async <T>(method: string, url: string, body?: object): Promise<T> => {
    const answer = await app.ask({ method, url, token, ...(body ? { body } : {}) })
    expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
    return answer.json<{ data: T }>().data
  }
  // As a busy visitor leaves it: people, bookings, mails, a file, notices, an evening that went on.
  await done('POST', '/users', { email: 'colleague@gone.test', firstName: 'Lena', lastName: 'Law', roles: ['ROLE_MANAGER'] })
  const startsAt = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 3 * 86_400_000).toISOString()
  const { rows: houses } = await sql<{ id: string }>`select id from venues where company_id = ${tenant.companyId} order by id`.execute(
    ctx.db,
  )
  const guest = { firstName: 'Noa', lastName: 'Brandt', email: 'guest@gone.test' }
  const booked = await done<{ id: string }>('POST', '/v1/reservations', { venueId: houses[0]!.id, startsAt, partySize: 2, guest })
  await done('POST', `/v1/reservations/${booked.id}/resend-confirmation`)
  const { id: exportId } = await done<{ id: string }>('POST', '/v1/venues/export', {})
  for (const step of [1, 4, 7, 22]) await liveOn(ctx, { ...tenant, step })
  await vi.waitFor(
    async () => {
      expect((await done<{ state: string }>('GET', `/v1/exports/${exportId}`)).state).toBe('done')
      const { rows } = await sql`select from mails where company_id = ${tenant.companyId} and recipient ~ 'gone.test'`.execute(ctx.db)
      expect(rows.length).toBeGreaterThanOrEqual(2)
    },
    { timeout: 30_000, interval: 250 },
  )
  const { rows: kept } = await sql<{ fileKey: string }>`select file_key from exports where id = ${exportId}`.execute(ctx.db)
  expect(await ctx.ports.files.get(kept[0]!.fileKey)).toBeDefined()
  const { rows: people } = await sql<{ id: string }>`select id from users where company_id = ${tenant.companyId}`.execute(ctx.db)
  const ids = [tenant.companyId, link.id, booked.id, ...houses.map(({ id }) => id), ...people.map(({ id }) => id), 'gone\\.test']
  expect(await foundIn(ctx, ids)).not.toEqual([])
  // Its time runs out, and the round of the minute comes by.
  await sql`update demo_links set tenant_ends_at = now() - interval '1 minute' where id = ${link.id}`.execute(app.container.db)
  // A mail that was being written comes after, and goes with the next round.
  await vi.waitFor(
    async () => {
      await prepareDemos(app.container.systemCtx('test'))
      expect(await foundIn(ctx, ids)).toEqual([])
    },
    { timeout: 20_000, interval: 500 },
  )
  expect(await ctx.ports.files.get(kept[0]!.fileKey)).toBeUndefined()
  expect((await app.ask({ method: 'GET', url: '/venues', token })).statusCode).toBe(401)
})

test('ON2: never more than so many are alive, however many are opened at once, and each once', async () => {
  const links = await Promise.all(Array.from({ length: most + 3 }, newLink))
  const answers = await Promise.all([...links, ...links].map(start))
  const begun = answers.filter(({ statusCode }) => statusCode === 200)
  const full = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(begun).toHaveLength(2 * most)
  expect(new Set(full.map((answer) => answer.json<{ code: string }>().code))).toEqual(new Set(['demo_link.full']))
  const { rows } = await sql`select from demo_tenants where state = 'alive'`.execute((await world()).db)
  expect(rows).toHaveLength(most)
  for (const link of links) await revoke(link)
  const { rows: left } = await sql`select from demo_tenants where state = 'alive'`.execute((await world()).db)
  expect(left).toHaveLength(0)
})

test('ON2: cut off while demos are made and removed, nothing is half there, and the next try succeeds', async () => {
  const ctx = await world()
  // What a process that is killed leaves behind: its connections end wherever they are.
  const cut = (): Promise<unknown> =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(demos.url).pathname.slice(1)} and pid <> pg_backend_pid()
      and state <> 'idle' and query not ilike 'listen%'`.execute(app.container.db)
  const halves = async (): Promise<unknown[]> =>
    (
      await sql`select c.id from companies c left join demo_tenants d on d.company_id = c.id left join venues v on v.company_id = c.id
        where d.company_id is null or v.id is null
        union select v.id from venues v where not exists (select from reservations r where r.venue_id = v.id)`.execute(ctx.db)
    ).rows
  for (const afterMs of [20, 60, 120, 200, 300]) {
    const link = await newLink()
    const starting = start(link)
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    await cut()
    await starting
    expect(await halves()).toEqual([])
    await vi.waitFor(async () => expect((await start(link)).statusCode).toBe(200), { timeout: 20_000, interval: 200 })
    const tenant = (await tenantOf(link))!
    const removing = app.container.ports.demos.remove([tenant.companyId]).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, afterMs / 4))
    await cut()
    await removing
    expect(await halves()).toEqual([])
    await revoke(link).catch(() => undefined)
    await vi.waitFor(
      async () => {
        await prepareDemos(app.container.systemCtx('test'))
        expect(await tenantOf(link)).toBeUndefined()
      },
      { timeout: 20_000, interval: 200 },
    )
  }
})
