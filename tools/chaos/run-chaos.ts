import { createHmac } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { dayFromNow, instantAt } from '../../tests/build/a-reservation.ts'
import { aServer, type TestServer } from '../../tests/build/a-server.ts'
import { type Dice, makeDice } from '../traffic/dice.ts'
import { aChannelPartner, type Ledger, type Partner } from './a-channel-partner.ts'
import { aGooglePartner, type GooglePartner } from './a-google-partner.ts'
import { openRemoteRestaurants, openWebhooks, verifyWebhooks } from './remote-restaurants.ts'
import { compare, type Comparison, type Remote, undelivered, unsettled } from './compare.ts'
import { injectFaults, simulateStaff, sandboxAdmin } from './faults.ts'

export type ChaosOptions = { bookings: number; seed: number; channels?: number; processes?: number; say?: (line: string) => void }
export type ChaosReport = {
  found: Comparison
  ledgers: readonly Ledger[]
  kills: number
  faults: number
  staff: number
  settledMs: number
  deliveredMs: number
}

const houses = Array.from({ length: 6 }, (_, index) => ({
  externalId: `v${String(index * 5 + 5).padStart(5, '0')}`,
  timeZone: 'Europe/Madrid',
}))
const token = 'a token of the sandbox that only this run knows'
/** Of one channel. */
const guestsAtOnce = 20
const settledWithinMs = 60_000
/**
 * Webhooks that a partner refused several times are retried after minutes, by the published schedule: the fifth time after ten, the sixth after
 * thirty.
 */
const deliveredWithinMs = 2_700_000

const startSandbox = async (seed: number): Promise<{ url: string; stop(): Promise<void> }> => {
  const main = join(import.meta.dirname, '../../sandbox/src/main.ts')
  const args = [
    '--rms-port',
    '0',
    '--channel-port',
    '0',
    '--google-port',
    '0',
    '--sftp-port',
    '0',
    '--houses',
    '40',
    '--token',
    token,
    '--seed',
    String(seed),
  ]
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const url = /Reservation system at (http:\/\/[\w.:]+)/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return { url, stop: () => (child.kill('SIGTERM'), ended.then(() => undefined)) }
  }
  throw new Error('the sandbox did not start')
}

/** Verifies `Tablewire-Signature: t=<seconds>,v1=<hex>` independently of the product's code. */
const signed = (headers: IncomingHttpHeaders, body: string, secret: string): boolean => {
  const text = String(headers['tablewire-signature'] ?? '')
  const at = /t=(\d+)/.exec(text)?.[1]
  const right = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return [...text.matchAll(/v1=([0-9a-f]+)/g)].some(([, given]) => given === right)
}

type Hubs = { urls: string[]; servers: (TestServer | undefined)[]; start(index: number): Promise<void> }

const startHubs = async (count: number, databaseUrl: string, env: Record<string, string>): Promise<Hubs> => {
  const hubs: Hubs = {
    urls: [],
    servers: [],
    start: async (index) => {
      const port = hubs.urls[index] ? Number(new URL(hubs.urls[index]).port) : 0
      const server = await aServer({ databaseUrl, port, env })
      hubs.servers[index] = server
      hubs.urls[index] = server.url
    },
  }
  for (let index = 0; index < count; index++) await hubs.start(index)
  return hubs
}

/** Kills one process after another at random; never all at once for long. */
const killHubs = async (hubs: Hubs, dice: Dice, stopped: AbortSignal): Promise<number> => {
  let kills = 0
  while (!stopped.aborted) {
    await sleep(dice.between(3000, 9000), undefined, { signal: stopped }).catch(() => undefined)
    if (stopped.aborted) break
    const index = dice.between(0, hubs.servers.length - 1)
    await hubs.servers[index]?.kill()
    hubs.servers[index] = undefined
    kills++
    await sleep(dice.between(0, 1500))
    await hubs.start(index)
  }
  return kills
}

/** Bookable starts of the coming evenings at any of the houses. */
const startsOf = (): number[] =>
  Array.from({ length: 20 }, (_, day) =>
    ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30', '22:00'].map(
      (time) => Date.parse(instantAt(houses[0]!, dayFromNow(2 + day, houses[0]!), time)) / 1000,
    ),
  ).flat()

const until = async (quiet: () => Promise<boolean>, withinMs: number): Promise<number> => {
  const from = performance.now()
  while (!(await quiet().catch(() => false)) && performance.now() - from < withinMs) await sleep(250)
  return performance.now() - from
}

type Stage = { hubs: Hubs; partners: Partner[]; google: GooglePartner; rms: string; dice: Dice; options: ChaosOptions; db: pg.Client }

const traffic = async ({ hubs, partners, google, rms, dice, options }: Stage): Promise<Pick<ChaosReport, 'kills' | 'faults' | 'staff'>> => {
  const stopping = new AbortController()
  const admin = sandboxAdmin(rms)
  const around = Promise.all([
    killHubs(hubs, dice.fork(), stopping.signal),
    injectFaults(admin, dice.fork(), stopping.signal),
    simulateStaff(admin, dice.fork(), stopping.signal),
  ])
  const workers = [...partners, google]
  const share = Math.ceil(options.bookings / workers.length)
  const progress = setInterval(() => {
    const requested = workers.reduce((sum, { ledger }) => sum + ledger.requested, 0)
    options.say?.(`${requested} of ${options.bookings} asked for`)
  }, 10_000)
  try {
    // Each partner serves several guests concurrently.
    await Promise.all(
      workers.flatMap((partner) => Array.from({ length: guestsAtOnce }, () => partner.work(Math.ceil(share / guestsAtOnce)))),
    )
  } finally {
    clearInterval(progress)
    stopping.abort()
  }
  const [kills, faults, staff] = await around
  return { kills, faults, staff }
}

type DeliveredNotice = { status: number | string; attempts: number }
/** Webhooks of the restaurant's system that are still to arrive at the hub. */
const untold = async (rms: string): Promise<number> => {
  const { webhooks } = (await sandboxAdmin(rms)('GET', 'webhooks')) as { webhooks: DeliveredNotice[] }
  return webhooks.filter(({ status }) => status === 'waiting' || status === 'failed' || (typeof status === 'number' && status >= 300))
    .length
}

const judge = async ({ db, rms, partners, google, options }: Stage): Promise<Pick<ChaosReport, 'found' | 'settledMs' | 'deliveredMs'>> => {
  const settledMs = await until(async () => (await untold(rms)) === 0 && (await unsettled(db)) === 0, settledWithinMs + 30_000)
  const deliveredMs = await until(async () => (await undelivered(db)) === 0, deliveredWithinMs)
  options.say?.(`${await undelivered(db)} webhooks to channels still wait`)
  await google.reread()
  const { bookings } = (await sandboxAdmin(rms)('GET', 'bookings')) as { bookings: Remote[] }
  const found = await compare(
    db,
    bookings,
    [...partners, google].map(({ ledger }) => ledger),
  )
  return { found, settledMs, deliveredMs }
}

/**
 * Four channels and a Google, a reservation system with every fault switched on by chance, and hub processes that are shot: afterwards hub, system and
 * channels have to agree on every booking.
 */
export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-chaos-'))
  const dice = makeDice(options.seed)
  const database = await startEmbedded({ dataDir: join(folder, 'postgres'), log: () => undefined })
  const sandbox = await startSandbox(options.seed)
  const db = new pg.Client(database.url)
  const partners: Partner[] = []
  let hubs: Hubs | undefined
  let google: GooglePartner | undefined
  try {
    await db.connect()
    // Private addresses are called only when allowed, so the partners' have to be known before the hub starts.
    for (let taken = 0; taken < (options.channels ?? 4); taken++)
      partners.push(await aChannelPartner({ starts: startsOf(), dice: dice.fork(), signed }))
    const env = {
      TABLEWIRE_SECRET_KEY: 'one-key-for-all-the-processes-of-this-run',
      SYSTEM_SERVICES: sandbox.url,
      CHANNEL_SERVICES: partners.map(({ webhookUrl }) => new URL(webhookUrl).origin).join(','),
    }
    hubs = await startHubs(options.processes ?? 2, database.url, env)
    const house = await openRemoteRestaurants(hubs.urls[0]!, { rms: sandbox.url, token, houses, channels: partners.length })
    await sandboxAdmin(sandbox.url)('PUT', 'hub', { url: `${hubs.urls[0]}/v1/webhooks/rms`, token: house.rmsKey })
    for (const [index, partner] of partners.entries()) {
      const channel = house.channels[index]!
      partner.begin({ key: channel.key, hubs: hubs.urls, venueIds: house.venueIds })
      partner.useSecret(await openWebhooks(hubs.urls[0]!, channel, partner.webhookUrl))
      await verifyWebhooks(hubs.urls[0]!, channel)
    }
    google = await aGooglePartner({ ...house.google, hubs: hubs.urls, venueIds: house.venueIds }, { dice: dice.fork(), starts: startsOf() })
    const stage: Stage = { hubs, partners, google, rms: sandbox.url, dice, options, db }
    const past = await traffic(stage)
    const verdict = await judge(stage)
    return { ...past, ...verdict, ledgers: [...partners, google].map(({ ledger }) => ledger) }
  } finally {
    for (const partner of partners) await partner.close()
    await google?.close()
    for (const server of hubs?.servers ?? []) await server?.stop()
    await sandbox.stop()
    await db.end().catch(() => undefined)
    await database.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
