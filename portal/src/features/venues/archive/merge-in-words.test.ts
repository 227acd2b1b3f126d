import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MergeForecast } from '@tablewire/contracts/estate/venue-merge'
import { afterAll, expect, test, vi } from 'vitest'
import { say, type Values } from '#src/i18n/say.ts'

// The language stands at the page, which a test has none of.
vi.stubGlobal('document', { documentElement: { lang: 'en' } })
// Other files of this process would take it for a browser's.
afterAll(() => void vi.unstubAllGlobals())
const { movedByMerge, leftByMerge } = await import('./merge-in-words.ts')

const phrases = JSON.parse(readFileSync(join(import.meta.dirname, '../en.json'), 'utf8')) as Record<string, string>
const t: Parameters<typeof movedByMerge>[0] = (key: string, values?: Values) => say({ lang: 'en', phrases }, key, values)
const forecast = (changes: Partial<MergeForecast> = {}): MergeForecast => ({
  kept: { id: '1', name: 'Casa Mayor', city: 'Madrid', externalId: 'M-1' },
  other: { id: '2', name: 'Casa Mayor (2)', city: 'Madrid', externalId: null },
  channels: [],
  channelsStay: [],
  people: 0,
  group: null,
  groupLeft: null,
  products: [],
  reservations: 0,
  ...changes,
})

test('VE1: what a merge brings and what it leaves is told line by line, and nothing that is not so', () => {
  expect([movedByMerge(t, forecast()), leftByMerge(t, forecast())]).toEqual([[], []])
  const full = forecast({ channels: ['Google', 'Guide'], people: 1, group: 'Norte', products: ['meta', 'listing'] })
  full.other.externalId = 'M-2'
  expect(movedByMerge(t, full)).toEqual([
    'Channels, with their terms: Google, Guide',
    '1 person sees it from now on',
    'Group: Norte',
    'Products: Meta, Listing',
    'Own id M-2: it finds Casa Mayor as well',
  ])
  expect(leftByMerge(t, forecast({ reservations: 2, channelsStay: ['Google'], groupLeft: 'Sur' }))).toEqual([
    '2 reservations of the past, to be read at the archived venue with their guests',
    'Channels both have; the terms of Casa Mayor hold: Google',
    'Group Sur: its people do not see Casa Mayor by it',
  ])
})
