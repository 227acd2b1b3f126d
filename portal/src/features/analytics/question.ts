import { alignments, bases, comparisons, periods } from '@tablewire/contracts/analytics/analytics'
import type { analytics } from '@tablewire/contracts/analytics/analytics'
import { type Range, ranges, spanOf } from '@tablewire/contracts/analytics/ranges.rules'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { oneOf } from '#src/kit/url-values.ts'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { isDate, ownZone } from '#src/kit/zone-clock.ts'

export type Query = NonNullable<Sent<typeof analytics.reservations>['query']>
type Span = { from: string; to: string }

/** What the page offers; a report that comes by mail may also be about yesterday. */
export const presets = ranges.filter((range) => range !== 'yesterday')
export type Preset = Exclude<Range, 'yesterday'>

/** By whose calendar today and this week are meant: of the venue asked about, of all the reader's venues where they share one, else the reader's own. */
export const readersZone = (text: UrlSearch, mine: readonly { id: string; timezone: string }[]): string => {
  const asked = listOf(text['venue']) ?? []
  const zones = new Set(mine.filter(({ id }) => asked.length === 0 || asked.includes(id)).map(({ timezone }) => timezone))
  return zones.size === 1 ? [...zones][0]! : ownZone()
}

/** Which of the presets a span is today. */
export const presetOf = ({ from, to }: Span, today: string): Preset | undefined =>
  presets.find((preset) => spanOf(preset, today).from === from && spanOf(preset, today).to === to)

/** What narrows the question down is asked as it stands: figures without a filter that is shown are taken for those with it. */
export const listOf = (text: string | undefined): string[] | undefined => {
  const values = (text ?? '').split(',').filter((value) => value.trim() !== '')
  return values.length > 0 ? values : undefined
}
const without = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

export type StrangeField = 'from' | 'to' | 'period' | 'compare' | 'align'
/** Days and choices that make no sense, by the field that shows what is asked instead; empty = one end of the period without the other. */
export const strangeIn = (text: UrlSearch): { field: StrangeField; what: string }[] => {
  const days = (['from', 'to'] as const).flatMap((field) => {
    const [own, other] = [text[field], text[field === 'from' ? 'to' : 'from']]
    if (own !== undefined) return isDate(own) ? [] : [{ field, what: own }]
    return other === undefined ? [] : [{ field, what: '' }]
  })
  const choices = [
    ['from', presets, text['range']],
    ['period', periods, text['period']],
    ['compare', comparisons, text['compare']],
    ['align', alignments, text['align']],
  ] as const
  const strange = choices.flatMap(([field, known, what]) =>
    what === undefined || oneOf<string>(known, what) ? [] : [{ field, what: what.slice(0, 40) }],
  )
  return [...days, ...strange]
}

const narrowedBy = (text: UrlSearch) => ({
  venueId: listOf(text['venue']),
  companyId: text['company'] || undefined,
  brandId: text['brand'] || undefined,
  channelId: listOf(text['channel']),
  rmsId: listOf(text['rms']),
  partySize: listOf(text['party'])?.map(Number),
})

/**
 * The address as the server is asked: last week, and who came or is expected, unless it says more. Days and choices that make no sense are left out, and the
 * fields show what is asked instead; a filter that makes none is refused beside its field.
 */
export const readQuestion = (text: UrlSearch, today: string): Query => {
  const named = oneOf(presets, text['range'])
  const own = isDate(text['from']) && isDate(text['to']) ? { from: text['from'], to: text['to'] } : undefined
  const custom = text['compare'] === 'custom' && isDate(text['cfrom']) && isDate(text['cto'])
  return without({
    ...(own ?? spanOf(named ?? 'lastWeek', today)),
    basis: oneOf(bases, text['basis']) ?? 'meal',
    period: oneOf(periods, text['period']),
    compare: custom
      ? 'custom'
      : (oneOf(
          comparisons.filter((one) => one !== 'custom'),
          text['compare'],
        ) ?? 'previous'),
    align: oneOf(alignments, text['align']),
    ...(custom ? { compareFrom: text['cfrom'], compareTo: text['cto'] } : {}),
    whole: text['whole'] === '1' ? true : undefined,
    ...narrowedBy(text),
    excludeCanceled: text['canceled'] === '1' ? undefined : true,
  }) as Query
}
