import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asChannel, type Caller } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, type TestServer } from '../build/a-server.ts'
import { anArchivedDatabase, type ArchivedDatabase, missingForArchive } from '../build/an-archived-database.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

const missing = missingForArchive()
let database: ArchivedDatabase
let server: TestServer
let house: SmallVenue
let call: Caller
/** Outlives the database: files, and how far it had come. */
const data = mkdtempSync(join(tmpdir(), 'tablewire-restored-'))

beforeAll(async () => {
  if (missing.length) return
  database = await anArchivedDatabase()
  database.backrest('stanza-create')
  database.backrest('check')
  server = await aServer({ databaseUrl: database.url, data })
  house = await aSmallVenue(server.url, 1)
  call = asChannel(server.url, house.channels[0]!.key)
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await database?.remove()
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}, 60_000)

/** A booking of its own evening; what its guest was told. */
let evening = 3
const booked = async (): Promise<{ id: string; email: string }> => {
  const email = `${randomUUID()}@restore.test`
  const date = Date.parse(instantAt(house, dayFromNow(evening++, house), '20:00')) / 1000
  const body = { venueId: house.venueId, date, partySize: 2, contact: { firstname: 'Ana', lastname: 'Soler', email } }
  const answer = await call('booking', { body, idempotencyKey: randomUUID() })
  expect(answer).toMatchObject({ status: 201 })
  return { id: String(answer.body['id']), email }
}
const many = async (count: number) => {
  const all = []
  for (let number = 0; number < count; number++) all.push(await booked())
  return all
}
const kept = async (): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(`select r.id from reservations r where r.guest_email like '%@restore.test'
    and exists (select from reservation_events e where e.reservation_id = r.id and e.kind = 'booked')`)
  return rows.map(({ id }) => id)
}
const ids = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id)

test.skipIf(missing.length > 0)(
  `a database that is lost comes back from the repository: at a moment before a mistake, and with everything that was archived${missing.length ? ` (not here: ${missing.join(', ')})` : ''}`,
  { timeout: 300_000 },
  async () => {
    const before = await many(3)
    database.backrest('--type=full', 'backup')
    // A moment is found by whole seconds after a backup.
    await sleep(2000)
    const after = await many(4)
    const [{ now }] = (await database.query<{ now: string }>('select clock_timestamp()::text as now')) as [{ now: string }]
    await sleep(1100)
    const mistaken = await many(2)
    const everything = [...before, ...after, ...mistaken]
    // The segment that is written goes to the repository; without this it would within archive_timeout.
    // So long that the mistake is beyond what was remembered last.
    await sleep(11_000)
    await database.query('select pg_switch_wal()')
    database.backrest('check')
    await server.stop()

    await database.lose()
    await database.restore('--type=time', `--target=${now}`, '--target-action=promote')
    expect((await kept()).toSorted()).toEqual(ids([...before, ...after]).toSorted())

    // The product notices that what it remembers is not there, and says from when to when.
    server = await aServer({ databaseUrl: database.url, data })
    const noticed = () =>
      database.query<{ lost: boolean }>(`select '${now}' between from_at - interval '20 seconds' and to_at as lost from restores`)
    for (let second = 0; second < 120 && !(await noticed()).length; second++) await sleep(1000)
    expect(await noticed()).toEqual([{ lost: true }])
    expect(server.log.join('\n')).toContain('went back in time')
    await server.stop()

    // What was archived before is still there, and the newest of it is what a restore takes that is told no moment.
    await database.lose()
    await database.restore('--target-timeline=1')
    expect((await kept()).toSorted()).toEqual(ids(everything).toSorted())

    // The product works with it, and the places that were sold are sold.
    server = await aServer({ databaseUrl: database.url, data })
    call = asChannel(server.url, house.channels[0]!.key)
    const found = await call(`booking/${mistaken[0]!.id}`)
    expect(found).toMatchObject({ status: 200, body: { id: mistaken[0]!.id } })
    await booked()
  },
)
