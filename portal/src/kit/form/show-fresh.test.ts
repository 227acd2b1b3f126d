import { expect, test } from 'vitest'
import { showFresh } from './show-fresh.ts'

type Values = { name: string; phone: string }
const aForm = (now: Values) => {
  const resets: Values[] = []
  return { form: { getValues: () => now, reset: (values: unknown) => void resets.push(values as Values) }, resets }
}

test('a saved form shows what was saved', () => {
  const { form, resets } = aForm({ name: 'Casa ', phone: '1' })
  showFresh<Values>(form as never, { before: { name: 'Casa ', phone: '1' }, fresh: { name: 'Casa', phone: '1' } })
  expect(resets.at(-1)).toEqual({ name: 'Casa', phone: '1' })
})

test('what was typed while it was saved stays, and counts as unsaved', () => {
  const { form, resets } = aForm({ name: 'Casa', phone: '123' })
  showFresh<Values>(form as never, { before: { name: 'Casa', phone: '1' }, fresh: { name: 'Casa', phone: '1' } })
  expect(resets).toEqual([
    { name: 'Casa', phone: '1' },
    { name: 'Casa', phone: '123' },
  ])
})

test('a field that was not sent, as one that is switched off, was not typed', () => {
  const { form, resets } = aForm({ name: 'Casa', phone: '1' })
  showFresh<Values>(form as never, { before: { name: 'Casa' } as Values, fresh: { name: 'Casa', phone: '2' } })
  expect(resets.at(-1)).toEqual({ name: 'Casa', phone: '2' })
})
