import { expect, test } from 'vitest'
import { langIn } from './lang-in.ts'

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-DE', 'de'],
  ['de_AT', 'de'],
  ['es-419', 'es'],
  ['German', 'de'],
  ['Deutsch', 'de'],
  [' français ', 'fr'],
  ['inglés', 'en'],
  ['Nederlands', 'nl'],
  ['allemand', 'de'],
  ['denmark', undefined],
  ['frog', undefined],
  ['ende', undefined],
  ['de-', undefined],
  ['', undefined],
  ['it', undefined],
])('%s is %s', (text, lang) => expect(langIn(text)).toBe(lang))
