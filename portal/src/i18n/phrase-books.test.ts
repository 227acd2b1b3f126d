import { expect, test } from 'vitest'
import { phraseBooks } from './phrase-books.ts'

/** Books that arrive when the test lets them. */
const library = () => {
  const waiting = new Map<string, () => void>()
  let lang = 'en'
  const books = phraseBooks({
    read: async (area: string, of: string) => {
      await new Promise<void>((resolve) => waiting.set(`${area} ${of}`, resolve))
      return { title: `${area} in ${of}` }
    },
    current: () => lang,
    show: (next) => void (lang = next),
  })
  const arrive = async (book: string): Promise<void> => {
    await expect.poll(() => [...waiting.keys()]).toContain(book)
    waiting.get(book)!()
    waiting.delete(book)
    await new Promise(setImmediate)
  }
  return { ...books, arrive, lang: () => lang }
}

test('SE4: an area wanted while the language changes is there in the new one before it is shown', async () => {
  const { load, change, of, arrive, lang } = library()
  const start = load('kit')
  await arrive('kit en')
  await start
  const changed = change('nl')
  const page = load('reservations')
  await arrive('kit nl')
  await arrive('reservations en')
  await page
  expect([lang(), of('reservations', 'en')]).toEqual(['en', { title: 'reservations in en' }])
  await arrive('reservations nl')
  await changed
  expect([lang(), of('reservations', 'nl')]).toEqual(['nl', { title: 'reservations in nl' }])
})

test('SE4: an area still on its way when the language changed is awaited in the new one', async () => {
  const { load, change, of, arrive, lang } = library()
  const changed = change('nl')
  await changed
  const page = load('reservations')
  const back = change('en')
  await arrive('reservations en')
  await back
  expect(lang()).toBe('en')
  await arrive('reservations nl')
  await page
  expect(of('reservations', 'en')).toBeDefined()
})

test('SE4: of two changes at once the last one counts', async () => {
  const { load, change, arrive, lang } = library()
  const start = load('kit')
  await arrive('kit en')
  await start
  const away = change('nl')
  await change('en')
  await arrive('kit nl')
  await away
  expect(lang()).toBe('en')
})
