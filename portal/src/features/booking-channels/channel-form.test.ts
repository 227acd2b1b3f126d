import { expect, test } from 'vitest'
import { bodyOf, emptyForm, formOf, tabOf } from './channel-form.ts'

test('amounts are written as people write them and sent in the smallest unit', () => {
  const sent = (kind: 'percent' | 'per_cover', amount: number, currency = '') =>
    bodyOf({ ...emptyForm, commission: { kind, amount, currency } }).commission
  expect(sent('percent', 7.5, 'EUR')).toEqual({ kind: 'percent', amount: 750, currency: null })
  expect(sent('per_cover', 1.15, 'EUR')).toEqual({ kind: 'per_cover', amount: 115, currency: 'EUR' })
  expect(sent('per_cover', 150, 'JPY')).toEqual({ kind: 'per_cover', amount: 150, currency: 'JPY' })
  expect(bodyOf(emptyForm).commission).toBeNull()
})

test('what is read and sent back again is the same', () => {
  const { name: _, ...body } = bodyOf({ ...emptyForm, name: 'Guide', subscribeUrl: ' https://a.example/ ' })
  expect(body.subscribeUrl).toBe('https://a.example/')
  const channel = {
    id: '',
    venueCount: 0,
    createdAt: '',
    updatedAt: '',
    version: 1,
    ...emptyForm,
    product: 'google' as const,
    test: false,
    rateLimitPerMinute: 10,
    logo: null,
    hosts: ['https://a.example'],
    subscribeUrl: null,
    connectUrl: null,
    checkUrl: null,
    commission: { kind: 'per_cover' as const, amount: 150, currency: 'EUR' },
  }
  expect(formOf(channel).commission).toEqual({ kind: 'per_cover', amount: 1.5, currency: 'EUR' })
  expect(bodyOf(formOf(channel)).commission).toEqual(channel.commission)
  expect(bodyOf(formOf(channel)).product).toBe('google')
  expect(bodyOf(formOf({ ...channel, product: null })).product).toBeNull()
})

test('each field is found on its tab', () => {
  expect(['name', 'texts.about', 'limits.partyMax', 'commission.amount'].map(tabOf)).toEqual(['details', 'texts', 'limits', 'commission'])
})
