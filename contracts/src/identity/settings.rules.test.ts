import { expect, test } from 'vitest'
import { keptSettings, mergedSettings } from './settings.rules.ts'

const view = (name: string, search: Record<string, string> | null = { q: name }) => ({ name, search })
const saved = (before: object, sent: object) =>
  keptSettings(mergedSettings(before as Record<string, unknown>, sent as Record<string, unknown>))

test('SH6: what one device changes leaves what another one changed', () => {
  const first = saved({}, { mode: 'dark', views: { venues: [view('Madrid')] } })
  const second = saved(first, { columns: 3, views: { reservations: [view('Late')] } })
  expect(second).toEqual({ mode: 'dark', columns: 3, views: { venues: [view('Madrid')], reservations: [view('Late')] } })
  expect(saved(second, { views: { venues: [view('Paris')] } })).toMatchObject({ views: { venues: [view('Madrid'), view('Paris')] } })
})

test('SH6: a view of the same name is replaced, and one without a search goes', () => {
  const before = { views: { venues: [view('Madrid'), view('Paris')] } }
  expect(saved(before, { views: { venues: [view('PARIS', { q: 'other' })] } })).toEqual({
    views: { venues: [view('Madrid'), view('PARIS', { q: 'other' })] },
  })
  expect(saved(before, { views: { venues: [view('Paris', null)] } })).toEqual({ views: { venues: [view('Madrid')] } })
  // Not sent yet, it is still to go.
  expect(mergedSettings({ views: { venues: [view('Lyon')] } }, { views: { venues: [view('Paris', null)] } })).toEqual({
    views: { venues: [view('Lyon'), view('Paris', null)] },
  })
})

test('whatever an older page has left there breaks nothing', () => {
  for (const views of ['x', ['x'], null, { venues: 'x' }, { venues: [null, 1, { name: 2 }] }]) {
    expect(saved({ views }, { views: { venues: [view('Madrid')] } })).toMatchObject({
      views: { venues: expect.arrayContaining([view('Madrid')]) as unknown },
    })
    expect(saved({}, { views })).toEqual({ views })
  }
})
