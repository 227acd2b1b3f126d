import type { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import type { z } from 'zod/mini'

type ListFilters = z.output<typeof ReservationFilters>

/** Filters by which a figure of analytics leads to the reservations it counts. */
export const figureKeys = [
  'companyId',
  'groupId',
  'test',
  'ofChannel',
  'ofSystem',
  'canceledBy',
  'canceledLate',
  'guestIs',
  'confirmed',
  'stayed',
  'weekday',
  'hour',
  'sizes',
  'lead',
  'onBooks',
  'madeBy',
] as const
type FigureKey = (typeof figureKeys)[number]
export type FigureSearch = Readonly<Partial<Record<FigureKey, string>>>

const shapes: Record<FigureKey, RegExp> = {
  companyId: /^[\da-f-]{36}$/,
  groupId: /^[\da-f-]{36}$/,
  test: /^[01]$/,
  ofChannel: /^[01]$/,
  ofSystem: /^[01]$/,
  canceledBy: /^(guest|venue|channel|system|hub)(,(guest|venue|channel|system|hub))*$/,
  canceledLate: /^[01]$/,
  guestIs: /^(new|returning)(,(new|returning))?$/,
  confirmed: /^1$/,
  stayed: /^1$/,
  weekday: /^[1-7](,[1-7])*$/,
  hour: /^(1?\d|2[0-3])(,(1?\d|2[0-3]))*$/,
  sizes: /^\d{1,4}-\d{1,4}$/,
  lead: /^\d{1,7}-\d{0,7}$/,
  onBooks: /^\d{4}-\d\d-\d\d$/,
  madeBy: /^\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ_\d{1,5}$/,
}

/** What makes no sense in the address is left out. */
export const readFigure = (text: Readonly<Record<string, string | undefined>>): FigureSearch =>
  Object.fromEntries(figureKeys.flatMap((key) => (shapes[key].test(text[key] ?? '') ? [[key, text[key]!]] : [])))

const flags: ReadonlySet<FigureKey> = new Set(['test', 'ofChannel', 'ofSystem', 'canceledLate', 'confirmed', 'stayed'])
type Value = string | boolean | readonly string[] | readonly number[]
const typed = (key: FigureKey, text: string): Value => {
  if (flags.has(key)) return text === '1'
  if (key === 'canceledBy' || key === 'guestIs') return text.split(',')
  if (key === 'weekday' || key === 'hour') return text.split(',').map(Number)
  return text
}

export const figureFiltersOf = (figure: FigureSearch): Partial<ListFilters> =>
  Object.fromEntries(Object.entries(figure).map(([key, text]) => [key, typed(key as FigureKey, text)]))
