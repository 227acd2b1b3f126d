import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunQuery, makeQueryRunner } from '@tablewire/server/platform/db/ask'
import { makePool } from '@tablewire/server/platform/db/connect'
import pg from 'pg'
import { testDatabase, type TestDatabase } from '../../../tests/build/database.ts'
import { queue } from '../open-catalogue.ts'
import type { RecordedStatement } from './memory-database.ts'

const histories = 6
type Line = ((RecordedStatement & { seed?: undefined }) | { seed: string }) & { history: number }
let lines: Line[] = []
beforeAll(async () => {
  const args = ['tools/run.mjs', 'tools/simulate.ts', '--seed', '11', '--histories', `${histories}`, '--statements']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: `${import.meta.dirname}/../../..`, maxBuffer: 1e9 })
  lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
})

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await testDatabase()
  // The real database's clock stands where the other one's stood.
  const admin = new pg.Client(database.url)
  await admin.connect()
  await admin.query(`create schema simulated;
    create function simulated.clock_timestamp() returns timestamptz language sql stable
      as $$ select to_timestamp(current_setting('simulated.now')::double precision / 1000) $$;
    ${queue}`)
  await admin.end()
  pool = makePool({ url: database.url, max: 60, name: 'test' })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const bytes = (value: unknown): unknown => {
  const buffer = value as { type?: string; data?: number[] } | null
  return buffer && typeof buffer === 'object' && buffer.type === 'Buffer' ? Buffer.from(buffer.data!) : value
}

type QueryOutcome = { rows?: unknown; count?: number | undefined; code?: string | undefined; constraint?: string | undefined }
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

const said = async (ask: RunQuery, client: pg.PoolClient, { text, values }: RecordedStatement): Promise<QueryOutcome> => {
  try {
    const { rows, numAffectedRows } = await ask(client, text, values.map(bytes))
    return plain({
      rows,
      ...(numAffectedRows === undefined ? {} : { count: Number(numAffectedRows) }),
    }) as QueryOutcome
  } catch (error) {
    const { code, constraint } = error as QueryOutcome
    return plain({ code, constraint }) as QueryOutcome
  }
}

/** Rows that were written come in any order, and so do those nobody asked to have in one. */
const sorted = ({ rows, count, ...rest }: QueryOutcome, text: string): QueryOutcome =>
  rows === undefined || (count === undefined && /\border by\b/i.test(text))
    ? { rows, count, ...rest }
    : { rows: (rows as object[]).map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted(), count, ...rest }

const expectedOf = ({ rows, count, code, constraint }: RecordedStatement): QueryOutcome =>
  plain(rows === undefined ? { code, constraint } : { rows, count }) as QueryOutcome

/** Each of the history's connections is one here, and what it was asked is asked in the same order. */
const replayed = () => {
  const ask = makeQueryRunner(false)
  const sessions = new Map<number, pg.PoolClient>()
  const clientOf = async (session: number): Promise<pg.PoolClient> => {
    const known = sessions.get(session)
    if (known) return known
    const client = await pool.connect()
    await client.query(`set search_path = simulated, pg_catalog, public; set statement_timeout = 10000`)
    sessions.set(session, client)
    return client
  }
  return {
    ask: async (one: RecordedStatement): Promise<QueryOutcome> => {
      const client = await clientOf(one.session)
      if (client.getTransactionStatus() !== 'E') await client.query(`select set_config('simulated.now', $1, false)`, [String(one.nowMs)])
      const answer = await said(ask, client, one)
      // pg tells an error before the server says in which state it leaves the transaction; an empty query waits for that word.
      if (answer.code !== undefined) await client.query('')
      if (client.getTransactionStatus() === 'I') {
        client.release()
        sessions.delete(one.session)
      }
      return answer
    },
    end: () => sessions.forEach((client) => client.release(true)),
  }
}

test.each(Array.from({ length: histories }, (_, history) => [history]))(
  'PostgreSQL answers as the database of history %i did',
  async (history) => {
    const { ask, end } = replayed()
    const mine = lines.filter((line) => line.history === history)
    try {
      for (const [at, line] of mine.entries()) {
        if (line.seed !== undefined) await pool.query(line.seed)
        else expect({ at, ...sorted(await ask(line), line.text) }, line.text).toEqual({ at, ...sorted(expectedOf(line), line.text) })
      }
    } finally {
      end()
    }
    expect(mine.length).toBeGreaterThan(50)
  },
)
