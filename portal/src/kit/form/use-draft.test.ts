import { createFormControl } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDraft } from './keep-draft.ts'
import { draftKey, readStoredDraft, writeStoredDraft } from './stored-draft.ts'

const place = draftKey('somebody', 'company:1')
const kept = (): unknown => readStoredDraft<{ city: string }>(place)?.values

beforeEach(() => {
  const rows = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, text: string) => void rows.set(key, text),
    removeItem: (key: string) => void rows.delete(key),
  })
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const aForm = () => {
  const form = createFormControl({ defaultValues: { city: 'Bilbao' } })
  const onClean = vi.fn<() => void>()
  form.register('city')
  const end = keepDraft(form, place, { dirty: false, typed: () => ({ of: 1, values: form.getValues() }), onClean })
  const type = (city: string): void => form.setValue('city', city, { shouldDirty: true })
  return { form, end, type, onClean }
}

test('UX: what is typed is kept after a pause, and forgotten by the save', () => {
  const { form, end, type, onClean } = aForm()
  type('X hal')
  expect(kept()).toBeUndefined()
  vi.advanceTimersByTime(700)
  expect(kept()).toEqual({ city: 'X hal' })
  type('X half')
  form.reset({ city: 'X half' })
  vi.runAllTimers()
  expect(kept()).toBeUndefined()
  expect(onClean).toHaveBeenCalled()
  end()
})

test('UX: a save that ends the keeping in the same moment leaves no draft behind', () => {
  const { form, end, type } = aForm()
  type('X hal')
  vi.advanceTimersByTime(700)
  type('X half')
  form.reset({ city: 'X half' })
  end()
  vi.runAllTimers()
  expect(kept()).toBeUndefined()
})

test('UX: a form that is left while something unsaved stands in it keeps its draft', () => {
  const { end, type } = aForm()
  type('X hal')
  vi.advanceTimersByTime(700)
  end()
  expect(kept()).toEqual({ city: 'X hal' })
})

test('UX: no secret that is typed lies on the device, whatever the form keeps', () => {
  const typed = {
    url: 'https://texts.example',
    secret: 'A',
    appSecret: 'B',
    ftpPassword: 'C',
    systemToken: 'D',
    sftpPrivateRsaKey: 'E',
    authValue: 'F',
  }
  writeStoredDraft(place, { of: 1, base: typed, values: typed })
  expect(readStoredDraft(place)).toMatchObject({ base: { url: 'https://texts.example' }, values: { url: 'https://texts.example' } })
  expect(localStorage.getItem(place)).not.toMatch(/"[A-F]"/)
})
