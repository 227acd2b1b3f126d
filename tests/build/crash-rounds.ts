import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningUrl } from '@tablewire/server/platform/postgres/running-database'
import { type Caller, asChannel } from './a-caller.ts'
import { dayFromNow, instantAt } from './a-reservation.ts'
import { aServer, type TestServer } from './a-server.ts'
import { inconsistencies, overfull } from './crash-check.ts'
import { type Ledger, startTraffic } from './crash-clients.ts'
import { aSmallVenue, type SmallVenue } from './small-venue.ts'

export type CrashOptions = {
  rounds: number
  clientsPerChannel?: number
  /** Also wait until the minute's job has written down the hold that ran out. */
  awaitExpiry?: boolean
  say?: (line: string) => void
}
export type CrashReport = { ledger: Ledger; databaseKills: number; slowestStartMs: number; disagreements: string[] }

const withDatabase = async <T>(folder: string, work: (db: pg.Client) => Promise<T>): Promise<T> => {
  const db = new pg.Client({ connectionString: runningUrl(folder)! })
  // Its queries tell, too.
  db.on('error', () => undefined)
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

type Probe = { id: string; place: object; until: number; call: Caller }
const contact = { firstname: 'Omar', lastname: 'Haddad', email: 'omar@crash.test' }

const outcome = async (call: Caller, path: string, [method, body]: [string, object]): Promise<string> => {
  const answer = await call(path, { method, body })
  return answer.status < 300 ? 'done' : String(answer.body['code'])
}

/** A hold that takes the whole interval of an evening nobody else asks for, and that nobody will commit in time. */
const leaveHold = async (url: string, house: SmallVenue): Promise<Probe> => {
  const call = asChannel(url, house.channels[0]!.key)
  const date = Date.parse(instantAt(house, dayFromNow(20, house), '20:00')) / 1000
  const place = { venueId: house.venueId, date, partySize: 6 }
  const held = await call('pending-booking', { body: place })
  const rival = await outcome(call, 'booking', ['POST', { ...place, contact }])
  if (held.status !== 201 || rival !== 'slot.taken') throw new Error(`hold ${held.status} ${JSON.stringify(held.body)}, its rival ${rival}`)
  return { id: String(held.body['id']), place, until: Number(held.body['expiresAt']) * 1000, call }
}

const statusOf = async (db: pg.Client, id: string): Promise<string | undefined> =>
  (await db.query<{ status: string }>('select status from reservations where id = $1', [id])).rows[0]?.status

/** After its time a hold is lost to whoever held it, and its place is free; `awaitExpiry`: also written down as expired. */
const holdDisagrees = async (folder: string, { id, place, until, call }: Probe, awaitExpiry: boolean): Promise<string[]> => {
  const found: string[] = []
  // The answer names whole seconds.
  await sleep(Math.max(0, until + 1500 - Date.now()))
  const late = await outcome(call, `pending-booking/${id}`, ['PUT', { contact }])
  if (late !== 'hold.expired') found.push(`a hold past its time was ${late}`)
  const free = await outcome(call, 'pending-booking', ['POST', place])
  if (free !== 'done') found.push(`the place of a hold past its time was ${free}`)
  const written = () => withDatabase(folder, (db) => statusOf(db, id))
  if (!awaitExpiry) return found
  let status = await written()
  for (let waitedMs = 0; waitedMs < 130_000 && status !== 'expired'; waitedMs += 1000) {
    await sleep(1000)
    status = await written()
  }
  return status === 'expired' ? found : [...found, `a hold past its time stayed ${status}`]
}

const mailsWithinMs = 180_000

/** Bookings, cancellations and refusals: otherwise nothing was tried. */
const wasEnough = ({ entries, refused }: Ledger): boolean => entries.length > 20 && refused > 0 && entries.some(({ canceled }) => canceled)

/**
 * A server on its own database, clients of four channels that hold, book and cancel, and kill -9 at moments of chance: of the server
 * alone, or of its database as well. Whatever was acknowledged has to be there afterwards, once, and nothing else.
 */
export const crashRounds = async ({
  rounds,
  clientsPerChannel = 3,
  awaitExpiry = false,
  say = () => undefined,
}: CrashOptions): Promise<CrashReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-crash-'))
  let server: TestServer | undefined
  let [databaseKills, slowestStartMs] = [0, 0]
  const found: string[] = []
  try {
    server = await aServer({ data: folder })
    const { url } = server
    const house = await aSmallVenue(url)
    const probe = await leaveHold(url, house)
    const traffic = startTraffic(house, { url, clientsPerChannel })
    for (let round = 1; round <= rounds; round++) {
      await sleep(700 + Math.random() * 1500)
      const withItsDatabase = round % 2 === 0
      await (withItsDatabase ? server.killAll() : server.kill())
      databaseKills += withItsDatabase ? 1 : 0
      const started = performance.now()
      server = await aServer({ data: folder, port: Number(new URL(url).port) })
      const startMs = performance.now() - started
      slowestStartMs = Math.max(slowestStartMs, startMs)
      found.push(...(await withDatabase(folder, overfull)))
      const { entries, lost } = traffic.ledger
      say(
        `round ${round}: up again after ${(startMs / 1000).toFixed(1)} s, ${entries.length} booked and ${lost} requests sent again so far`,
      )
    }
    await sleep(500)
    // However slow the machine: enough was tried.
    const until = performance.now() + 200_000
    while (!wasEnough(traffic.ledger) && performance.now() < until) await sleep(100)
    const ledger = await traffic.stop()
    found.push(...(await withDatabase(folder, (db) => inconsistencies(db, ledger, mailsWithinMs))))
    found.push(...(await holdDisagrees(folder, probe, awaitExpiry)))
    return { ledger, databaseKills, slowestStartMs, disagreements: found }
  } catch (error) {
    const how = JSON.stringify(await Promise.race([server?.ended, sleep(100, 'still running')]))
    const words = [...(server?.out ?? []), ...(server?.log ?? [])].slice(-8).join('\n')
    throw new Error(`The rounds broke off; the server (${how}) said last:\n${words}`, { cause: error })
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
