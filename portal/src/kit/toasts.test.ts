import { afterEach, expect, test, vi } from 'vitest'
import { toast } from './toasts.ts'

vi.mock('#src/i18n/store.ts', () => ({
  makeStore: <T>(first: T) => {
    let now = first
    return { get: () => now, set: (next: T) => (now = next), use: () => now }
  },
}))
const { useToasts: shownNow } = await import('./toasts.ts')
const texts = (): string[] => shownNow().map(({ text }) => text)
afterEach(() => toast.clear())

test('a notice that offers the way back goes with what it tells of', () => {
  const undo = { label: 'Undo', run: () => undefined }
  toast.undoable('venue', 'Archived.', undo)
  toast.undoable('other', 'Other archived.', undo)
  toast.over('venue')
  toast.success('Back.')
  expect(texts()).toEqual(['Other archived.', 'Back.'])
  // The next act on the same is the one that is taken back.
  toast.undoable('other', 'Other archived again.', undo)
  expect(texts()).toEqual(['Back.', 'Other archived again.'])
})
