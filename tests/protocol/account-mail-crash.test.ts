import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCaller, asUser } from '../build/a-caller.ts'
import { aDb, type OpenDb } from '../build/a-ctx.ts'
import { aMailServer, type MailServer } from '../build/a-mail-server.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { aUser } from '../build/a-user.ts'

const secretKey = 'a key that outlives each of its processes'
let [open, mails, server]: [OpenDb?, MailServer?, TestServer?] = []
const start = (port = 0): Promise<TestServer> =>
  aServer({ databaseUrl: open!.url, port, env: { SMTP_URL: mails!.url, TABLEWIRE_SECRET_KEY: secretKey } })
beforeAll(async () => {
  open = await aDb()
  mails = await aMailServer()
  // Slow, so that a process dies with mails on their way.
  mails.answer = async () => {
    await sleep(100 + Math.random() * 300)
    return 250
  }
  server = await start()
})
afterAll(async () => {
  await server?.stop()
  await mails?.close()
  await open?.close()
})

const linkIn = (raw: string): string => /reset-password\/([\w-]+)/.exec(raw.replaceAll(/=\r?\n/g, ''))![1]!

test('AC1, ON1: killed among mails with secrets: each comes, at most twice and then with the same link, which works', async () => {
  const { db } = open!
  const { url } = server!
  const admin = await asUser(url, firstAdmin)
  const asked = Array.from({ length: 12 }, (_, n) => `new-${n}@crash.test`)
  const known = []
  for (let n = 0; n < 12; n++) known.push(await aUser(db, { email: `known-${n}@crash.test` }))
  for (const email of asked) {
    const body = { email, firstName: 'Nia', lastName: 'New', roles: ['ROLE_MANAGER'], permissions: ['reservations'] }
    expect((await admin('/users', { body })).status).toBe(201)
  }
  for (const { email } of known) expect((await aCaller(url)('/recover-password', { body: { email } })).status).toBe(200)
  const wanted = [...asked, ...known.map(({ email }) => email)]
  for (let round = 0; round < 3; round++) {
    await expect.poll(() => mails!.taken.length, { interval: 20 }).toBeGreaterThan(round * 3)
    await sleep(Math.random() * 300)
    await server!.kill()
    server = await start(Number(new URL(url).port))
    await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(db)
  }
  const left = async () =>
    (
      await sql<{
        state: string
      }>`select state from pgboss.job where name in ('people.mail_account', 'users.mail_invitation', 'users.mail_owner')
        and state <> 'completed'`.execute(db)
    ).rows
  await expect.poll(left, { interval: 300 }).toEqual([])

  const links = Map.groupBy(mails!.taken.slice(), ({ to }) => to)
  expect([...links.keys()].filter((to) => to.endsWith('@crash.test')).toSorted()).toEqual(wanted.toSorted())
  const { rows: marks } = await sql<{ begun: number }>`select begun from mail_marks`.execute(db)
  expect(marks.every(({ begun }) => begun <= 2)).toBe(true)
  for (const to of wanted) {
    const came = links.get(to)!
    expect(came.length, to).toBeLessThanOrEqual(2)
    const [link, ...others] = new Set(came.map(({ raw }) => linkIn(raw)))
    expect(others, to).toEqual([])
    const newPassword = `a new one for ${to}`
    const changed = await aCaller(url)(`/recover-password/${link}`, { body: { newPassword } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await asUser(url, { email: to, password: newPassword })
  }
  // Nothing that opens an account lies anywhere as it stands in the mail.
  const { rows: kept } = await sql<{ data: string }>`select data::text as data from pgboss.job`.execute(db)
  for (const to of wanted) expect(kept.some(({ data }) => data.includes(linkIn(links.get(to)![0]!.raw)))).toBe(false)
})
