import { langs } from '@tablewire/contracts/kit/wire'
import { expect, test } from 'vitest'
import { mailPhrases } from './mail-phrases.ts'

/** Every text by its path, and the places it leaves open. */
const holesOf = (value: unknown, path = ''): [string, string[]][] =>
  typeof value === 'string'
    ? [[path, [...value.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted()]]
    : Object.entries(value as object).flatMap(([key, inner]) => holesOf(inner, `${path}.${key}`))

test.each(langs.filter((lang) => lang !== 'en'))(
  'SE4: the account mails in %s say the same as in English, in words of their own',
  (lang) => {
    expect(holesOf(mailPhrases[lang])).toEqual(holesOf(mailPhrases.en))
    expect(JSON.stringify(mailPhrases[lang])).not.toContain(mailPhrases.en.changed.paragraphs['2'])
    expect(mailPhrases[lang].recovery.title).not.toBe(mailPhrases.en.recovery.title)
  },
)
