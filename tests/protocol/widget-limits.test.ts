import type {} from '@tablewire/server/features/widget/widget-rows'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

type Proof = { question: string; bits: number }
type Step = {
  kind: string
  proof: Proof | null
  notice: string | null
  groups: { times: { at: string }[] }[]
  values: Record<string, string>
}

let testApp: TestApp
let venue: TestVenue
let at: string
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  venue = await aVenue(db)
  await aChannel(db, { type: 'widget', venues: [venue.id] })
  await db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', venue.id).execute()
  const date = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  at = stepOf(await ask('GET', `/book/${venue.id}?party=1&date=${date}`, '127.8.0.1')).groups[0]!.times[0]!.at
})
afterAll(() => testApp.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ask = (
  method: 'GET' | 'POST',
  url: string,
  remoteAddress: string,
  { fields, accept = 'application/json' }: { fields?: Record<string, string>; accept?: string } = {},
) =>
  testApp.app.inject({
    method,
    url,
    remoteAddress,
    headers: { accept, ...(fields ? form : {}) },
    ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
  })
const stepOf = (answer: { body: string }): Step => (JSON.parse(answer.body) as { step: Step }).step
const hold = (address: string, more: Record<string, string> = {}) =>
  ask('POST', `/book/${venue.id}/hold`, address, { fields: { party: '1', at, ...more } })

/** As the browser works it out. */
const solved = ({ question, bits }: Proof): Record<string, string> => {
  for (let number = 0; ; number++) {
    const hash = createHash('sha256').update(`${question}.${number}`).digest()
    if (hash.readUInt32BE(0) < 2 ** (32 - bits)) return { question, answer: String(number) }
  }
}

test('WI1: an address that holds on and on has to work for it, and in the end to wait', async () => {
  const address = '127.9.9.9'
  const first = await Promise.all(Array.from({ length: 12 }, () => hold(address)))
  expect(first.map(({ statusCode }) => statusCode)).not.toContain(429)
  const asked = await hold(address)
  expect([asked.statusCode, asked.headers['retry-after']]).toEqual([429, '900'])
  const { proof, notice } = stepOf(asked)
  expect(notice).toContain('very many tries')
  const work = solved(proof!)
  expect((await hold(address, { ...work, answer: String(Number(work['answer']) + 1) })).statusCode).toBe(429)
  expect((await hold(address, { ...work, question: `${work['question']}x` })).statusCode).toBe(429)
  expect((await hold(address, work)).statusCode).toBe(303)
  // Each is good once, and nobody else is asked.
  expect((await hold(address, work)).statusCode).toBe(429)
  expect((await hold('127.9.9.10')).statusCode).toBe(303)
  for (let count = 0; count < 30; count++) await hold(address)
  const end = await hold(address, solved(stepOf(await hold('127.9.9.9')).proof ?? proof!))
  expect([end.statusCode, end.headers['retry-after'], stepOf(end).proof]).toEqual([429, '900', null])
})

test('WI1: another language keeps what was typed, also without script, and books nothing', async () => {
  const held = new URL((await hold('127.9.8.1', { lang: 'en' })).headers.location!, 'http://here').searchParams.get('held')!
  const typed = { held, lang: 'en', firstName: 'Noa', lastName: '', email: 'noa@', notes: 'By the <b>window</b>', optIn: 'yes', trap: '' }
  const page = await ask('GET', `/book/${venue.id}/details?held=${held}`, '127.9.8.1', { accept: 'text/html' })
  expect(page.body).toMatch(/<button form="guest" name="to" value="de"/)
  const answer = await ask('POST', `/book/${venue.id}/details`, '127.9.8.1', { fields: { ...typed, to: 'de' } })
  expect(answer.statusCode).toBe(200)
  const state = JSON.parse(answer.body) as { lang: string; carried: [string, string][]; step: Step & { errors: object } }
  expect([state.lang, state.step.kind, state.step.errors]).toEqual(['de', 'details', {}])
  expect(state.carried).toContainEqual(['lang', 'de'])
  expect(state.step.values).toMatchObject({ firstName: 'Noa', email: 'noa@', notes: 'By the <b>window</b>', optIn: 'yes' })
})
