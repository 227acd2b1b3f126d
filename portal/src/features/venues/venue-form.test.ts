import { VenueUpdate } from '@tablewire/contracts/estate/venue-fields'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { bodyOf, fields, formOf, tabOf } from './venue-form.ts'

const venue = {
  id: '01900000-0000-7000-8000-000000000001',
  externalId: null,
  companyId: '01900000-0000-7000-8000-000000000002',
  name: 'Casa Luz',
  phoneNumber: '+34912345678',
  address: null,
  postalCode: null,
  city: 'Madrid',
  countryCode: 'ES',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
  latitude: null,
  longitude: null,
  sdkAccess: false,
  tripadvisorId: null,
  minCovers: 1,
  maxCovers: 20,
  active: true,
  archivedAt: null,
  systemId: '01900000-0000-7000-8000-000000000001',
  systemName: 'Tablewire book',
  listingEnabled: false,
  metaEnabled: false,
  version: 3,
  companyName: 'Luz',
  mergedInto: null,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  displayName: null,
  displayColor: '#AABBCC',
  emailDomain: null,
  paymentType: 'none' as const,
  paymentDefinition: { requireCreditCard: false, deposit: null, noShowFee: null },
  paymentPolicy: {},
  paymentGateway: null,
  cutOff: null,
  cancellationWindow: 120,
  holdingTime: 600,
  maxDays: 90,
  bookeableAreas: false,
  pressureReleaseHours: 4,
  keptBack: [{ shiftId: '01900000-0000-7000-8000-000000000003', name: 'Dinner', covers: 4, coversMax: 40 }],
  emailSenderName: null,
  emailReplyTo: null,
  emailNotices: ['booked' as const],
  confirmationText: { en: 'Hello' },
  messageTexts: { reminder: { en: 'See you' } },
  messagePorts: { reminder: 'text' as const },
  messageLines: { reminder: { en: 'See you {day}' } },
  reminderHoldout: 10,
  reminderHours: 24,
  sameDayHours: 3,
  quietFrom: 21,
  quietUntil: 9,
  syncEnabled: true,
  metaEnabledAt: null,
  metaPageId: null,
  metaSSOEnabled: false,
  metaSSOClientId: null,
  rwgMaxDays: null,
  maxPartySize: null,
  listingEnabledAt: null,
  ftpUser: null,
  ftpFolder: null,
  ftpPasswordSetAt: null,
  systemCredentials: 'system' as const,
  systemTokenSetAt: null,
  test: false,
}

test('VE2: every field of the form stands in a tab, once', () => {
  expect(Object.keys(formOf(venue)).toSorted()).toEqual([...fields].toSorted())
  expect(tabOf('keptBack.0.covers')).toBe('release')
})

test('VE2: only what was changed is sent, and the contract takes it', () => {
  const before = formOf(venue)
  expect(bodyOf(before, before)).toEqual({})
  const body = bodyOf(before, {
    ...before,
    city: '',
    maxDays: 30,
    notice: { ...before.notice, changed: true },
    keptBack: [{ ...before.keptBack[0]!, covers: null }],
    ftpPassword: 'secret',
  })
  expect(body).toEqual({
    city: null,
    maxDays: 30,
    emailNotices: ['booked', 'changed'],
    keptBack: [{ shiftId: '01900000-0000-7000-8000-000000000003', covers: 0 }],
    ftpPassword: 'secret',
  })
  expect(z.safeParse(VenueUpdate, body).success).toBe(true)
  expect(bodyOf(before, { ...before, name: '' })).toEqual({ name: '' })
})

test('VE2: money is typed in whole units and sent in the smallest, and only what the kind of payment asks for', () => {
  const asked = {
    ...venue,
    paymentType: 'deposit' as const,
    paymentDefinition: { requireCreditCard: true, deposit: { type: 'per_person' as const, amount: 1550 }, noShowFee: null },
  }
  const before = formOf(asked)
  expect(before.paymentDefinition).toEqual({
    deposit: { type: 'per_person', amount: 15.5 },
    noShowFee: { type: 'per_person', amount: null },
  })
  const noShowFee = { type: 'fixed_price' as const, amount: 40 }
  const body = bodyOf(before, { ...before, paymentDefinition: { ...before.paymentDefinition, noShowFee } })
  expect(body).toEqual({
    paymentDefinition: { deposit: { type: 'per_person', amount: 1550 }, noShowFee: { type: 'fixed_price', amount: 4000 } },
  })
  expect(z.safeParse(VenueUpdate, body).success).toBe(true)
  expect(bodyOf(before, { ...before, paymentType: 'guarantee', paymentDefinition: { ...before.paymentDefinition, noShowFee } })).toEqual({
    paymentType: 'guarantee',
    paymentDefinition: { noShowFee: { type: 'fixed_price', amount: 4000 } },
  })
  // The yen has no smaller unit.
  expect(bodyOf(before, { ...before, currency: 'JPY', paymentDefinition: { ...before.paymentDefinition, noShowFee } })).toMatchObject({
    paymentDefinition: { noShowFee: { amount: 40 } },
  })
})
