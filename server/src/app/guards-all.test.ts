import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asProblem, knowGuards } from '#src/platform/http/errors.ts'
import { allGuards } from './guards-all.ts'

const folder = join(import.meta.dirname, '../../migrations')
/** Broken only by a mistake of ours, which nobody outside is to read of; the last is caught where it is raised. */
const ours = ['TW009', 'TW011', 'TW012', 'TW029', 'TW013']

test('each guard of the database is told by the feature that owns it, or is ours', () => {
  const raised = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/(?<=errcode = ')TW\d{3}/g) ?? [])
  expect([...Object.keys(allGuards), ...ours].toSorted()).toEqual([...new Set(raised)].toSorted())
})

test('a refusal of the database is the one its feature told', () => {
  knowGuards(allGuards)
  const codeOf = (code: string): string | undefined => asProblem(Object.assign(new Error('refused'), { code }))?.code
  for (const [state, code] of Object.entries(allGuards)) expect(codeOf(state), state).toBe(code)
  for (const state of ours) expect(codeOf(state), state).toBeUndefined()
})
