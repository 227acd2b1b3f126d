import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel, asUser } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'
import { aLiveReader } from '../build/live-reader.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

/** Two servers on one database, both of which follow what is booked. */
let [a, b]: TestServer[] = []
let house: SmallVenue
let db: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const given = await testDatabase()
  drop = given.drop
  const start = () => aServer({ databaseUrl: given.url, env: { TABLEWIRE_SECRET_KEY: 'a key that both processes were given' } })
  ;[a, b] = await Promise.all([start(), start()])
  house = await aSmallVenue(a.url, 2)
  db = new pg.Client(given.url)
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await Promise.all([a?.stop(), b?.stop()])
  await drop?.()
})

const count = async (statement: string): Promise<number> =>
  Number((await db.query<{ n: string }>(`select count(*) as n from ${statement}`)).rows[0]!.n)
const times = ['18:00', '18:30', '19:00', '19:30', '20:00']
/** One booking per day and time, so that none meets a limit; an answer that a killed server owes is nobody's. */
const book = async (server: TestServer, day: number, time: string): Promise<void> => {
  const date = Date.parse(instantAt(house, dayFromNow(day, house), time)) / 1000
  const contact = { firstname: 'Lena', lastname: 'Brandt', email: `${randomUUID()}@two.test` }
  await asChannel(server.url, house.channels[0]!.key)('booking', { body: { venueId: house.venueId, date, partySize: 2, contact } }).catch(
    () => undefined,
  )
}

test('SE3: the bell hears of a booking at the other server', async () => {
  const { token } = await asUser(b!.url, firstAdmin)
  const reader = await aLiveReader(b!.url, token)
  await book(a!, 1, '18:00')
  const heard = await reader.until(({ message }) => message.type === 'notification')
  // Who else hears of it is nobody's business.
  expect(heard!.message).not.toHaveProperty('users')
  reader.close()
})

test('SE3: one of two followers is killed in the middle: everybody is told of everything, once', async () => {
  const days = Array.from({ length: 12 }, (_, n) => n + 2)
  const rush = days.map(async (day, n) => {
    for (const time of times) await book(n % 2 === 0 ? a! : b!, day, time)
  })
  await new Promise((resolve) => setTimeout(resolve, 400))
  await a!.kill()
  await Promise.all(rush)
  // Every administrator of this installation, and there is one.
  const booked = await count(`reservation_events where kind = 'booked'`)
  expect(booked).toBeGreaterThan(30)
  await expect.poll(() => count('notifications'), { interval: 200 }).toBe(booked)
  expect(await count('(select distinct event_id from notifications) as each_event')).toBe(booked)
  expect(await count(`notifications where event <> 'new' or not in_app`)).toBe(0)
  // Whatever wakes the follower again, nothing is told a second time.
  await book(b!, 30, '18:00')
  await expect.poll(() => count('notifications'), { interval: 200 }).toBe(booked + 1)
})
