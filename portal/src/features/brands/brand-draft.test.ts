import type { Brand } from '@tablewire/contracts/identity/brands'
import { brands } from '@tablewire/contracts/identity/brands'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { bodyOf, type Draft, draftOf, emptyDraft, faultsOf, isChanged, changedSections, themeNameOf } from './brand-draft.ts'

const brand: Brand = {
  id: '01900000-0000-7000-8000-000000000000',
  name: 'Blue Door',
  logo: '/brand-pictures/a.png',
  menuLogo: '',
  favicon: '',
  domains: ['blue.example'],
  sdkTheme: 'blue-door',
  theme: { mode: 'light', palette: { primary: '#0369A1', info: '#0284C7' }, buttonHover: { primary: '#075985' } },
}

test('BR1: a brand that was only looked at goes back as it came', () => {
  const draft = draftOf(brand)
  expect(isChanged(draft, draftOf({ ...brand }))).toBe(false)
  const { id: _, ...fields } = brand
  expect(bodyOf(draft)).toEqual({ ...fields, theme: { ...fields.theme, fixedMode: false } })
  expect(z.safeParse(brands.create.body, bodyOf(draft)).success).toBe(true)
  expect(faultsOf(draft)).toEqual({})
})

test('BR1: what the server would refuse is said before, field by field as it names them', () => {
  const draft: Draft = {
    ...draftOf(brand),
    name: '  ',
    sdkTheme: 'Blue Door',
    domains: ['good.example', 'localhost', ''],
    colours: { ...draftOf(brand).colours, primary: '', warning: '#12' },
    hover: { primary: 'red', secondary: '' },
  }
  expect(faultsOf(draft)).toEqual({
    name: 'fault.required',
    sdkTheme: 'fault.sdkTheme',
    'domains.1': 'fault.domain',
    'domains.2': 'fault.domain',
    'theme.palette.primary': 'fault.required',
    'theme.palette.warning': 'fault.colour',
    'theme.buttonHover.primary': 'fault.colour',
  })
  expect(faultsOf(emptyDraft)).toEqual({ name: 'fault.required', sdkTheme: 'fault.required' })
})

test('BR1: the parts that somebody else changed are named', () => {
  const before = draftOf(brand)
  expect(changedSections(before, before)).toEqual([])
  const after = { ...before, name: 'Red Door', hover: { ...before.hover, secondary: '#111111' }, fixedMode: true }
  expect(changedSections(before, after)).toEqual(['names', 'colours', 'mode'])
  expect(changedSections(before, { ...before, domains: [], favicon: '/x' })).toEqual(['pictures', 'domains'])
})

test.each([
  ['Blue Door', 'blue-door'],
  ['  Café Söhne & Co. ', 'cafe-sohne-co'],
  ['مطعم النخيل', 'brand'],
  ['', ''],
  ['x'.repeat(80), 'x'.repeat(40)],
])('a brand called "%s" gets the widget theme "%s"', (name, theme) => {
  expect(themeNameOf(name)).toBe(theme)
})
