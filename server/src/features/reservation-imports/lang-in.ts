import { Lang, langs } from '@tablewire/contracts/kit/wire'

const byName = new Map(
  langs.flatMap((spoken) => {
    const names = new Intl.DisplayNames(spoken, { type: 'language' })
    return langs.map((lang) => [(names.of(lang) ?? lang).toLowerCase(), lang] as const)
  }),
)

/** The language of a code (`de`, `de-DE`, `de_DE`) or of its name in one of our languages; a word that only begins like a code is none. */
export const langIn = (text: string): Lang | undefined => {
  const plain = text.trim().toLowerCase()
  const code = /^([a-z]{2})(?:[-_](?:[a-z]{2}|\d{3}))?$/.exec(plain)?.[1]
  return Lang.options.find((lang) => lang === code) ?? byName.get(plain)
}
