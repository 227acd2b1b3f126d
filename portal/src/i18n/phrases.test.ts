import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areasIn, faultsOfArea, wholeLanguages } from '../../build-phrases.ts'

const src = join(import.meta.dirname, '..')
const areas = areasIn(src)

test('SE4: there are areas to look at', () => {
  expect(areas.map((dir) => basename(dir))).toEqual(expect.arrayContaining(['kit', 'app', 'session', 'account', 'reservations']))
})

test.each(areas.map((dir) => [basename(dir), dir]))('SE4: %s says the same in all five languages', (_area, dir) => {
  expect(faultsOfArea(dir)).toEqual([])
})

const english = { title: 'Title', covers_one: '{count} cover', covers_other: '{count} covers', by: 'by {name}', 'live.too_many': 'full' }
const faultsWith = (german: Record<string, string> | string | undefined): string[] => {
  const dir = mkdtempSync(join(tmpdir(), 'phrases-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const lang of ['en', 'es', 'fr', 'nl']) writeFileSync(join(dir, `${lang}.json`), JSON.stringify(english))
  if (german) writeFileSync(join(dir, 'de.json'), typeof german === 'string' ? german : JSON.stringify(german))
  return faultsOfArea(dir).map((fault) => fault.replace(/^\S+\/(\w+\.json) /, '$1 '))
}

test('SE4: what is missing, too much, empty or filled differently is named', () => {
  expect(faultsWith(english)).toEqual([])
  expect(faultsWith(undefined)).toEqual(['de.json is missing'])
  expect(faultsWith({ ...english, extra: 'mehr' })).toEqual(['de.json has "extra", which English has not'])
  expect(faultsWith({ title: 'Titel', covers_one: '{count}', covers_other: '{count}' })).toEqual([
    'de.json lacks "by"',
    'de.json lacks "live.too_many"',
  ])
  expect(faultsWith({ title: ' ', covers_other: '{count}', by: 'von {wem}', 'live.too_many': 'voll' })).toEqual([
    'de.json lacks "covers_one"',
    'de.json says nothing for "title"',
    'de.json leaves {name} out of "by"',
    'de.json has {wem} in "by", which nobody fills',
  ])
  expect(faultsWith({ ...english, covers_one: 'ein Platz' })).toEqual([])
  expect(faultsWith(JSON.stringify(english, null, 2).replace('{', '{\n  "by": "von {name}",'))).toEqual(['de.json says "by" twice'])
})

test('SE4: such a portal is not built, and beside it a developer is warned', () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const area of ['kit', 'app', 'features/halls']) {
    mkdirSync(join(dir, area), { recursive: true })
    for (const lang of ['en', 'de', 'es', 'fr', 'nl']) writeFileSync(join(dir, area, `${lang}.json`), JSON.stringify(english))
  }
  const { buildStart } = wholeLanguages(dir) as unknown as { buildStart: (this: unknown) => void }
  const build = (watchMode: boolean): string[] => {
    const said: string[] = []
    const say = (how: string) => (text: string) => said.push(`${how}: ${text}`)
    buildStart.call({ meta: { watchMode }, error: say('error'), warn: say('warning') })
    return said
  }
  expect(build(false)).toEqual([])
  writeFileSync(join(dir, 'features/halls/nl.json'), '{}')
  expect(build(false)).toEqual([expect.stringMatching(/^error: [^]*halls\/nl.json lacks "title"/)])
  expect(build(true)).toEqual([expect.stringMatching(/^warning: /)])
})

const sourcesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

test('SE4: dates and numbers become text in one place only', () => {
  // A clock of a zone is read in a fixed notation; plural rules and the units of a currency are not text.
  const allowed = ['kit/format.ts', 'kit/zone-clock.ts', 'kit/minor-units.ts', 'i18n/say.ts']
  const found = sourcesBelow(src).filter(
    (file) =>
      !allowed.includes(file) &&
      /\.toLocale\w*String\(|Intl\.(DateTime|Number|List|RelativeTime)Format/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(found).toEqual([])
})
