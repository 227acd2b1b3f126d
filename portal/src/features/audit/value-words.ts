import { inLines, type Step } from '#src/kit/value-diff.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { fieldInWords } from './audit-words.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const single = (t: T, value: unknown): string => {
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return String(value as string | number)
}
const daysInWords = (field: string, value: unknown): string | undefined =>
  field === 'days' && Array.isArray(value) && value.length > 0 && value.every((day) => typeof day === 'number')
    ? value.map((day) => weekdayName(day)).join(' ')
    : undefined

/** Days of the week by their names, ids by how many they are, all else down to its single values. */
export const valueInWords = (t: T, value: unknown, field = ''): string => {
  const days = daysInWords(field, value)
  if (days) return days
  if (Array.isArray(value) && value.length > 0) {
    if (value.every((one) => typeof one === 'string' && ids.test(one))) return t('entries', { count: value.length })
    if (value.every((one) => typeof one === 'string')) return value.join(',\n')
  }
  return inLines(value, {
    label: (key) => (key === 'name' ? '' : fieldInWords(t, key)),
    value: (one) => single(t, one),
    under: daysInWords,
  }).trim()
}
/** The way to a value: `Shifts › Dinner › From`. */
export const pathInWords = (t: T, path: readonly Step[]): string =>
  path.map((step) => ('key' in step ? fieldInWords(t, step.key) : step.name)).join(' › ')
