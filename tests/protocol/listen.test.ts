import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildApp } from '@tablewire/server/app/http'
import { signatureOf } from '@tablewire/server/platform/net/body-signature'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aReceiver, anEndpoint } from '../build/an-endpoint.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

/** The command line against a real server and a real receiver. */
const program = join(import.meta.dirname, '../../tools/tablewire.mjs')
let testApp: TestApp
let venue: TestVenue
let channel: TestChannel
let url: string
const children: ChildProcess[] = []
beforeAll(async () => {
  testApp = await aTestApp()
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  venue = await aVenue(testApp.container.db)
})
beforeEach(async () => {
  channel = await aChannel(testApp.container.db, { venues: [venue.id] })
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => testApp.close())

type Line = {
  id: string
  name: string
  body: { event_id: string; entity_id: string; data: Record<string, unknown>; test?: true }
  forwarded?: { status: number }
}
const listening = async (...args: string[]) => {
  const child = spawn(process.execPath, [
    program,
    'listen',
    '--key',
    channel.key,
    '--json',
    ...(args.includes('--url') ? [] : ['--url', url]),
    ...args,
  ])
  children.push(child)
  const [lines, said]: [Line[], string[]] = [[], []]
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as Line))
  createInterface(child.stderr).on('line', (line) => said.push(line))
  const heard = async (text: string): Promise<void> => {
    await expect.poll(() => said.join('\n')).toContain(text)
  }
  const count = async (n: number): Promise<void> => {
    await expect.poll(() => lines.length).toBe(n)
  }
  const end = async (): Promise<number | null> => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    return ((await ended) as [number | null])[0]
  }
  return { lines, said, heard, count, end, child }
}
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args]).catch((error: { code: number; stdout: string; stderr: string }) => error)

let quarter = 0
const book = async (): Promise<string> => {
  const date = Math.floor(Date.now() / 86_400_000 + 2) * 86_400 + 17 * 3600 + quarter++ * 900
  const contact = { firstname: 'Ana', lastname: 'Listen', email: 'ana@example.test' }
  const answer = await testApp.ask({
    method: 'POST',
    url: '/v1/bc/booking',
    key: channel.key,
    body: { venueId: venue.id, partySize: 2, date, contact },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

test('HU3: events are shown and handed on, signed; a receiver that restarts misses none', async () => {
  const answers: number[] = []
  let receiver = await aReceiver(() => ({ status: answers.shift() ?? 200 }))
  const cli = await listening('--own-changes', '--forward', `${receiver.origin}/hooks`, '--secret', 'whsec_session')
  await cli.heard('Listening')
  answers.push(200, 500)
  const first = await book()
  await cli.count(1)
  await testApp.ask({ method: 'PUT', url: `/v1/bc/booking/${first}/cancel`, key: channel.key, body: { cancelActor: 'guest' } })
  await cli.count(2)
  expect(cli.lines.map(({ name, body, forwarded }) => [name, body.entity_id, forwarded?.status])).toEqual([
    ['booking.created', first, 200],
    ['booking.canceled', first, 500],
  ])
  const { headers, text, path } = receiver.received[0]!
  expect(path).toBe('/hooks')
  const [, t] = /^t=(\d+),/.exec(String(headers['tablewire-signature']))!
  expect(headers['tablewire-signature']).toBe(signatureOf(['whsec_session'], Number(t), text))
  expect(headers['tablewire-event-id']).toBe(cli.lines[0]!.body.event_id)

  const { port } = new URL(receiver.origin)
  receiver.close()
  const second = await book()
  await cli.heard('waiting for it')
  receiver = await aReceiver(undefined, Number(port))
  await cli.count(3)
  expect(receiver.received.map(({ body }) => body['entity_id'])).toEqual([second])
  expect(await cli.end()).toBe(0)
  expect(cli.said.at(-1)).toMatch(/--after \d+-[0-9a-f]{12}$/)
  receiver.close()

  // Who comes back later hears what happened meanwhile.
  const third = await book()
  const again = await listening('--own-changes', '--after', /\S+$/.exec(cli.said.at(-1)!)![0], '--events', 'booking.cr*')
  await expect.poll(() => again.lines.map(({ body }) => body.entity_id)).toContain(third)
  expect(again.said.join()).not.toContain('some events may be missing')
})

test('HU3: the line to the hub breaks, and what happened meanwhile comes once', async () => {
  let app = await buildApp(testApp.container)
  const own = await app.listen({ port: 0, host: '127.0.0.1' })
  const cli = await listening('--own-changes', '--url', own)
  await cli.heard('Listening')
  const booked = [await book()]
  await cli.count(1)
  await app.close()
  await cli.heard('is broken')
  booked.push(await book(), await book())
  app = await buildApp(testApp.container)
  await app.listen({ port: Number(new URL(own).port), host: '127.0.0.1' })
  await cli.heard('Connected again')
  booked.push(await book())
  await cli.count(4)
  expect(cli.lines.map(({ body }) => body.entity_id)).toEqual(booked)
  await app.close()
})

test('HU3: a test event goes to who listens, or to an endpoint; its own changes are left out', async () => {
  expect(await run('trigger', 'booking.created', '--key', channel.key, '--url', url)).toMatchObject({
    stdout: expect.stringContaining('booking.created'),
  })
  const cli = await listening()
  await cli.heard('--own-changes shows it')
  await cli.heard('Listening')
  await book()
  await run('trigger', 'booking.canceled', '--key', channel.key, '--url', url)
  await cli.count(1)
  expect(cli.lines[0]).toMatchObject({
    name: 'booking.canceled',
    body: { entity: 'booking', action: 'canceled', test: true, data: { status: 'canceled' } },
  })

  const receiver = await aReceiver()
  testApp.container.config.channelServices.push(receiver.origin)
  const { id } = await anEndpoint(testApp.container.db, channel.id, { url: receiver.origin })
  expect(await run('trigger', 'booking.updated', '--key', channel.key, '--url', url, '--endpoint', id)).toMatchObject({
    stdout: expect.stringContaining('-> 204'),
  })
  expect(receiver.received[0]!.body).toMatchObject({ entity: 'booking', action: 'update', data: { partySize: 3 }, test: true })
  const other = await aChannel(testApp.container.db)
  expect(await run('trigger', 'booking.updated', '--key', other.key, '--url', url, '--endpoint', id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('webhook.not_found'),
  })
  receiver.close()
})

test('HU3: who begins to listen gets nothing of before, also while a transaction somewhere is open for long', async () => {
  await fetch(`${url}/v1/bc/events`, { headers: { 'x-token': channel.key } }).then(({ body }) => body!.cancel())
  await testApp.container.db.transaction().execute(async (db) => {
    await sql`select pg_current_xact_id()`.execute(db)
    await book()
    const cli = await listening('--own-changes')
    await cli.heard('Listening')
    const later = await book()
    await cli.count(1)
    expect(cli.lines.map(({ body }) => body.entity_id)).toEqual([later])
  })
})

test('HU3: a stream hears its own channel only, ends with its key, and a sixth is refused', async () => {
  const { db } = testApp.container
  const mine = await aChannel(db, { venues: [venue.id] })
  const open = () => fetch(`${url}/v1/bc/events?ownChanges=1`, { headers: { 'x-token': mine.key } })
  const streams = await Promise.all(Array.from({ length: 5 }, open))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const sixth = await open()
  expect([sixth.status, ((await sixth.json()) as { code: string }).code]).toEqual([429, 'stream.too_many'])
  await book()
  for (const stream of streams.slice(1)) await stream.body!.cancel()
  await sql`delete from channel_keys where channel_id = ${mine.id}`.execute(db)
  // It ends by itself once the key is asked for again.
  const text = await streams[0]!.text()
  expect(text).toContain(': open')
  expect(text).not.toContain('event: booking')
  await sleep(50)
  expect((await open()).status).toBe(401)
})

test('the command line says what it needs', async () => {
  expect(await run('listen', '--url', 'nowhere', '--key', 'k')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--url needs an address'),
  })
  expect(await run('listen', '--key', 'wrong', '--url', url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('channel_key.invalid'),
  })
  expect(await run('trigger', 'booking.eaten', '--key', 'k')).toMatchObject({ code: 1, stderr: expect.stringContaining('Name one event') })
  expect(await run('listen', '--help')).toMatchObject({ stdout: expect.stringContaining('tablewire listen --key KEY') })
})
