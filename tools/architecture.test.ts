import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkTree } from './architecture.ts'
import { readTree } from './import-graph.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const packages = { 'contracts/package.json': '{"name":"@tablewire/contracts"}', 'server/package.json': '{"name":"@tablewire/server"}' }

const problemsOf = (files: Readonly<Record<string, string>>): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'tw-arch-'))
  folders.push(root)
  for (const [path, text] of Object.entries({ ...packages, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkTree(readTree(root), []).map(({ file, rule }) => `${file} ${rule}`)
}

const value = 'export const one = 1\n'
const long = (lines: number): string => Array.from({ length: lines }, (_, line) => `export const v${line} = ${line}`).join('\n')

test('a tree that keeps the rules has no problem', () => {
  const files = {
    'contracts/src/venues.ts': value,
    'server/src/platform/clock.ts': 'export const now = () => Date.now()',
    'server/src/platform/config.ts': 'export const port = process.env.PORT',
    'server/src/features/venues/api.ts': `import { one } from '@tablewire/contracts/estate/venues'\nimport { row } from './venue-rows.ts'\nexport const two = one + row`,
    'server/src/features/venues/venue-rows.ts': '// new Date() is what clock.ts is for\nexport const row = 2',
    'server/src/features/venues/venue-rows.test.ts': `import { one } from '../reservations/seat-reservation.ts'\nexport const at = new Date()`,
    'server/src/features/reservations/seat-reservation.ts': `import type { two } from '#src/features/venues/api.ts'\nexport const one = 1 as typeof two`,
    'server/src/features/reservations/routes.ts': value,
    'server/src/app/mount-all.ts': `import { one } from '#src/features/reservations/routes.ts'\nexport const all = [one]`,
    'portal/src/app/router.tsx': `export const page = () => import('../features/venues/VenuesPage.tsx')`,
    'portal/src/features/venues/VenuesPage.tsx': value,
  }
  expect(problemsOf(files)).toEqual([])
})

test.each<[string, Record<string, string>, string[]]>([
  [
    'contracts import the server, if only a type',
    { 'contracts/src/venues.ts': `import type { one } from '@tablewire/server/platform/ctx'`, 'server/src/platform/ctx.ts': value },
    ['contracts/src/venues.ts direction'],
  ],
  [
    'the platform knows a feature',
    { 'server/src/platform/ctx.ts': `import { one } from '#src/features/venues/api.ts'`, 'server/src/features/venues/api.ts': value },
    ['server/src/platform/ctx.ts direction'],
  ],
  [
    'a feature reaches past another one’s api.ts',
    {
      'server/src/features/reservations/view.ts': `import { one } from '#src/features/venues/venue-rows.ts'`,
      'server/src/features/venues/venue-rows.ts': value,
    },
    ['server/src/features/reservations/view.ts serverFeatures'],
  ],
  [
    'an earlier feature asks a later one',
    {
      'server/src/features/venues/view.ts': `import { one } from '../reservations/api.ts'`,
      'server/src/features/reservations/api.ts': value,
    },
    ['server/src/features/venues/view.ts serverFeatures'],
  ],
  ['a feature stands outside the order', { 'server/src/features/rockets/api.ts': value }, ['server/src/features/rockets serverFeatures']],
  [
    'app takes a verb out of a feature',
    {
      'server/src/app/mount.ts': `import { one } from '../features/venues/pause-venue.ts'`,
      'server/src/features/venues/pause-venue.ts': value,
    },
    ['server/src/app/mount.ts serverFeatures'],
  ],
  [
    'one portal feature imports another',
    { 'portal/src/features/a/APage.tsx': `import { one } from '../b/BPage.tsx'`, 'portal/src/features/b/BPage.tsx': value },
    ['portal/src/features/a/APage.tsx portalFeatures'],
  ],
  [
    'the portal loads a page at once',
    { 'portal/src/app/router.tsx': `import { one } from '../features/b/BPage.tsx'`, 'portal/src/features/b/BPage.tsx': value },
    ['portal/src/app/router.tsx portalFeatures'],
  ],
  [
    'the platform runs a connector’s code',
    { 'server/src/platform/ctx.ts': `import { one } from '../../../connectors/src/kit/port.ts'`, 'connectors/src/kit/port.ts': value },
    ['server/src/platform/ctx.ts onlyTypes'],
  ],
  [
    'a ring',
    {
      'contracts/src/a.ts': `import type { b } from './b.ts'\nexport const a = 1`,
      'contracts/src/b.ts': `import { a } from './a.ts'\nexport const b = a`,
    },
    ['contracts/src/a.ts ring'],
  ],
  ['a barrel', { 'contracts/src/a.ts': value, 'contracts/src/all.ts': `export { one } from './a.ts'` }, ['contracts/src/all.ts barrel']],
  [
    'a list of names that another feature may ask for',
    { 'server/src/features/venues/api.ts': `export { one } from './one.ts'`, 'server/src/features/venues/one.ts': value },
    [],
  ],
  [
    'a list of names nobody wrote down',
    { 'server/src/features/venues/api.ts': `export * from './one.ts'`, 'server/src/features/venues/one.ts': value },
    ['server/src/features/venues/api.ts barrel'],
  ],
  ['a file too long', { 'contracts/src/a.ts': long(301) }, ['contracts/src/a.ts size']],
  ['a test too long', { 'contracts/src/a.test.ts': long(501) }, ['contracts/src/a.test.ts size']],
  ['a drawer', { 'server/src/platform/utils/x.ts': value }, ['server/src/platform/utils/x.ts name']],
  ['an index file', { 'contracts/src/index.ts': value }, ['contracts/src/index.ts name']],
  ['a file in camel case', { 'contracts/src/venueRows.ts': value }, ['contracts/src/venueRows.ts name']],
  ['a verb that says nothing', { 'server/src/platform/handle-mail.ts': value }, ['server/src/platform/handle-mail.ts name']],
  [
    'the environment in a feature',
    { 'server/src/features/venues/a.ts': 'export const p = process.env.PORT' },
    ['server/src/features/venues/a.ts environment'],
  ],
  [
    'the clock in a feature',
    { 'server/src/features/venues/a.ts': 'export const at = new Date()' },
    ['server/src/features/venues/a.ts clock'],
  ],
  [
    'a timer of its own in a feature',
    { 'server/src/features/venues/a.ts': 'export const wait = () => setTimeout(() => undefined, 5)' },
    ['server/src/features/venues/a.ts timers'],
  ],
  [
    'a node module in the portal',
    { 'portal/src/kit/a.ts': `import { join } from 'node:path'\nexport const a = join('a')` },
    ['portal/src/kit/a.ts nodeFree'],
  ],
])('finds %s', (_what, files, expected) => {
  expect(problemsOf(files)).toEqual(expected)
})

test('a feature of more than thirty files is too big', () => {
  const files = Object.fromEntries(Array.from({ length: 31 }, (_, number) => [`server/src/features/venues/verb-${number}.ts`, value]))
  expect(problemsOf(files)).toEqual(['server/src/features/venues size'])
})

test('an exception covers its one deviation, and is itself a problem when there is none', () => {
  const root = mkdtempSync(join(tmpdir(), 'tw-arch-'))
  folders.push(root)
  mkdirSync(join(root, 'contracts/src'), { recursive: true })
  writeFileSync(join(root, 'contracts/src/a.ts'), long(301))
  const allowed = [{ file: 'contracts/src/a.ts', rule: 'size', reason: 'a table' }]
  expect(checkTree(readTree(root), allowed)).toEqual([])
  writeFileSync(join(root, 'contracts/src/a.ts'), value)
  expect(checkTree(readTree(root), allowed)).toMatchObject([{ text: 'its exception is no longer needed' }])
})

test('a text that looks like the beginning of a comment hides nothing behind it', () => {
  const accept = "const accept = '*/*'\nexport const x = process.env['PATH']\n/* only this is one */\n"
  const shown = problemsOf({ 'server/src/features/venues/a.ts': accept })
  expect(shown.length).toBeGreaterThan(0)
  expect(problemsOf({ 'server/src/features/venues/a.ts': "/* process.env['PATH'] */\nexport const x = 1\n" })).toEqual([])
})
