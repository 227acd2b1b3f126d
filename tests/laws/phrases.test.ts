import { globSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOfArea } from '../../portal/build-phrases.ts'

const root = join(import.meta.dirname, '../..')
/** What the server says to people, in answers, mails and files: folders named for their phrases, with a file for each language, as in the portal. */
const areas = globSync(['server/src/**/*-phrases/', 'contracts/src/phrases/*/'], { cwd: root })

test('SE4: files of phrases stand in such a folder, and every folder is read by the file of its name', () => {
  const files = globSync(['server/src/**/*.json', 'contracts/src/**/*.json'], { cwd: root })
  expect(files.filter((file) => !areas.some((area) => relative(area, file) === basename(file)))).toEqual([])
  const readers = globSync('server/src/**/*-phrases.ts', { cwd: root }).map((file) => file.replace(/\.ts$/, ''))
  expect(
    areas
      .filter((area) => area.startsWith('server'))
      .map((area) => join(dirname(area), basename(area)))
      .toSorted(),
  ).toEqual(readers.toSorted())
})

test.each(areas)('SE4: %s says the same, with the same gaps, in all five languages', (area) => {
  expect(faultsOfArea(join(root, area))).toEqual([])
})
