import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '@tablewire/server/app/http'
import { openContainer } from '@tablewire/server/app/ports'
import { ensureBrands } from '@tablewire/server/features/brands/api'
import { readConfig } from '@tablewire/server/platform/config'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { aUser } from '../tests/build/a-user.ts'
import { type Bench, percentile, round, timeEach } from './bench.ts'

/** `--full`: the size of the promise. */
const alive = process.argv.includes('--full') ? 200 : 40
const langs = ['en', 'de', 'fr', 'es', 'nl'] as const
const lists = ['/venues', '/users', '/companies', '/v1/reservations', '/v1/demo-links']

export const demos: Bench = {
  name: 'demos',
  about: `${alive} demos alive: what each costs in the database, how soon a new one is ready, and the lists of everybody else (ON2)`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-demos-'))
    const env = { TABLEWIRE_DATA: folder, TABLEWIRE_DEMOS: String(alive + 20), LOG_LEVEL: 'silent' }
    const container = await openContainer(readConfig([], env), true)
    await ensureBrands(container.db)
    const app = await buildApp(container)
    try {
      const ctx = container.systemCtx('bench')
      const { email, password } = await aUser(container.db, { roles: ['ROLE_ADMIN'] })
      const body = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password }
      const signedIn = await app.inject({ method: 'POST', url: '/v2/token', payload: body })
      const headers = { authorization: `Bearer ${signedIn.json<{ access_token: string }>().access_token}` }
      const look = async (): Promise<{ ms: number; seen: string }> => {
        const seen: string[] = []
        const taken = await timeEach(lists.length * 20, async (at) => {
          const { body: text } = await app.inject({ method: 'GET', url: lists[at % lists.length]!, headers })
          if (at < lists.length) seen.push(text.replace(/"requestId":"[^"]*"/, ''))
        })
        return { ms: percentile(taken, 0.5), seen: seen.join() }
      }
      await look()
      const before = await look()
      const endsAt = new Date(Date.now() + 86_400_000).toISOString()
      const begin = (at: number) =>
        ctx.ports.demos.start({ linkId: newId(), lang: langs[at % langs.length]!, zone: null, endsAt, brand: null, restaurant: null })
      // The first of an installation makes the database, ahead of whoever opens it.
      await ctx.ports.demos.prepare(langs)
      const inside = (await container.demos.world())!.systemCtx('bench').db
      const bytes = async (): Promise<number> =>
        (await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(inside)).rows.map((row) =>
          Number(row.bytes),
        )[0]!
      const ready = await timeEach(langs.length * 2, begin)
      const emptyBytes = await bytes()
      const made = await timeEach(alive - ready.length, begin)
      const each = ((await bytes()) - emptyBytes) / made.length / 1e6
      // What was made ahead is made again meanwhile, on the same cores: the lists are asked what the demos that stand cost them.
      await sleep(20_000)
      const after = await look()
      const ends = await sql<{ companyId: string }>`select company_id from demo_tenants limit 10`.execute(inside)
      const removed = await timeEach(ends.rows.length, (at) => ctx.ports.demos.remove([ends.rows[at]!.companyId]))
      return [
        { name: 'demos.each', value: round(each, 2), unit: 'MB', note: `${alive} alive, the mean of ${made.length}` },
        { name: 'demos.ready', value: round(percentile(ready, 0.9) / 1000, 3), unit: 's', note: 'made ahead, nine of ten' },
        { name: 'demos.made', value: round(percentile(made, 0.9) / 1000, 2), unit: 's', note: 'none was ready, nine of ten' },
        {
          name: 'demos.removed',
          value: round(percentile(removed, 0.9) / 1000, 2),
          unit: 's',
          note: 'with all that is its own, nine of ten',
        },
        { name: 'demos.changed', value: before.seen === after.seen ? 0 : 1, unit: 'lists', note: 'of everybody else' },
        {
          name: 'demos.lists',
          value: round((100 * after.ms) / before.ms, 0),
          unit: '% of before',
          note: `the median list takes ${round(after.ms)} ms, ${round(before.ms)} before`,
        },
      ]
    } finally {
      await app.close()
      await container.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
