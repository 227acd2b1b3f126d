import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/decisions')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\n')

/** Source files that a text names and that are nowhere: `write-venue.ts`, `platform/config.ts`. */
const lostIn = (text: string): string[] =>
  Array.from(text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css))`/g), ([, name]) => name!).filter(
    (name) => !files.some((file) => file === name || file.endsWith(`/${name}`)),
  )

test('a file that is nowhere is found out', () => {
  expect(lostIn('as `tools/architecture.ts`, `architecture.ts` and `no-such-file.ts` do')).toEqual(['no-such-file.ts'])
})

test.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s names only files that exist', (name) => {
  expect(lostIn(readFileSync(join(folder, name), 'utf8'))).toEqual([])
})
