import { readFile } from 'node:fs/promises'
import { langs } from '@tablewire/contracts/kit/wire'
import { expect, test } from 'vitest'

const phrases = async (path: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')) as Record<string, string>
/** Those under a prefix, without it; `.` inside tells more of the same. */
const under = (all: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('.'))
      .map(([key, text]) => [key.slice(prefix.length), text]),
  )

test.each(langs)('AN2: the file of listings names things as the screen does: %s', async (lang) => {
  const book = await phrases(`server/src/features/listing-analytics/listing-book-phrases/${lang}.json`)
  const [listing, copies] = [
    await phrases(`portal/src/features/listing/${lang}.json`),
    await phrases(`portal/src/features/listing-copies/${lang}.json`),
  ]
  const pairs = [
    [under(book, 'gaps.'), under(listing, 'g.')],
    [under(book, 'fields.'), under(copies, 'f.')],
    [under(book, 'states.'), under(copies, 'state.')],
  ] as const
  for (const [ours, shown] of pairs) {
    expect(Object.keys(ours).length).toBeGreaterThan(4)
    expect(shown).toMatchObject(ours)
  }
})
