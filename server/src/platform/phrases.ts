import type { Lang } from '@tablewire/contracts/kit/wire'

type Head<K> = K extends `${infer First}.${string}` ? First : K
type Below<B, H extends string> = { [K in keyof B as K extends `${H}.${infer Rest}` ? Rest : never]: B[K] }
type Nested<B> = { readonly [H in Head<keyof B & string>]: H extends keyof B ? B[H] : Nested<Below<B, H>> }

/** `{ 'booked.subject': text }` as `{ booked: { subject: text } }`. */
const nested = (book: Readonly<Record<string, string>>): object => {
  const root: Record<string, unknown> = {}
  for (const [key, phrase] of Object.entries(book)) {
    const path = key.split('.')
    const last = path.pop()!
    let at = root
    for (const part of path) at = (at[part] ??= {}) as Record<string, unknown>
    at[last] = phrase
  }
  return root
}

/**
 * What the server says to people, from files of the portal's format: one for each language, flat, in the folder named like the file that reads them
 * (`tests/laws/phrases.test.ts` holds the languages against one another). A key that English lacks does not compile.
 */
export const phrasesOf = <B extends Readonly<Record<string, string>>>(books: Record<Lang, B>): Record<Lang, Nested<B>> =>
  Object.fromEntries(Object.entries(books).map(([lang, book]) => [lang, nested(book)])) as Record<Lang, Nested<B>>

/** What follows a label: in French a space stands before it. */
export const colonOf = (lang: string): string => (lang === 'fr' ? ' :' : ':')

/** The phrase with its `{gaps}` filled from `values`. */
export const fill = (phrase: string, values: Readonly<Record<string, string | number>>): string =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))
