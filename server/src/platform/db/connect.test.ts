import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { executorOf, makeDb, makePool } from './connect.ts'
import { statement } from './statement.ts'
import { transaction } from './transaction.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb(1)
})
afterAll(() => open.close())

const one = (db: OpenDb['db']) => statement<{ oneMore: number }>`select ${1}::int + 1 as one_more`.execute(db)

test('a connection that the database ends, in the middle of a transaction or alone, fails whoever has it and nobody after', async () => {
  const ctx = aCtx(open.db)
  for (const _ of [1, 2, 3, 4]) {
    const ended = transaction(ctx, async ({ db }) => {
      await one(db)
      await statement`select pg_terminate_backend(pg_backend_pid()), ${1}::int`.execute(db)
    })
    await expect(ended).rejects.toThrow(/terminat/i)
    await expect(statement`select pg_terminate_backend(pg_backend_pid()), ${1}::int`.execute(open.db)).rejects.toThrow(/terminat/i)
    expect((await transaction(ctx, ({ db }) => one(db))).rows).toEqual([{ oneMore: 2 }])
    expect((await one(open.db)).rows).toEqual([{ oneMore: 2 }])
  }
})

test('an error of the database tells who asked', async () => {
  const askedHere = async () => await statement`select 1 / ${0}::int`.execute(open.db)
  await expect(askedHere()).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('askedHere') })
})

test('a transaction that a text of several statements left open is nobody else’s', async () => {
  const pool = makePool({ url: open.url, max: 1, name: 'several' })
  const db = makeDb(pool)
  const executor = executorOf(pool)
  await expect(executor.executeSql('begin; select 1 / 0; commit', undefined)).rejects.toMatchObject({ code: '22012' })
  expect((await one(db)).rows).toEqual([{ oneMore: 2 }])
  await executor.executeSql('begin; create table left_open ()', undefined)
  const { rows } = await statement<{ name: string | null }>`select to_regclass(${'left_open'})::text as name`.execute(db)
  expect(rows).toEqual([{ name: null }])
  await db.destroy()
})
