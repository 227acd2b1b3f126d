import { sql } from 'kysely'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, afterEach, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { guardedSecrets, isUsed, keysUsed, proveKeys, stillUnreadable } from './key-standing.ts'
import { loadSecrets, makeSecrets } from './secrets.ts'

const [old, fresh, other] = ['o', 'f', 'x'].map((letter) => letter.repeat(40)) as [string, string, string]
const folder = mkdtempSync(join(tmpdir(), 'tablewire-standing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let open: OpenDb
beforeEach(async () => void (open = await aDb()))
afterEach(() => open.close())

/** A secret of a reservation system, sealed with that key. */
const seal = async (key: string) => {
  const system = await aSystem(open.db)
  await open.db
    .insertInto('systemSecrets')
    .values({ systemId: system.id, name: 'apiToken', sealed: makeSecrets([key]).seal('token'), setAt: new Date() })
    .execute()
  return system
}
const prove = (keys: string[], accept = false) => proveKeys(open.db, makeSecrets(keys), { accept })

test('the first key is taken as it comes, and from then on another one is noticed', async () => {
  expect(isUsed(await keysUsed(open.db))).toBe(false)
  expect(await prove([old])).toEqual({ proven: true, unreadable: [] })
  expect(await prove([old])).toEqual({ proven: true, unreadable: [] })
  await seal(old)
  expect(await prove([other])).toEqual({ proven: false, unreadable: [{ place: 'system_secrets', count: 1 }] })
  expect(await prove([old])).toEqual({ proven: true, unreadable: [] })
})

test('a database from before keys were noted tells by what lies in it', async () => {
  await seal(old)
  expect(await prove([other])).toMatchObject({ proven: false })
  expect(await prove([old])).toEqual({ proven: true, unreadable: [] })
})

test('keys are changed by giving both; who takes the old one away too early is told how much it still holds', async () => {
  await prove([old])
  await seal(old)
  expect(await prove([fresh, old])).toEqual({ proven: true, unreadable: [] })
  expect(await prove([fresh])).toEqual({ proven: true, unreadable: [{ place: 'system_secrets', count: 1 }] })
  await open.db
    .updateTable('systemSecrets')
    .set({ sealed: makeSecrets([fresh]).seal('token') })
    .execute()
  expect(await stillUnreadable(open.db, makeSecrets([fresh]))).toEqual([])
})

test('a key that is lost for good is given up only when that is said', async () => {
  await prove([old])
  await seal(old)
  expect(await prove([fresh], true)).toEqual({ proven: true, unreadable: [{ place: 'system_secrets', count: 1 }] })
  expect(await prove([fresh])).toMatchObject({ proven: true })
})

test('of two that start at the same moment with keys of their own one is told', async () => {
  const standings = await Promise.all([prove([old]), prove([fresh]), prove([other])])
  expect(standings.filter(({ proven }) => proven)).toHaveLength(1)
})

test('a key that is not the database’s seals nothing, and a missing key file is not made anew', async () => {
  await prove([old])
  const config = readConfig(['--data', folder], {})
  const loaded = await loadSecrets(config, { used: isUsed(await keysUsed(open.db)) })
  expect(existsSync(join(folder, 'secret.key'))).toBe(false)
  const standing = await proveKeys(open.db, loaded)
  expect(standing.proven).toBe(false)
  const guarded = guardedSecrets(loaded, standing)
  expect(() => guarded.seal('x')).toThrow(Problem)
  // What is only signed lives as long as this process.
  expect(guarded.verify('download', 'a', guarded.sign('download', 'a'))).toBe(true)
})

test('every column of sealed text is among those that are counted', async () => {
  const { rows } = await sql<{ tableName: string; columnName: string }>`
    select c.table_name, c.column_name from information_schema.columns c join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
    where c.table_schema = 'public' and c.column_name like '%sealed%'`.execute(open.db)
  const { rows: used } = await sql<{ tableName: string; columnName: string }>`
    select table_name, column_name from information_schema.view_column_usage where view_name = 'sealed_values'`.execute(open.db)
  const counted = new Set(used.map(({ tableName, columnName }) => `${tableName}.${columnName}`))
  expect(rows.map(({ tableName, columnName }) => `${tableName}.${columnName}`).filter((one) => !counted.has(one))).toEqual([])
})
