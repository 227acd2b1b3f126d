import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@tablewire/contracts/all'
import { readWorkbook } from '@tablewire/server/platform/excel/read-workbook'
import { writeWorkbook } from '@tablewire/server/platform/excel/write-workbook'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { anEndpoint, aReceiver } from '../build/an-endpoint.ts'
import { anOnboarding, type TestOnboarding } from '../build/an-onboarding.ts'
import { aSystem } from '../build/a-system.ts'
import { aTestApp, type Ask, type TestApp } from '../build/a-test-app.ts'
import { aLiveReader, type LiveReader } from '../build/live-reader.ts'
import type { Cells } from '../build/round-trip.ts'

/** No part of another word, however it is masked or shortened. */
const secret = { rms: 'ZQRMSOWN', bc: 'ZQBCOWN' } as const
type Side = 'rms' | 'bc' | 'venue' | 'admin' | 'stranger'
type Actor = { name: string; side: Side; token?: string; key?: string }
type Detail = { id: string; version: number }

let app: TestApp
let parties: TestOnboarding
let actors: Actor[]
let by: Record<'systemKey' | 'channelKey' | 'rms' | 'bc' | 'admin', Actor>
let hooks: Record<'rms' | 'bc', Awaited<ReturnType<typeof aReceiver>>>
let streams: { side: Side; reader: LiveReader }[]
beforeAll(async () => {
  app = await aTestApp({ addresses: 200, work: true })
  const { db } = app.container
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  parties = await anOnboarding(db)
  const { people, system, channel } = parties
  const agent = async (name: string, side: Side, user: { email: string; password: string }): Promise<Actor> => ({
    name,
    side,
    token: await app.signIn(user),
  })
  by = {
    systemKey: { name: 'key of the system', side: 'rms', token: system.key },
    channelKey: { name: 'key of the channel', side: 'bc', key: channel.key },
    rms: await agent('agent of the system', 'rms', people.rms),
    bc: await agent('agent of the channel', 'bc', people.bc),
    admin: await agent('administrator', 'admin', people.admin),
  }
  actors = [
    ...Object.values(by),
    await agent('manager of the venue', 'venue', people.venue),
    { name: 'another system', side: 'stranger', token: (await aSystem(db)).key },
    { name: 'another channel', side: 'stranger', key: (await aChannel(db)).key },
  ]
  hooks = { rms: await aReceiver(), bc: await aReceiver() }
  app.container.config.channelServices.push(hooks.rms.origin, hooks.bc.origin)
  await anEndpoint(db, { systemId: system.id }, { url: hooks.rms.origin, ownChanges: true })
  await anEndpoint(db, { channelId: channel.id }, { url: hooks.bc.origin, ownChanges: true })
  streams = []
  for (const { side, token } of [by.rms, by.bc, actors.find((one) => one.side === 'venue')!])
    streams.push({ side, reader: await aLiveReader(url, token!) })
})
afterAll(async () => {
  for (const { reader } of streams) reader.close()
  hooks.rms.close()
  hooks.bc.close()
  await app.close()
})

/** What each side was shown of whose notes, by whatever way. */
const leaks: string[] = []
const shown = new Set<string>()
const look = (side: Side, way: string, text: string): void => {
  for (const of of ['rms', 'bc'] as const) {
    if (!text.includes(secret[of])) continue
    shown.add(`${side} ${of}`)
    if (side !== of && side !== 'admin') leaks.push(`${side} reads of ${of} in ${way}`)
  }
}

const ask = async (actor: Actor, path: string, body?: object, method = body ? 'POST' : 'GET') => {
  const call: Ask = { method, url: path, ...(actor.token ? { token: actor.token } : {}), ...(actor.key ? { key: actor.key } : {}) }
  const answer = await app.ask(body ? { ...call, body } : call)
  look(actor.side, `${actor.name}: ${method} ${path}`, answer.body)
  return answer
}
const done = async (actor: Actor, path: string, body: object, method?: string): Promise<Detail> => {
  const answer = await ask(actor, path, body, method)
  expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300)
  return answer.json<{ data: Detail }>().data
}

/** Notes by each way in which a side writes them, among everything else that happens to a request. */
const requests = async (): Promise<string[]> => {
  const { system, channel, people } = parties
  const note = (of: 'rms' | 'bc', way: string): string => `${secret[of]} by ${way}`
  const [rms, bc] = ['/v1/rms/onboarding-requests', '/v1/bc/onboarding-requests']
  const base = '/v1/onboarding-requests'
  const first = await done(by.systemKey, rms, {
    channelId: channel.id,
    venueName: 'Notes one',
    internalNotes: note('rms', 'key'),
    noneOfThese: true,
  })
  const noted = await done(by.channelKey, `${bc}/${first.id}/notes`, { version: first.version, internalNotes: note('bc', 'key') })
  const again = await done(by.rms, `${base}/${first.id}`, { version: noted.version, internalNotes: { rms: note('rms', 'form') } }, 'PUT')
  const edit = { version: again.version, internalNotes: { bc: note('bc', 'form') }, notes: 'For all to read.' }
  const edited = await done(by.bc, `${base}/${first.id}`, edit, 'PUT')
  // Who is late is told what changed meanwhile.
  for (const actor of actors.filter(({ token }) => token))
    await ask(actor, `${base}/${first.id}`, { version: first.version, notes: 'Late', internalNotes: {} }, 'PUT')
  const provided = await done(by.systemKey, `${rms}/${first.id}/ids`, { version: edited.version, rmsVenueId: 'notes-1' })
  await done(by.rms, `${base}/${first.id}/messages`, { text: 'Hello @Ben Channel', mentions: [people.bc.id] })
  await done(by.bc, `${base}/${first.id}/messages`, { text: 'Hello' })
  await done(by.systemKey, `${rms}/${first.id}/cancel`, { version: provided.version, reason: 'For all to read.' })

  const own = {
    systemId: system.id,
    channelId: channel.id,
    requester: 'bc',
    venueName: 'Notes two',
    internalNotes: note('bc', 'form'),
    noneOfThese: true,
  }
  const second = await done(by.bc, base, own)
  await done(by.systemKey, `${rms}/${second.id}/notes`, { version: second.version, internalNotes: note('rms', 'key') })
  // Both are asked for again, and told which one stands in the way.
  await ask(by.systemKey, rms, { channelId: channel.id, venueName: 'Notes two' })
  await ask(by.channelKey, bc, { systemId: system.id, venueName: 'Notes two' })

  // The one the restaurant sees as well.
  const third = await done(
    by.admin,
    `${base}/${parties.id}`,
    { version: 1, internalNotes: { rms: note('rms', 'form'), bc: note('bc', 'form') } },
    'PUT',
  )
  await done(by.bc, `${base}/${parties.id}/reject`, { version: third.version, reason: 'For all to read.' })

  const row = { Name: 'Notes from a file', 'Id at the reservation system': 'notes-2', 'Internal notes': note('rms', 'file') }
  await imported({ ...row, 'Booking channel': channel.name })
  const { rows } = await sql<{ id: string }>`select id from onboarding_requests where rms_notes <> ''`.execute(app.container.db)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id, parties.id]))
  expect(rows).toHaveLength(4)
  return rows.map(({ id }) => id)
}

/** By the jobs of the product itself. */
const imported = async (row: Cells): Promise<void> => {
  const bytes = await writeWorkbook([
    { name: 'Sheet', columns: Object.keys(row).map((header) => ({ header, width: 10 })), rows: [Object.values(row)] },
  ])
  const { id } = await done(by.rms, '/v1/imports', { kind: 'onboarding', fileName: 'requests.xlsx', fileBytes: bytes.length })
  const path = `/v1/imports/${id}`
  const state = async () => (await ask(by.rms, path)).json<{ data: { state: string } }>().data.state
  await done(by.rms, `${path}/parts?at=0`, { content: bytes.toString('base64') })
  await done(by.rms, `${path}/check`, {})
  await expect.poll(state, { interval: 100 }).toBe('checked')
  await done(by.rms, `${path}/apply`, {})
  await expect.poll(state, { interval: 100 }).toBe('applied')
}

const exported = async (actor: Actor): Promise<void> => {
  for (const format of ['csv', 'xlsx']) {
    const { id } = await done(actor, '/v1/onboarding-requests/export', { format, filters: { q: 'notes' } })
    let link: string | null = null
    await expect
      .poll(async () => (link = (await ask(actor, `/v1/exports/${id}`)).json<{ data: { link: string | null } }>().data.link), {
        interval: 100,
      })
      .not.toBeNull()
    const file = await app.app.inject({ method: 'GET', url: link! })
    expect(file.statusCode).toBe(200)
    if (format === 'csv') look(actor.side, `the file of ${actor.name}`, file.rawPayload.toString())
    // The words of a workbook lie in packed parts.
    else for (const text of await textsOf(file.rawPayload)) look(actor.side, `the workbook of ${actor.name}`, text)
  }
}
const textsOf = async (bytes: Buffer): Promise<string[]> => {
  const texts: string[] = []
  for await (const line of readWorkbook(async function* () {
    yield await Promise.resolve(bytes)
  }))
    texts.push(JSON.stringify(line))
  return texts
}

test('ON3: what one side notes for itself reaches no other side by any way', async () => {
  const ids = await requests()
  for (const actor of [by.rms, by.bc, by.admin]) await exported(actor)

  const { rows: batches } = await sql<{ id: string }>`select id from import_batches`.execute(app.container.db)
  const reads = endpoints.filter(({ method }) => method === 'GET')
  for (const { path } of reads)
    for (const actor of actors) {
      const named = path.includes('onboarding-requests/:id') ? ids : path.includes('imports/:id') ? batches.map(({ id }) => id) : []
      if (path.includes(':attachmentId')) continue
      for (const url of path.includes(':') ? named.map((id) => path.replace(':id', id)) : [path]) await ask(actor, url)
    }
  for (const actor of actors) {
    await ask(actor, '/v1/onboarding-requests?filters[q]=zq')
    await ask(
      actor,
      `/v1/onboarding-requests/candidates?systemId=${parties.system.id}&channelId=${parties.channel.id}&venueName=Notes%20two`,
    )
    await ask(actor, '/v1/audit?filters[subject]=onboarding&limit=100')
    await ask(actor, `/v1/audit?filters[search]=${secret.bc}`)
  }

  // Mails, webhooks, live messages and bells follow by themselves.
  const open = async (): Promise<number> => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from pgboss.job where state in ('created', 'retry', 'active') and data <> '{}'`.execute(
      app.container.db,
    )
    return rows[0]!.n
  }
  await expect.poll(open, { interval: 200 }).toBe(0)
  await expect.poll(() => [hooks.rms, hooks.bc].every(({ received }) => received.length > 3), { interval: 100 }).toBe(true)
  await sleep(300)
  for (const { side, reader } of streams) {
    expect(reader.heard.some(({ message }) => message.type === 'onboarding')).toBe(true)
    look(side, 'the live stream', JSON.stringify(reader.heard))
  }
  for (const side of ['rms', 'bc'] as const) for (const { text } of hooks[side].received) look(side, 'a webhook', text)
  const { people } = parties
  for (const side of ['rms', 'bc', 'venue'] as const) {
    const { rows } = await sql<{ all: string }>`
      select m::text as all from mails m where m.recipient = ${people[side].email}
      union all select n::text from notifications n where n.user_id = ${people[side].id}`.execute(app.container.db)
    for (const { all } of rows) look(side, 'a mail or a bell', all)
  }
  // What all sides may come to read.
  const { rows: kept } = await sql<{ all: string }>`
    select h::text as all from onboarding_history h union all select a::text from audit_entries a
    union all select e::text from webhook_events e union all select l::text from live_messages l`.execute(app.container.db)
  for (const { all } of kept) look('stranger', 'the history, the audit, events or live messages', all)

  expect(leaks).toEqual([])
  // Each side reads its own, and who runs the platform both: otherwise nothing was looked at.
  expect([...shown].toSorted()).toEqual(['admin bc', 'admin rms', 'bc bc', 'rms rms'])
})
