import { type BookingLink, bookingSnippet, widgetModes } from '@tablewire/contracts/channels/booking-link.rules'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../kept-snippets/', import.meta.url)
const kept = new Set(readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8').trim()))

const plain: BookingLink = {
  origin: 'https://host.invalid',
  id: 'VENUE',
  channelId: null,
  mode: 'popup',
  lang: null,
  theme: null,
  colors: null,
  label: 'Book a table',
}
const given = (more: Partial<BookingLink>): string => bookingSnippet({ ...plain, ...more }).replaceAll('https://host.invalid', 'ORIGIN')

// Whoever makes the generator say something else keeps what it says then beside what it said before, and tries it in the browser.
test.each(widgetModes)('what restaurants are given today for the mode %s is kept, and tried with every loader to come', (mode) => {
  expect(kept).toContain(given({ mode }))
})

test('so is what names a channel, a language and a look', () => {
  const chosen = { channelId: 'CHANNEL', lang: 'de', theme: 'dark', label: 'Tisch "reservieren" & mehr' } as const
  expect(kept).toContain(given({ mode: 'button', colors: '#7a3a12 #ffffff' }))
  for (const mode of ['inline', 'popup', 'page'] as const) expect(kept).toContain(given({ ...chosen, mode }))
})
