import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDb } from '../../../tests/build/a-ctx.ts'
import { registerGuards } from '#src/platform/db/guards.ts'
import { isRetryable } from '#src/platform/db/transaction.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { allGuards } from './guards-all.ts'

const codes = Object.assign({}, ...allGuards.map(({ states }) => states)) as Readonly<Record<string, ErrorCode>>
const folder = join(import.meta.dirname, '../../migrations')
/** Raised only by a bug of ours, and never shown; the last is caught where it is raised. */
const ours = ['TW009', 'TW011', 'TW012', 'TW029', 'TW050', 'TW013', 'TW141', 'TW382']

test('each guard of the database is told by the feature that owns it, or is ours', () => {
  const raised = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/(?<=errcode = ')TW\d{3}/g) ?? [])
  expect([...Object.keys(codes), ...ours].toSorted()).toEqual([...new Set(raised)].toSorted())
})

test('a refusal of the database is the one its feature told', () => {
  registerGuards(allGuards)
  const codeOf = (code: string): string | undefined => asProblem(Object.assign(new Error('refused'), { code }))?.code
  for (const [state, code] of Object.entries(codes)) expect(codeOf(state), state).toBe(code)
  for (const state of ours) expect(codeOf(state), state).toBeUndefined()
})

test('what others used up while it was asked is decided again, what never becomes legal is not', () => {
  registerGuards(allGuards)
  expect(Object.keys(codes).filter((code) => isRetryable({ code }))).toEqual([
    'TW040',
    'TW006',
    'TW280',
    'TW282',
    'TW002',
    'TW003',
    'TW004',
    'TW005',
  ])
})

test('every constraint a feature has words for stands in the database', async () => {
  const { db, close } = await aDb()
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint union select relname from pg_class where relkind = 'i'`.execute(db)
  await close()
  const known = new Set(rows.map(({ name }) => name))
  expect(allGuards.flatMap(({ constraints }) => Object.keys(constraints ?? {})).filter((name) => !known.has(name))).toEqual([])
})
