import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { langs } from '@tablewire/contracts/kit/wire'
import { expect, test } from 'vitest'
import { areasIn } from '../../build-phrases.ts'

const root = join(import.meta.dirname, '../../..')
const features = join(root, 'server/src/features')
const serverBooks = globSync('*/*/en.json', { cwd: features }).map((file) => dirname(join(features, file)))
const books = [...areasIn(join(root, 'portal/src')), ...serverBooks]

/** One word for one thing: what another word stands for here. */
const elsewhere: Record<(typeof langs)[number], RegExp> = {
  en: /\bholds at once\b|You were to be|\bno party size\b/i,
  // A venue is a restaurant on every page.
  es: /\blocal(es)?\b/i,
  fr: /\b[ée]tablissement/i,
  de: /laufkundschaft|\bspuren\b|\buneins\b/i,
  // People are spoken to politely.
  nl: /\b(je|jij|jouw)\b|\bsporen\b|\boneens\b/i,
}

test.each(langs)('SE4: %s has one word for one thing', (lang) => {
  const found = books.flatMap((dir) =>
    Object.entries(JSON.parse(readFileSync(join(dir, `${lang}.json`), 'utf8')) as Record<string, string>)
      .filter(([, text]) => elsewhere[lang].test(text))
      .map(([name, text]) => `${relative(root, dir)} ${name}: ${text}`),
  )
  expect(found).toEqual([])
})

const wordsOf = (area: string, lang: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'portal/src', area, `${lang}.json`), 'utf8')) as Record<string, string>

test.each(langs)('SE4: in %s a role is the same in menu and list', (lang) => {
  expect(wordsOf('app', lang)['role.ROLE_MANAGER']).toBe(wordsOf('features/users', lang)['role.ROLE_MANAGER'])
})
