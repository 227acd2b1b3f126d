import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abilityOf } from '@tablewire/contracts/identity/access'
import { daysOf } from '@tablewire/server/features/availability/api'
import { venuesWithBooks } from '@tablewire/server/features/venues/api'
import { systemClock } from '@tablewire/server/platform/clock'
import { type Ctx, newUnitOfWork, type Ports } from '@tablewire/server/platform/ctx'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import type { Db } from '@tablewire/server/platform/db/schema'
import { makeLogger } from '@tablewire/server/platform/log'
import { lookingFrom } from '@tablewire/server/platform/memory/looking-from'
import { startMemory } from '@tablewire/server/platform/memory/memory'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { type Bench, type Measure, round } from './bench.ts'
import { dice, type FreshCell, makeCells, rounds, sinceBootMs, starts, versionOf, type Written } from './freshness-cells.ts'

const answers = process.argv.includes('--million') ? 1_000_000 : 20_000
/** On a machine that others use as well it is told what came of so much time. */
const mostMinutes = Number(process.argv.find((arg) => arg.startsWith('--minutes='))?.slice(10) ?? 15)
const atOnce = 12
/** An answer of an evening that changed so shortly before tells most. */
const justMs = 50

/** What was answered, kept as numbers: a million of them are looked through at the end. */
const makeNotes = (most: number) => {
  const [cell, version] = [new Uint16Array(most), new Uint16Array(most)]
  const [askedMs, toldMs] = [new Float64Array(most), new Float64Array(most)]
  let count = 0
  return {
    note: (at: number, seen: number, asked: number): void => {
      cell[count] = at
      version[count] = seen
      askedMs[count] = asked
      toldMs[count] = sinceBootMs()
      count += 1
    },
    count: () => count,
    each: (look: (cell: number, version: number, askedMs: number, toldMs: number) => void): void => {
      for (let n = 0; n < count; n++) look(cell[n]!, version[n]!, askedMs[n]!, toldMs[n]!)
    },
  }
}
type Notes = ReturnType<typeof makeNotes>

type Findings = { late: number; oldestMs: number; early: number; just: number }
/** How many of the numbers were written at all by that time. */
const writtenBy = (times: readonly number[], ms: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= ms) low = middle + 1
    else high = middle
  }
  return low
}

/** An answer must have every write that was acknowledged before it was asked for, and none that was sent after it was given. */
const judge = (notes: Notes, writes: readonly Written[], cells: number): Findings => {
  const sent: number[][] = Array.from({ length: cells }, () => [])
  const done: number[][] = Array.from({ length: cells }, () => [])
  for (const [cell, , sentMs, doneMs] of writes) {
    sent[cell]!.push(sentMs)
    done[cell]!.push(doneMs)
  }
  const found: Findings = { late: 0, oldestMs: 0, early: 0, just: 0 }
  notes.each((cell, version, askedMs, toldMs) => {
    const least = writtenBy(done[cell]!, askedMs)
    const most = writtenBy(sent[cell]!, toldMs)
    // The starts tell the number up to whole rounds: the nearest one is meant.
    const off = (((version - least) % rounds) + rounds) % rounds
    const seen = least + (off > rounds / 2 ? off - rounds : off)
    if (least > 0 && askedMs - done[cell]![least - 1]! < justMs) found.just += 1
    if (seen > most) found.early += 1
    if (seen >= least) return
    found.late += 1
    found.oldestMs = Math.max(found.oldestMs, askedMs - done[cell]![Math.max(0, seen)]!)
  })
  return found
}

const ctxOf = (db: Db, ports: Partial<Ports>): Ctx => ({
  actor: { kind: 'system', id: null, name: 'bench' },
  ability: abilityOf({ roles: ['ROLE_SUPER_ADMIN'], permissions: [] }),
  scope: { kind: 'all' },
  db,
  clock: systemClock,
  lang: 'en',
  origin: { host: '', address: '' },
  requestId: 'bench',
  log: makeLogger('silent'),
  ports: ports as Ports,
  unitOfWork: newUnitOfWork(),
})

type Asked = { notes: Notes; tookMs: number }
const askAll = async (caller: Ctx, cells: readonly FreshCell[]): Promise<Asked> => {
  const notes = makeNotes(answers)
  const pick = dice(7)
  let left = answers
  const startedMs = performance.now()
  const one = async (): Promise<void> => {
    while (left-- > 0 && performance.now() < startedMs + mostMinutes * 60_000) {
      const at = pick(cells.length)
      const { venue: asked, date } = cells[at]!
      const askedMs = sinceBootMs()
      const ctx = await lookingFrom(caller)
      const [venue] = await venuesWithBooks(ctx, [asked.id])
      const [day] = await daysOf(ctx, { venue: venue!, from: date, to: date, partySize: 2, areaId: null, asker: 'staff', explain: false })
      if (day!.slots.length !== starts.length) throw new Error(`${day!.slots.length} starts`)
      notes.note(at, versionOf(day!.slots.map(({ open }) => !open)), askedMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { notes, tookMs: performance.now() - startedMs }
}

/** The other process, and what it wrote. */
const startWriter = (url: string, cells: readonly FreshCell[]): { stop: () => Promise<Written[]> } => {
  const child = fork(new URL('freshness-writer.ts', import.meta.url))
  const writes: Written[] = []
  child.on('message', (told: Written[]) => {
    for (const one of told) writes.push(one)
  })
  const ended = new Promise<void>((resolve, reject) =>
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the writer ended with ${code}`)))),
  )
  ended.catch(() => undefined)
  child.send({ url, cells })
  return {
    stop: async () => {
      if (child.connected) child.send('stop')
      await ended
      return writes
    },
  }
}

const measured = async (url: string): Promise<Measure[]> => {
  const db = makeDb(makePool({ url, max: 4, name: 'bench' }))
  const log = makeLogger('silent')
  const memory = startMemory({ url, prepare: true, mostBytes: 64 * 1_048_576, log })
  try {
    const cells = await makeCells(db)
    const writer = startWriter(url, cells)
    const { notes, tookMs } = await askAll(ctxOf(db, { memory }), cells)
    const writes = await writer.stop()
    const { late, oldestMs, early, just } = judge(notes, writes, cells.length)
    const { hits, misses, unsure } = memory.figures()
    const rate = round(notes.count() / (tookMs / 1000), 0)
    return [
      {
        name: 'freshness.late',
        value: late,
        unit: 'answers',
        note: `of ${notes.count()}, older than their question; ${writes.length} writes beside`,
      },
      { name: 'freshness.oldest', value: round(oldestMs), unit: 'ms behind', note: 'the oldest of them' },
      { name: 'freshness.early', value: early, unit: 'answers', note: 'knew of what was not written yet' },
      { name: 'freshness.unsure', value: unsure, unit: 'answers', note: `by the database; memory: ${hits} found, ${misses} read` },
      {
        name: 'freshness.rate',
        value: rate,
        unit: 'answers/s',
        note: `${just} of an evening that had changed less than ${justMs} ms before`,
      },
    ]
  } finally {
    await memory.stop()
    await db.destroy()
  }
}

export const freshness: Bench = {
  name: 'freshness',
  about: `${answers.toLocaleString('en')} answers from memory while another process writes (a million with --million): none older than its question`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-freshness-'))
    // As root the database runs as somebody else, who has to get at its socket.
    chmodSync(folder, 0o755)
    const database = await startEmbedded({ dataDir: folder, log: () => undefined, settings: { fsync: 'off' } })
    try {
      await migrateUrl(database.url)
      return await measured(database.url)
    } finally {
      await database.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}
