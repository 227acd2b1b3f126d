import { checkHours, checkOtherDays } from '@tablewire/contracts/estate/special-days.rules'
import type { ListingUpdate } from '@tablewire/contracts/listing/listings'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

type Span = { from: string; to: string }
const named = (spans: readonly Span[]): string => spans.map(({ from, to }) => `${from}–${to}`).join(', ')

/** As days of the book are checked, by the listing's names of the fields. */
const hoursFaults = ({ ownDays = [], ownWeek }: ListingUpdate): ReturnType<typeof checkHours> => {
  const days = ownDays.map(({ spans, ...day }, nth) => ({
    ...day,
    name: day.name || day.fromOn,
    id: String(nth),
    openingHours: spans,
    shifts: null,
  }))
  const ofWeek = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const places = (ownWeek ?? []).flatMap(({ day, from, to }, nth) => (day === weekday ? [{ nth, from, to }] : []))
    const openingHours = places.map(({ from, to }) => ({ from, to }))
    const one = { name: named(openingHours), fromOn: '2026-01-01', toOn: '2026-01-01', openingHours }
    return checkHours('day', one).map((fault) => ({
      ...fault,
      path: fault.path.replace(/^day\.openingHours\.(\d+)/, (_, at: string) => `ownWeek.${places[Number(at)]!.nth}`),
    }))
  })
  return [
    ...days.flatMap((day, nth) => checkHours(`ownDays.${nth}`, day)),
    ...checkOtherDays(days, []).map((fault) => ({ ...fault, path: fault.path.replace('specialDays', 'ownDays') })),
    ...ofWeek,
  ].map((fault) => ({ ...fault, path: fault.path.replace('.openingHours.', '.spans.') }))
}

/** What a schema cannot say: hours that contradict each other, a term or a photo named twice, half a position. */
export const requireSound = (body: ListingUpdate): void => {
  const fields: FieldProblems = {}
  const twice = (field: string, keys: readonly string[]): void => {
    const nth = keys.findIndex((key, at) => keys.indexOf(key) < at)
    if (nth >= 0) fields[`${field}.${nth}`] = [{ issue: 'twice' }]
  }
  for (const { path, issue, values } of hoursFaults(body)) fields[path] = [{ issue, values }]
  twice(
    'photos',
    (body.photos ?? []).map(({ id }) => id),
  )
  twice(
    'attributes',
    (body.attributes ?? []).map(({ attribute }) => attribute),
  )
  twice(
    'social',
    (body.social ?? []).map(({ network }) => network),
  )
  if ((body.photos ?? []).filter(({ kind }) => kind === 'logo').length > 1) fields['photos'] = [{ issue: 'twice' }]
  if ((body.latitude === null) !== (body.longitude === null))
    fields[body.latitude === null ? 'latitude' : 'longitude'] = [{ issue: 'required' }]
  if (Object.keys(fields).length) throw new Problem('request.invalid', {}, fields)
}
