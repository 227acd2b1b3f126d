import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePool } from '@tablewire/server/platform/db/connect'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aServer, type TestServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'

type Sides = { site: string; restaurant: string }
type SiteBooking = { id: string; status: string; partySize: number; date: number; paymentUrl: string | null }
type HouseBooking = { id: string; status: string; partySize: number; startSec: number; key: string }

let server: TestServer
let sides: Sides
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  server = await aServer({ databaseUrl: database.url, args: ['--demo'] })
  const told = await vi.waitUntil(() => server.out.find((line) => line.startsWith('To try the whole way')), { timeout: 60_000 })
  const [site = '', restaurant = ''] = told.match(/http:\/\/[\d.:]+/g)!
  sides = { site, restaurant }
})
afterAll(() => server.stop())

const childrenOf = (parent: number, program: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [, of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(of) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
      } catch {
        return false
      }
    })
const pageOf = async (url: string): Promise<string> => (await fetch(url)).text()
const form = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const listOf = async <T>(url: string, name: string): Promise<T[]> => ((await (await fetch(url)).json()) as Record<string, T[]>)[name]!
const atSite = (): Promise<SiteBooking[]> => listOf(`${sides.site}/admin/bookings`, 'bookings')
const atHouse = (): Promise<HouseBooking[]> => listOf(`${sides.restaurant}/admin/bookings`, 'bookings')
const soon = (): string => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

/** A restaurant that did not answer in time on a busy machine is left alone for a moment, and then looked at again. */
const timeAt = async (page: string): Promise<string> => {
  for (;;) {
    const at = /name="at" value="(\d+)"/.exec(await pageOf(page))?.[1]
    if (at) return at
    await sleep(500)
  }
}

/** As a guest does it: the restaurant's page, a time, the form. */
const book = async (house: string, size: number): Promise<SiteBooking> => {
  const venue = new RegExp(`href="(/venues/[^"]+)">${house}<`).exec(await pageOf(sides.site))![1]!
  const at = await timeAt(`${sides.site}${venue}?date=${soon()}&time=20:00&size=${size}`)
  const hold = /name="hold" value="([^"]+)"/.exec(await pageOf(`${sides.site}${venue}/book?at=${at}&size=${size}`))![1]!
  const guest = { hold, firstname: 'Ana', lastname: 'Lima', email: `${randomUUID()}@sandbox.test` }
  const answer = await form(`${sides.site}${venue}/book`, guest)
  expect(answer.status).toBe(303)
  const id = answer.headers.get('location')!.split('/').at(-1)!
  return (await atSite()).find((one) => one.id === id)!
}
const stateAtSite = async (id: string): Promise<string | undefined> => (await atSite()).find((one) => one.id === id)?.status

test('HU5: a reservation system that has just been started is well from its first look on', async () => {
  const pool = makePool({ url: database.url, max: 1, name: 'sandbox test' })
  const look = async () =>
    (
      await pool.query<{ ok: boolean; failures: number; failed: string | null }>(
        "select h.ok, h.failures, h.last_failed_at as failed from system_health h join systems s on s.id = h.system_id where s.code = 'sandbox' and h.last_ok_at is not null",
      )
    ).rows
  await expect.poll(look, { interval: 500 }).toEqual([{ ok: true, failures: 0, failed: null }])
  await pool.end()
})

test('HU4: a guest books at the partner site, the restaurant has it once, and its cancelation comes back to the guest', async () => {
  const made = await book('Harbour Lights', 2)
  const there = (await atHouse()).filter(({ key }) => key.includes(made.id) || made.id.includes(key))
  expect(there).toMatchObject([{ status: 'confirmed', partySize: 2, startSec: made.date }])
  await expect.poll(() => stateAtSite(made.id)).toBe('confirmed')
  await form(`${sides.restaurant}/bookings/${there[0]!.id}/status`, { status: 'canceled' })
  await expect.poll(() => stateAtSite(made.id)).toBe('canceled')
  const told = await listOf<{ good: boolean; body: { entity_id: string; action: string } }>(`${sides.site}/admin/webhooks`, 'webhooks')
  expect(told.every(({ good }) => good)).toBe(true)
  expect(told.filter(({ body }) => body.entity_id === made.id).at(-1)!.body.action).toBe('canceled')
})

test('HU4: a deposit is paid at the restaurant, and the booking stands', async () => {
  const made = await book('Vine Cellar', 5)
  expect(made.paymentUrl).toMatch(/\/pay\//)
  await form(made.paymentUrl!, {})
  await expect.poll(() => stateAtSite(made.id)).toBe('confirmed')
})

test('HU4: an answer that got lost is found again: one table, one booking, confirmed', async () => {
  const before = (await atHouse()).length
  const faults = { faults: [{ kind: 'cut', on: 'create', probability: 1, times: 1 }], seed: 7 }
  await fetch(`${sides.restaurant}/admin/faults`, { method: 'PUT', body: JSON.stringify(faults) })
  const made = await book('Harbour Lights', 4)
  await expect.poll(() => stateAtSite(made.id)).toBe('confirmed')
  expect((await atHouse()).length).toBe(before + 1)
})

test('HU4: killed by somebody, it comes back by itself, at the same addresses and with the bookings it had', async () => {
  const before = await atHouse()
  const [pid] = childrenOf(server.pid, 'sandbox/src/main.ts')
  process.kill(pid!, 'SIGKILL')
  await expect.poll(() => childrenOf(server.pid, 'sandbox/src/main.ts').filter((one) => one !== pid).length).toBe(1)
  await expect.poll(() => atHouse().catch(() => [])).toEqual(before)
  expect(server.log.some((line) => line.includes('the sandbox has ended by itself'))).toBe(true)
  // The hub speaks to it as before.
  await expect
    .poll(
      () =>
        book('Harbour Lights', 2).then(
          ({ status }) => status,
          () => 'not yet',
        ),
      { interval: 500 },
    )
    .toBe('confirmed')
})

test('HU4: both programs end with the server', async () => {
  await server.stop()
  for (const origin of Object.values(sides)) await expect(fetch(origin)).rejects.toThrow('fetch failed')
})
