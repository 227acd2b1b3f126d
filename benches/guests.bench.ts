import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { aServer, firstAdmin } from '../tests/build/a-server.ts'
import { ask } from './ask.ts'
import { type Bench, percentile, round, timeEach } from './bench.ts'
import { rules, venueId } from './fill.ts'
import { uuid } from './many-venues.ts'
import { query, signIn } from './stage.ts'

/** `--short`: to see that it runs, not to judge by. */
const count = process.argv.includes('--short') ? 20_000 : 1_000_000
const venues = 200
const rounds = 20

const lastNames = [
  'García',
  'Müller',
  'Dubois',
  'Łukasz',
  'Jansen',
  'Smith',
  'Nakamura',
  'Al-Sayed',
  'Kowalska',
  'Okafor',
  'Strauß',
  'Σίσυφος',
  'Fernandes',
  'Nguyễn',
]

/** As many as a large house knows; looked at already, as they are a minute after they were made. */
const fillGuests = async (url: string): Promise<void> => {
  await query(url, `insert into companies (id, name, country_code) values ('${venueId(0)}', 'Bench', 'FR')`)
  await query(
    url,
    `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency)
     select ${uuid('8000', 'n')}, '${venueId(0)}', '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'Paris', 'FR', 'Europe/Paris', 'EUR' from generate_series(1, ${venues}) n`,
  )
  await query(url, 'insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
  await query(url, 'alter table guests disable trigger guests_made')
  await query(
    url,
    `insert into guests (venue_id, id, first_name, last_name, email, phone)
     select ${uuid('8000', `(1 + i % ${venues})`)}, ${uuid('8008', 'i')}, 'Guest' || (i % 997), ($1::text[])[1 + i % ${lastNames.length}] || ' ' || md5((i / 40)::text),
       'guest' || i || '@example.test', '+331' || lpad(i::text, 8, '0') from generate_series(1, ${count}) i`,
    [lastNames],
  )
  await query(url, 'alter table guests enable trigger guests_made')
  // Their words as migration 0319 writes those of a house that has guests: all at once, and then the indexes.
  await query(url, 'alter table guest_profiles disable trigger guest_profiles_words_made')
  await query(url, 'alter table guest_words drop constraint guest_words_pkey')
  await query(url, 'drop index guest_words_everywhere')
  await query(
    url,
    `insert into guest_profiles (venue_id, guest_id, looked, search, sort)
     select g.venue_id, g.id, true, ' ' || guest_fold(g.first_name || ' ' || g.last_name || ' ' || coalesce(g.email, '')) || ' ' || coalesce(g.phone, '') || ' ',
       guest_fold(g.last_name || ' ' || g.first_name) from guests g`,
  )
  await query(url, 'alter table guest_profiles enable trigger guest_profiles_words_made')
  await query(url, readFileSync(new URL('../server/migrations/0319-words-of-guests-known.sql', import.meta.url), 'utf8'))
  await query(url, 'vacuum analyze')
}

const last = (n: number): string => String(count - 17 * n)
const usual = (n: number): string => lastNames[n % lastNames.length]!
type Kinds = Readonly<Record<string, (n: number) => string>>
/** As somebody types them: a mail, a number and its ends, a name that very many have, two of them that nobody has together, one of nobody, a few letters. */
const kinds: Kinds = {
  mail: (n) => `guest${last(n)}@`,
  number: (n) => `+331${last(n).padStart(8, '0')}`,
  'number within the country': (n) => `01 ${last(n).padStart(8, '0')}`,
  'first digits': (n) => ['+331', '010', '0100'][n % 3]!,
  'end of a number': (n) => last(n).padStart(8, '0').slice(2),
  'usual name': usual,
  'two words': (n) => `guest${n} ${usual(n)}`,
  'two usual names': (n) => `${usual(n)} ${usual(n + 1)}`,
  'name and number': (n) => `${usual(n)} ${last(n).slice(-4)}`,
  nobody: (n) => `zyx${n} wvu`,
  'two letters': (n) => ['gu', 'mu', 'ga', 'sm', 'Σί'][n % 5]!,
  'three letters': (n) => ['ukv', 'gar', 'str', 'σισ', 'ngu'][n % 5]!,
}
/** What no word begins with, and very many have in their middle. */
const middles: Kinds = { 'middle of a usual name': (n) => ['ller', 'arci', 'ubois', 'ansen', 'akamu'][n % 5]! }

export const guests: Bench = {
  name: 'guests',
  about: `search among ${count.toLocaleString('en')} guests of ${venues} venues, of all and of one`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-guests-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    try {
      await migrateUrl(database.url)
      await fillGuests(database.url)
      const server = await aServer({ data: folder, databaseUrl: database.url, env: { LOG_LEVEL: 'error' } })
      try {
        const headers = { authorization: `Bearer ${await signIn(server.url, firstAdmin)}` }
        const timed = async (path: (n: number) => string): Promise<number[]> => {
          const call = async (n: number): Promise<void> => {
            const { status, body } = await ask(`${server.url}${path(n)}`, { headers })
            if (status !== 200) throw new Error(`${path(n)} answered ${status}: ${body}`)
          }
          await timeEach(3, call)
          return timeEach(rounds, call)
        }
        const slowest = async (venue: string, asked = kinds): Promise<{ ms: number; note: string }> => {
          const found: { name: string; ms: number }[] = []
          for (const [name, typed] of Object.entries(asked)) {
            const times = await timed((n) => `/v1/guests?q=${encodeURIComponent(typed(n))}${venue}`)
            found.push({ name, ms: percentile(times, 0.9) })
          }
          return {
            ms: round(Math.max(...found.map(({ ms }) => ms))),
            note: found.map(({ name, ms }) => `${name} ${round(ms)}`).join(', '),
          }
        }
        const [all, one] = [await slowest(''), await slowest(`&venueId=${venueId(7)}`)]
        const middle = await slowest('', middles)
        const page = percentile(await timed(() => '/v1/guests'), 0.9)
        return [
          { name: 'guests.search', value: all.ms, unit: 'ms', note: all.note },
          { name: 'guests.searchOfVenue', value: one.ms, unit: 'ms', note: one.note },
          { name: 'guests.searchMiddle', value: middle.ms, unit: 'ms', note: middle.note },
          { name: 'guests.page', value: round(page), unit: 'ms' },
        ]
      } finally {
        await server.stop()
      }
    } finally {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
