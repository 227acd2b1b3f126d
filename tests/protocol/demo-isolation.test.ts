import { createServer as createTcp, type AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { endpoints } from '@tablewire/contracts/all'
import { askModel } from '@tablewire/server/features/sales-links/ask-model'
import { liveOn } from '@tablewire/server/app/demos/living-evening'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anEndpoint } from '../build/an-endpoint.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { testDatabase, type TestDatabase } from '../build/database.ts'
import { pushBrowser } from '../laws/world.ts'

/** Whoever is called here was reached: by HTTP, or by mail, of which the addressees are noted. */
const aTrap = async () => {
  const calls: string[] = []
  const mails: string[] = []
  const web = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const post = createTcp((socket) => {
    socket.write('220 trap\r\n')
    let inside = false
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const line of data
        .toString()
        .split('\r\n')
        .filter((one) => one !== '')) {
        if (inside && line !== '.') continue
        const to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
        if (to) mails.push(to)
        inside = /^DATA/i.test(line)
        socket.write(inside ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  const portOf = async (server: typeof web | typeof post): Promise<number> => {
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }
  const [webPort, mailPort] = [await portOf(web), await portOf(post)]
  const close = (): void => {
    web.close()
    web.closeAllConnections()
    post.close()
  }
  return { calls, mails, origin: `http://127.0.0.1:${webPort}`, smtp: `smtp://127.0.0.1:${mailPort}`, close }
}

let trap: Awaited<ReturnType<typeof aTrap>>
let demos: TestDatabase
let app: TestApp
let admin: string
let venue: TestVenue
beforeAll(async () => {
  trap = await aTrap()
  demos = await testDatabase()
  const services = { PUSH_SERVICES: trap.origin, CHANNEL_SERVICES: trap.origin, SYSTEM_SERVICES: trap.origin, MODEL_SERVICES: trap.origin }
  const env = {
    ...services,
    SMTP_URL: trap.smtp,
    SALES_MODEL_URL: `${trap.origin}/v1/chat/completions`,
    DEMO_DATABASE_URL: demos.url,
    TABLEWIRE_DEMOS: '3',
  }
  app = await aTestApp({ work: true, addresses: 20, env })
  admin = await app.signIn(await aUser(app.container.db, { roles: ['ROLE_ADMIN'] }))
  venue = await aVenue(app.container.db, { name: 'Osteria del Ponte' })
})
afterAll(async () => {
  await app.close()
  await demos.drop()
  trap.close()
})

type Visitor = { id: string; token: string; companyId: string }
const world = async () => (await app.container.demos.world())!.systemCtx('test')
const enter = async (lang: string): Promise<Visitor> => {
  const body = { email: 'prospect@example.test', lang, venueId: venue.id }
  const link = (await app.ask({ method: 'POST', url: '/v1/demo-links', token: admin, body })).json<{ data: { id: string; url: string } }>()
    .data
  const begun = await app.ask({ method: 'POST', url: `/v1/demo/${link.url.split('/').at(-1)}/start`, body: {} })
  expect(begun.statusCode, begun.body).toBe(200)
  const { rows } = await sql<{ companyId: string }>`select company_id from demo_tenants where link_id = ${link.id}`.execute(
    (await world()).db,
  )
  return {
    id: link.id,
    token: begun.json<{ data: { token: { access_token: string } } }>().data.token.access_token,
    companyId: rows[0]!.companyId,
  }
}
const done = async <T>(visitor: Visitor, method: string, url: string, body?: object): Promise<T> => {
  const answer = await app.ask({ method, url, token: visitor.token, ...(body ? { body } : {}) })
  expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
  return answer.json<{ data: T }>().data
}
const idOf = async (companyId: string, of: 'venues' | 'reservations' | 'users'): Promise<string> => {
  const { db } = await world()
  const { rows } = await sql<{ id: string }>`
    select x.id from ${sql.table(of)} x where ${of === 'reservations' ? sql`x.venue_id in (select id from venues where company_id = ${companyId}) and x.status = 'confirmed' and x.channel_id is not null and x.starts_at > now() + interval '1 day'` : sql`x.company_id = ${companyId}`} limit 1`.execute(
    db,
  )
  return rows[0]!.id
}

test('ON2: whatever a visitor does, nothing leaves his demo: no mail, push, webhook, call of a system or a model', async () => {
  const visitor = await enter('en')
  const ctx = await world()
  const [venueId, reservationId] = [await idOf(visitor.companyId, 'venues'), await idOf(visitor.companyId, 'reservations')]
  // Mails: an invitation, a guest, a report to an address of the visitor's choice, a lost password.
  await done(visitor, 'POST', '/users', { email: 'colleague@victim.test', firstName: 'Lena', lastName: 'Law', roles: ['ROLE_MANAGER'] })
  const guest = { firstName: 'Noa', lastName: 'Brandt', email: 'guest@victim.test' }
  const startsAt = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 3 * 86_400_000).toISOString()
  const booked = await done<{ id: string }>(visitor, 'POST', '/v1/reservations', { venueId, startsAt, partySize: 2, guest, notify: true })
  await done(visitor, 'POST', `/v1/reservations/${booked.id}/resend-confirmation`)
  const report = await done<{ id: string }>(visitor, 'POST', '/v1/analytics/reports', {
    name: 'Mine',
    question: { range: 'lastWeek', excludeCanceled: true },
    rhythm: 'weekly',
    weekday: 1,
    monthDay: null,
    time: '07:30',
    timezone: 'Europe/Madrid',
    lang: 'en',
    recipients: ['report@victim.test'],
  })
  await done(visitor, 'POST', `/v1/analytics/reports/${report.id}/send`)
  // Push: to a browser of the trap's, by a booking that is told of.
  await done(visitor, 'POST', '/v1/notifications/devices', { ...pushBrowser(), endpoint: `${trap.origin}/push/1` })
  // Webhooks: no visitor may set one up, so that one of a channel stands there already.
  const channel = await ctx.db.selectFrom('channels').select('id').limit(1).executeTakeFirstOrThrow()
  for (const one of await ctx.db.selectFrom('channels').select('id').execute())
    await anEndpoint(ctx.db, one.id, { url: `${trap.origin}/hook` })
  expect(channel.id).toBeTruthy()
  const [tenant] = await ctx.db.selectFrom('demoTenants').selectAll().where('companyId', '=', visitor.companyId).execute()
  for (const step of [1, 4, 7]) await liveOn(ctx, { ...tenant!, step })
  await done(visitor, 'POST', `/v1/reservations/${reservationId}/cancel`, { reason: 'guest called', notify: true })
  // The ports themselves.
  await expect(ctx.ports.send(trap.origin, { origins: [trap.origin] }, { headers: {}, timeoutMs: 500, longest: 1 })).rejects.toThrow(
    'nothing leaves',
  )
  expect(await askModel(ctx, {} as Parameters<typeof askModel>[1], 'en')).toEqual({ failed: 'address' })
  expect([ctx.ports.config.smtpUrl, ctx.ports.config.salesModelUrl, ctx.ports.config.replyListen, ctx.ports.config.outgoing]).toEqual([
    undefined,
    undefined,
    undefined,
    'none',
  ])
  expect(ctx.ports.config.filesUrl).toMatch(/^file:.*demo-files/)
  // All that was to be sent is caught in the demos' database.
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ recipient: string }>`select distinct recipient from mails`.execute(ctx.db)
      expect(rows.map(({ recipient }) => recipient)).toEqual(
        expect.arrayContaining(['colleague@victim.test', 'guest@victim.test', 'report@victim.test']),
      )
    },
    { timeout: 90_000, interval: 250 },
  )
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waits: number }>`select count(*)::int as waits from webhook_deliveries where attempts > 0`.execute(
        ctx.db,
      )
      expect(rows[0]!.waits).toBeGreaterThan(0)
    },
    { timeout: 90_000, interval: 250 },
  )
  expect(trap.calls).toEqual([])
  expect(new Set(trap.mails)).toEqual(new Set(['prospect@example.test']))
  await app.ask({ method: 'POST', url: `/v1/demo-links/${visitor.id}/revoke`, token: admin })
})

test('ON2: by no address does a visitor reach what is another demo’s, or the installation’s own', async () => {
  const [mine, theirs] = [await enter('en'), await enter('de')]
  const { db } = await world()
  const ids = [
    await idOf(theirs.companyId, 'venues'),
    await idOf(theirs.companyId, 'reservations'),
    await idOf(theirs.companyId, 'users'),
    theirs.companyId,
    venue.id,
  ]
  const state = async (): Promise<unknown> =>
    (
      await sql`select (select md5(string_agg(v::text, ',' order by v.id)) from venues v where company_id = ${theirs.companyId}) as venues,
        (select md5(string_agg(u::text, ',' order by u.id)) from users u where company_id = ${theirs.companyId}) as users,
        (select count(*) from reservations r join venues v on v.id = r.venue_id where v.company_id = ${theirs.companyId}) as reservations`.execute(
        db,
      )
    ).rows
  const before = await state()
  const open = endpoints.filter(({ path, can }) => path.includes(':') && !['public', 'channel'].includes(can as string))
  for (const { method, path, id: name } of open)
    for (const id of ids) {
      const url = path.replaceAll(/:\w+/g, id)
      const { statusCode, body } = await app.ask({
        method,
        url,
        token: mine.token,
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
      })
      expect(statusCode, `${name} ${id} ${body}`).toBeLessThan(500)
      if (statusCode < 300) for (const other of ids.filter((one) => one !== id)) expect(body, name).not.toContain(other)
      if (statusCode < 300) expect(body, name).not.toMatch(/Osteria|silberlinde/i)
    }
  expect(await state()).toEqual(before)
  // What a list may be narrowed to.
  for (const of of ['venueId', 'venueIds', 'companyId', 'userId']) {
    const { statusCode, body } = await app.ask({ method: 'GET', url: `/v1/reservations?filters[${of}]=${ids[0]}`, token: mine.token })
    if (statusCode === 200) expect(body).not.toContain(ids[1])
  }
  for (const { id } of [mine, theirs]) await app.ask({ method: 'POST', url: `/v1/demo-links/${id}/revoke`, token: admin })
})
