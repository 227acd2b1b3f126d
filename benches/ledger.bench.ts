import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { type Search, writeRefused } from '@tablewire/server/features/demand/write-refused'
import type { WhyRefused } from '@tablewire/server/platform/traces/traces'
import { type Bench, type Measure, round } from './bench.ts'
import { rules, venueId } from './fill.ts'
import { uuid } from './many-venues.ts'
import { query } from './stage.ts'

const venues = 40
/** Evenings that are asked for, and how many guests find no place on each: a full Saturday of a house that many want. */
const days = process.argv.includes('--short') ? 4 : 60
const aDay = 40
const batch = 200

const usual = {
  party: [2, 2, 2, 2, 2, 3, 4, 4, 4, 5, 6, 8],
  hour: [12, 13, 18, 19, 19, 20, 20, 20, 20, 21, 21, 22],
  rule: ['pacing_covers', 'pacing_covers', 'pacing_covers', 'area_capacity', 'area_capacity', 'party_max', 'no_shift', 'notice'],
  channel: [1, 1, 1, 1, 2, 2, 3],
} as const
/** The same searches in every run. */
const diceOf = (seed: number) => {
  let state = seed
  return <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[Math.floor((state / 2 ** 32) * list.length)]!
  }
}

const dayMs = 86_400_000
const startMs = Date.parse('2026-03-01T12:00:00Z')
const searchesOf = (pick: ReturnType<typeof diceOf>, day: number): (readonly [Search, WhyRefused])[] =>
  Array.from({ length: venues * aDay }, (_, nth) => {
    const on = new Date(startMs + day * dayMs).toISOString().slice(0, 10)
    const date = Date.parse(`${on}T${pick(usual.hour)}:00:00Z`) / 1000
    const at = new Date(startMs + (day - pick([0, 0, 0, 1, 2, 5])) * dayMs + nth * 1000).toISOString()
    const venue = { venueId: venueId(1 + (nth % venues)), channelId: venueId(900 + pick(usual.channel)) }
    const rule = pick(usual.rule)
    return [
      { ...venue, date, partySize: pick(usual.party), areaId: null, at },
      { date: on, rule, limit: 40, used: 40, startsAt: new Date(date * 1000).toISOString() },
    ] as const
  })

type Sizes = { rows: number; heap: number; key: number; days: number; samples: number; sampleRows: number }

const ledgerAt = async (url: string): Promise<Sizes & { searches: number }> => {
  const db = makeDb(makePool({ url, max: 2, name: 'bench' }))
  try {
    const pick = diceOf(7)
    // In the order of asking, as they come: the evenings of a week lie side by side.
    const all = Array.from({ length: days }, (_, day) => searchesOf(pick, day)).flat()
    const asked = all.toSorted(([a], [b]) => (a.at < b.at ? -1 : 1))
    for (let from = 0; from < asked.length; from += batch) {
      const part = asked.slice(from, from + batch)
      await writeRefused(
        db,
        part.map(([search]) => search),
        new Map(part),
      )
    }
    const sizes = await query<Sizes>(
      url,
      `select (select count(*)::integer from refused_days) as rows, pg_relation_size('refused_days')::float8 as heap,
         pg_relation_size('refused_days_pkey')::float8 as key, pg_relation_size('refused_days_day')::float8 as days,
         pg_total_relation_size('refused_samples')::float8 as samples, (select count(*)::integer from refused_samples) as "sampleRows"`,
    )
    return { ...sizes[0]!, searches: asked.length }
  } finally {
    await db.destroy()
  }
}

export const ledger: Bench = {
  name: 'ledger',
  about: `what ${(venues * days * aDay).toLocaleString('en')} refused searches cost on the disk`,
  run: async (): Promise<Measure[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-ledger-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    try {
      await migrateUrl(database.url)
      await query(database.url, `insert into companies (id, name, country_code) values ('${venueId(0)}', 'Bench', 'FR')`)
      await query(
        database.url,
        `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency)
         select ${uuid('8000', 'n')}, '${venueId(0)}', '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'Paris', 'FR', 'Etc/UTC', 'EUR' from generate_series(1, ${venues}) n`,
      )
      await query(database.url, 'insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
      const { rows, heap, key, days: byDay, samples, sampleRows, searches } = await ledgerAt(database.url)
      const each = (bytes: number): number => round(bytes / rows)
      return [
        {
          name: 'ledger.bytes',
          value: round((heap + key + byDay) / searches),
          unit: 'B a search',
          note: `${round(searches / rows, 2)} searches a row; a row: ${each(heap)} in the table, ${each(key)} in its key, ${each(byDay)} by day; ${sampleRows} samples of ${round(samples / sampleRows)} beside`,
        },
      ]
    } finally {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
