import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inconsistencies } from '../../tests/build/crash-check.ts'
import { type Ledger, startTraffic } from '../../tests/build/crash-clients.ts'
import { aSmallVenue } from '../../tests/build/small-venue.ts'
import { type Cluster, directUrl, entrance, primaryOf, startCluster } from './cluster.ts'
import { type FaultName, faults, healed } from './faults.ts'
import { versions } from './packages.ts'
import { startVisits } from './visitors.ts'
import { type Seen, watchCalls, watchPrimary } from './watch.ts'

type Outcome = { name: FaultName; seen: Seen; databaseMs: number; wrong: string[] }

const guestsPerChannel = 4
const channels = 2
const beforeMs = 5000
const afterMs = 5000
const mailsWithinMs = 180_000
/** What the product may add to the database's own pause. */
const addedMs = 2000

const emptyLedger = (): Ledger => ({ entries: [], refused: 0, lost: 0, unexpected: [] })
const say = (line: string): void => console.error(line)

/** Asks the one who takes writes, past everything that stands before it. */
const withBooks = async <T>(cluster: Cluster, work: (db: pg.Client) => Promise<T>): Promise<T> => {
  const url = new URL(directUrl().replace(/@[^/]+/, '@host'))
  const { address } = (await primaryOf(cluster))!
  const db = new pg.Client({ host: address, user: url.username, password: url.password, database: url.pathname.slice(1) })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

const oneFault = async (cluster: Cluster, name: FaultName, all: Ledger): Promise<Outcome> => {
  const house = await aSmallVenue(entrance, channels, { page: true })
  const calls = watchCalls()
  const traffic = startTraffic(house, { url: entrance, clientsPerChannel: guestsPerChannel, watch: calls.watch })
  const visits = startVisits(`${entrance}/book/${house.venueId}`, calls.watch)
  await sleep(beforeMs)
  const primary = watchPrimary(cluster.databases)
  await faults[name].strike(cluster, calls.strikes)
  await healed(cluster)
  await sleep(afterMs)
  const seen = calls.result()
  const databaseMs = await primary.stop()
  await visits.stop()
  const ledger = await traffic.stop()
  all.entries.push(...ledger.entries)
  const wrong = await withBooks(cluster, (db) => inconsistencies(db, { ...all, unexpected: ledger.unexpected }, mailsWithinMs))
  return { name, seen, databaseMs, wrong }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const mayPauseMs = ({ name, databaseMs }: Outcome): number => Math.max(databaseMs, faults[name].commitsWaitMs ?? 0) + addedMs

const tolerated = (outcome: Outcome): string[] => {
  const { name, seen, databaseMs } = outcome
  return [
    ...(seen.failed ? [`${seen.failed} answers 500 or above that were not 503`] : []),
    ...(seen.busyUntold ? [`${seen.busyUntold} times 503 without Retry-After`] : []),
    ...(faults[name].unnoticed && seen.busy + seen.unanswered
      ? [`${seen.busy} times 503, ${seen.unanswered} calls without an answer`]
      : []),
    ...(seen.pauseMs > mayPauseMs(outcome) ? [`bookings paused ${seconds(seen.pauseMs)} s, the database ${seconds(databaseMs)} s`] : []),
  ]
}

const row = ({ name, seen, databaseMs, wrong }: Outcome): string => {
  const lost = wrong.filter((line) => line.endsWith(' is there 0 times')).length
  const doubled = wrong.filter((line) => / is there [2-9]\d* times$/.test(line)).length
  const beyond = wrong.filter((line) => /^(?:interval|area) /.test(line)).length
  const cells = [
    faults[name].words,
    seen.acknowledged,
    `${seconds(databaseMs)} s`,
    `${seconds(seen.pauseMs)} s`,
    lost,
    doubled,
    beyond,
    `${seen.busy} (${seen.busyUntold})`,
    seen.failed,
    seen.unanswered,
  ]
  return `| ${cells.join(' | ')} |`
}
const head = [
  '| fault | acknowledged | pause of the database | pause of bookings | lost | doubled | beyond limits | 503 (without Retry-After) | 500 and others | no answer |',
  '|---|---|---|---|---|---|---|---|---|---|',
]

/** Every fault in turn on one installation; the exit code. */
export const runFaults = async (names: readonly FaultName[]): Promise<number> => {
  const root = mkdtempSync(join(tmpdir(), 'tablewire-failover-'))
  const all = emptyLedger()
  const outcomes: Outcome[] = []
  say(versions())
  let isRight = false
  try {
    const cluster = await startCluster(root, say)
    for (const name of names) {
      const why = faults[name].notHere?.()
      if (why) {
        say(`Left out: ${faults[name].words}. ${why}.`)
        continue
      }
      say(`${faults[name].words} …`)
      const outcome = await oneFault(cluster, name, all)
      outcomes.push(outcome)
      for (const line of [...outcome.wrong.slice(0, 20), ...tolerated(outcome)]) say(`  ${line}`)
      say(row(outcome))
    }
    isRight = outcomes.length > 0 && outcomes.every((one) => !one.wrong.length && !tolerated(one).length)
    console.log([...head, ...outcomes.map(row)].join('\n'))
  } finally {
    if (isRight) rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    else say(`Logs of every program: ${join(root, 'logs')}`)
  }
  return isRight ? 0 : 1
}
