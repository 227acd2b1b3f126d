import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { SMTPServer } from 'smtp-server'
import { aServer, firstAdmin } from '../tests/build/a-server.ts'
import { ask } from './ask.ts'
import { type Bench, percentile, round } from './bench.ts'
import { rules, venueId } from './fill.ts'
import { uuid } from './many-venues.ts'
import { makeChannel, query, signIn } from './stage.ts'

/** `--short`: to see that it runs, not to judge by. */
const count = process.argv.includes('--short') ? 1000 : 20_000
const venues = 200
/** The goal, after which what has not come counts as missing. */
const patienceMs = 15 * 60_000
const bookedBefore = 200

/** Takes every mail, and counts the guests that it was for and those who got two. */
const mailbox = async () => {
  const got = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) if (address.startsWith('due')) got.set(address, (got.get(address) ?? 0) + 1)
        done()
      })
      stream.resume()
    },
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, got, close: () => new Promise<void>((done) => void server.close(done)) }
}

/** So many bookings for tomorrow evening, at venues that ask their guests whether they come and know no quiet hours. */
const fillDue = async (url: string): Promise<void> => {
  await query(url, `insert into companies (id, name, country_code) values ('${venueId(0)}', 'Bench', 'FR')`)
  await query(
    url,
    `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency, email_notices, quiet_from, quiet_until, reminder_hours)
     select ${uuid('8000', 'n')}, '${venueId(0)}', '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'Paris', 'FR', 'Europe/Paris', 'EUR', '{booked,reminder}', 0, 0, 30
     from generate_series(1, ${venues}) n`,
  )
  await query(url, 'insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
  await query(
    url,
    `insert into areas (venue_id, id, name, capacity, by_default) select ${uuid('8000', 'n')}, ${uuid('8001', 'n')}, 'Main room', 400, true from generate_series(1, ${venues}) n`,
  )
  await query(url, 'alter table reservations disable trigger reservations_guard')
  await query(
    url,
    `insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, book_version,
        source, guest_first_name, guest_last_name, guest_email, created_at)
     select ${uuid('8000', `(1 + i % ${venues})`)}, ${uuid('8003', 'i')}, 'B' || upper(lpad(to_hex(i), 7, '0')), 'confirmed', 2, start_at, start_at + interval '90 minutes',
       start_at at time zone 'Europe/Paris', (start_at at time zone 'Europe/Paris')::date, ${uuid('8001', `(1 + i % ${venues})`)}, start_at, start_at + interval '15 minutes', 1,
       'phone', 'Guest', 'Number ' || i, 'due' || i || '@example.test', now() - interval '5 days'
     from (select i, date_trunc('hour', now()) + interval '20 hours' + (i % 16) * interval '15 minutes' as start_at from generate_series(0, ${count - 1}) i) made`,
  )
  await query(url, 'alter table reservations enable trigger reservations_guard')
  await query(url, 'vacuum analyze')
}

/** A booking as a channel makes it; milliseconds. */
const booker = (url: string, key: string) => {
  let made = 0
  return async (): Promise<number> => {
    const n = made++
    const date = Math.floor(Date.parse(`${new Date(Date.now() + (3 + (n % 60)) * 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`) / 1000)
    const startedMs = performance.now()
    const { status, body } = await ask(`${url}/v1/bc/booking`, {
      headers: { 'x-token': key, 'idempotency-key': crypto.randomUUID() },
      body: {
        venueId: venueId(1 + (n % venues)),
        date,
        partySize: 2,
        contact: { firstname: 'Bench', lastname: `Guest ${n}`, email: `other${n}@example.test` },
      },
    })
    if (status >= 300) throw new Error(`a booking answered ${status}: ${body}`)
    return performance.now() - startedMs
  }
}

export const reminders: Bench = {
  name: 'reminders',
  about: `${count.toLocaleString('en')} reminders that fall due together, by SMTP, with bookings going on`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-reminders-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    const mails = await mailbox()
    try {
      await migrateUrl(database.url)
      const server = await aServer({ data: folder, databaseUrl: database.url, env: { SMTP_URL: mails.url, LOG_LEVEL: 'error' } })
      try {
        await fillDue(database.url)
        const token = await signIn(server.url, firstAdmin)
        const linked = Array.from({ length: venues }, (_, n) => venueId(n + 1))
        const key = await makeChannel({ product: server, token }, linked)
        const book = booker(server.url, key)
        const before: number[] = []
        for (let n = 0; n < bookedBefore; n++) before.push(await book())
        const startedMs = performance.now()
        // What the clock does every five minutes.
        await query(database.url, `insert into pgboss.job (name, data) values ('guest_messages.remind', '{}')`)
        const during: number[] = []
        while (mails.got.size < count && performance.now() - startedMs < patienceMs) {
          during.push(await book())
          await sleep(50)
        }
        const seconds = (performance.now() - startedMs) / 1000
        const [quiet, busy] = [percentile(before, 0.99), percentile(during, 0.99)]
        return [
          { name: 'reminders.minutes', value: round(seconds / 60, 2), unit: 'min', note: `${round(count / seconds, 0)} mails a second` },
          { name: 'reminders.missing', value: count - mails.got.size, unit: 'mails' },
          { name: 'reminders.twice', value: [...mails.got.values()].filter((times) => times > 1).length, unit: 'guests' },
          {
            name: 'reminders.bookings',
            value: round(busy / quiet, 2),
            unit: 'x p99',
            note: `${round(quiet)} ms before, ${round(busy)} ms meanwhile, usual ${round(percentile(before, 0.5))} and ${round(percentile(during, 0.5))} ms`,
          },
        ]
      } finally {
        await server.stop()
      }
    } finally {
      await mails.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
