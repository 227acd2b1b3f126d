import type { Licence } from '@tablewire/contracts/estate/licences'
import { expect, test } from 'vitest'
import { taken, without } from './products.ts'

const row = (over: Partial<Licence> = {}): Licence => ({
  id: 'a',
  name: 'Casa',
  city: null,
  countryCode: 'ES',
  externalId: null,
  systemName: null,
  channels: [{ id: 'c', name: 'Guide', state: 'live' }],
  metaEnabled: true,
  metaPage: null,
  listingEnabled: false,
  ...over,
})

test('CH3: taking one product away keeps the venue, taking the last drops it', () => {
  const meta = { venueId: 'a', product: { kind: 'meta' } } as const
  const channel = { venueId: 'a', product: { kind: 'channel', id: 'c', name: 'Guide' } } as const
  expect(without(row(), meta)).toMatchObject({ metaEnabled: false, channels: [{ id: 'c' }] })
  expect(without(row(), channel)).toMatchObject({ metaEnabled: true, channels: [] })
  expect(without(row({ metaEnabled: false }), channel)).toBeUndefined()
  expect(without(row({ channels: [] }), meta)).toBeUndefined()
})

test('CH3: the list and its total follow at once, other places stay', () => {
  const list = { total: 3, rows: [row(), undefined, row({ id: 'b' })] }
  expect(taken(list, 'b', () => undefined)).toEqual({ total: 2, rows: [row(), undefined] })
  expect(taken(list, 'b', (one) => ({ ...one, name: 'New' }))?.rows[2]).toMatchObject({ name: 'New' })
  expect(taken(list, 'elsewhere', () => undefined)).toBe(list)
  expect(taken(undefined, 'a', () => undefined)).toBeUndefined()
})
