/** Drives a running server over real HTTP as several booking channels at once, and reports every answer that broke the contract. */
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { bc } from '@tablewire/contracts/channels/channel-api'
import { type Client, makeClient, makePace, ServerGone } from './traffic/client.ts'
import { type Dice, makeDice } from './traffic/dice.ts'
import { type Deferred, type SoldVenue, type GuestEnvironment, visit } from './traffic/guest.ts'
import { behaviourRates } from './traffic/habits.ts'
import { asText, type Journal, makeJournal } from './traffic/journal.ts'
import { openLedger, verifyLedger } from './traffic/ledger.ts'
import { sendInvalidRequests } from './traffic/invalid-requests.ts'
import { type Channel, linkVenues, OfficeClosed, openChannels, signIn, someVenues } from './traffic/office.ts'
import { closeMap, openMap, visitMap } from './traffic/map.ts'
import { workFloor } from './traffic/staff.ts'

const usage = `npm run traffic -- [options]

  --url URL              the server (default http://127.0.0.1:4000)
  --channels N           booking channels at work at once (4)
  --rate N               calls per second over all of them; 0 = as fast as they go (20)
  --seconds N            how long (60)
  --venues N             venues they sell (40)
  --seed N               the same guests again (default: another crowd each time)
  --keys FILE            keep the channels and their keys there, and use them again
  --ledger FILE          append every acknowledged booking as a line of JSON
  --verify FILE          read every booking of a ledger back instead, and say what is missing
  --map N                people at once at a map of Google that books at the server (0)
  --patience N           seconds to wait for a server that does not answer (60)
  --admin-email, --admin-password   who makes the channels and seats the guests (the demo's administrator)
  --json                 the report as JSON
`

const options = {
  url: { type: 'string', default: 'http://127.0.0.1:4000' },
  channels: { type: 'string', default: '4' },
  rate: { type: 'string', default: '20' },
  seconds: { type: 'string', default: '60' },
  venues: { type: 'string', default: '40' },
  seed: { type: 'string' },
  keys: { type: 'string' },
  ledger: { type: 'string' },
  verify: { type: 'string' },
  map: { type: 'string', default: '0' },
  patience: { type: 'string', default: '60' },
  'admin-email': { type: 'string', default: 'admin@tablewire.test' },
  'admin-password': { type: 'string', default: 'tablewire-demo' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Guests of one channel that are at it at the same moment. */
const guestsPerChannel = 6

class Usage extends Error {}

const numberOf = (values: Values, name: 'channels' | 'rate' | 'seconds' | 'venues' | 'patience' | 'map', least: number): number => {
  const value = Number(values[name])
  if (!Number.isFinite(value) || value < least) throw new Usage(`--${name} needs a number from ${least} up`)
  return value
}

type Plan = {
  url: string
  channels: number
  rate: number
  seconds: number
  venues: number
  map: number
  patienceMs: number
  seed: number
  values: Values
}

const readPlan = (args: string[]): Plan => {
  const { values } = parseArgs({ args, options })
  const seed = values.seed === undefined ? Math.floor(performance.timeOrigin) % 1_000_000 : Number(values.seed)
  if (!Number.isInteger(seed)) throw new Usage('--seed needs a whole number')
  return {
    url: values.url.replace(/\/+$/, ''),
    channels: numberOf(values, 'channels', 1),
    rate: numberOf(values, 'rate', 0),
    seconds: numberOf(values, 'seconds', 1),
    venues: numberOf(values, 'venues', 1),
    map: numberOf(values, 'map', 0),
    patienceMs: numberOf(values, 'patience', 1) * 1000,
    seed,
    values,
  }
}

/** All venues a channel may sell, as the channel sees them. */
const soldVenues = async (client: Client, { token, name }: Channel): Promise<SoldVenue[]> => {
  const found: SoldVenue[] = []
  for (;;) {
    const reply = await client.call(bc.venues, { query: { limit: 200, offset: found.length } }, { token })
    if (!reply.ok) throw new OfficeClosed(`${name} cannot list its venues: ${reply.code}`)
    found.push(...reply.data.data)
    if (!reply.data.data.length || found.length >= reply.data.total) return found
  }
}

/** What guests do after a while, done before the run ends at the latest. */
const makeLater = (): Deferred & { settle(): Promise<void>; hurry(): void } => {
  const open = new Set<Promise<void>>()
  const hurried = new AbortController()
  return {
    add: (afterMs, act) => {
      const wait = sleep(afterMs, undefined, { signal: hurried.signal }).catch(() => undefined)
      const done: Promise<void> = wait.then(act).finally(() => open.delete(done))
      open.add(done)
      // Awaited at the end; until then it must not count as an unhandled rejection.
      done.catch(() => undefined)
    },
    hurry: () => hurried.abort(),
    settle: async () => {
      while (open.size) await Promise.all(open)
    },
  }
}

const untilEnd = async (endsMs: number, act: () => Promise<void>): Promise<void> => {
  while (performance.now() < endsMs) await act()
}

type Scene = {
  turn: () => Promise<void>
  client: Client
  journal: Journal
  dice: Dice
  token: string
  channels: Channel[]
  venueIds: string[]
  plan: Plan
}

const play = async ({ turn, client, journal, dice, token, channels, venueIds, plan }: Scene): Promise<void> => {
  const later = makeLater()
  const ledger = openLedger(plan.values.ledger)
  const endsMs = performance.now() + plan.seconds * 1000
  const loops: Promise<void>[] = []
  for (const channel of channels) {
    const venues = await soldVenues(client, channel)
    if (!venues.length) throw new OfficeClosed(`${channel.name} has no venue to sell`)
    for (let guest = 0; guest < guestsPerChannel; guest++) {
      const stage: GuestEnvironment = { client, journal, dice: dice.fork(), ledger, channel, venues, later }
      loops.push(untilEnd(endsMs, () => (stage.dice.chance(behaviourRates.sendsNonsense) ? sendInvalidRequests(stage) : visit(stage))))
    }
  }
  const floor = { client, journal, dice: dice.fork(), token, venueIds }
  loops.push(untilEnd(endsMs, async () => (await Promise.all([workFloor(floor), sleep(500)]), undefined)))
  const map = plan.map ? [await openMap({ client, token }, { url: plan.url, venueIds })] : []
  for (const google of map)
    for (let person = 0; person < plan.map; person++) {
      const visitor = { google, dice: dice.fork(), journal, venueIds, turn }
      loops.push(untilEnd(endsMs, () => visitMap(visitor)))
    }
  const progress = setInterval(() => {
    const { seconds, calls, breaches } = journal.figures()
    say(`${Math.round(seconds)} s: ${calls} calls, ${journal.count('booked')} bookings, ${breaches.length} broken answers`)
  }, 10_000)
  try {
    await Promise.all(loops)
    later.hurry()
    await later.settle()
  } finally {
    clearInterval(progress)
    for (const google of map) await closeMap(google, journal)
  }
}

const verify = async (client: Client, token: string, path: string): Promise<number> => {
  const { checked, unsure, missing, different } = await verifyLedger(client, token, path)
  for (const { id, reference, at } of missing) process.stdout.write(`missing: ${id} (${reference}), acknowledged ${at}\n`)
  for (const { entry, what } of different) process.stdout.write(`different: ${entry.id} (${entry.reference}): ${what}\n`)
  process.stdout.write(
    `${checked} acknowledged bookings, ${missing.length} missing, ${different.length} different, ${unsure} with an unanswered change.\n`,
  )
  return missing.length + different.length ? 1 : 0
}

const run = async (plan: Plan): Promise<number> => {
  const { values, url, seed } = plan
  const journal = makeJournal()
  const turn = makePace(plan.rate)
  const client = makeClient({ url, journal, turn, patienceMs: plan.patienceMs })
  const token = await signIn(client, values['admin-email'], values['admin-password'])
  if (values.verify !== undefined) return verify(client, token, values.verify)
  const dice = makeDice(seed)
  const venueIds = await someVenues(client, token, { most: plan.venues, dice })
  if (!venueIds.length) throw new OfficeClosed('The server has no active venue')
  const channels = await openChannels(client, token, { count: plan.channels, url, keys: values.keys })
  for (const channel of channels) await linkVenues(client, token, { channel, venueIds })
  say(
    `${channels.length} channels sell ${venueIds.length} venues for ${plan.seconds} s at ${plan.rate || 'any number of'} calls per second; seed ${seed}`,
  )
  let gone: ServerGone | undefined
  await play({ turn, client, journal, dice, token, channels, venueIds, plan }).catch((error: unknown) => {
    if (!(error instanceof ServerGone)) throw error
    gone = error
  })
  const figures = journal.figures()
  process.stdout.write(values.json ? `${JSON.stringify({ seed, ...figures, gone: gone?.message }, null, 2)}\n` : asText(figures))
  if (gone) say(gone.message)
  return figures.breaches.length || gone ? 1 : 0
}

const main = async (args: string[]): Promise<number> => {
  try {
    if (args.includes('--help')) {
      process.stdout.write(usage)
      return 0
    }
    return await run(readPlan(args))
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    const expected =
      error instanceof Usage || error instanceof OfficeClosed || error instanceof ServerGone || code.startsWith('ERR_PARSE_ARGS')
    if (!expected) throw error
    say((error as Error).message)
    return 2
  }
}

process.exitCode = await main(process.argv.slice(2))
