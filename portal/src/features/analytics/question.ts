import { alignments, bases, comparisons, periods } from '@tablewire/contracts/analytics/analytics'
import type { analytics } from '@tablewire/contracts/analytics/analytics'
import { type Range, ranges, spanOf } from '@tablewire/contracts/analytics/ranges.rules'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { isId, oneOf } from '#src/kit/url-values.ts'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { isDate, ownZone } from '#src/kit/zone-clock.ts'

export type Query = NonNullable<Sent<typeof analytics.reservations>['query']>
type Span = { from: string; to: string }

/** What the page offers; a report that comes by mail may also be about yesterday. */
export const presets = ranges.filter((range) => range !== 'yesterday')
export type Preset = Exclude<Range, 'yesterday'>

/** By whose calendar today and this week are meant: of the venue asked about, of all the reader's venues where they share one, else the reader's own. */
export const readersZone = (text: UrlSearch, mine: readonly { id: string; timezone: string }[]): string => {
  const asked = list(text['venue']) ?? []
  const zones = new Set(mine.filter(({ id }) => asked.length === 0 || asked.includes(id)).map(({ timezone }) => timezone))
  return zones.size === 1 ? [...zones][0]! : ownZone()
}

/** Which of the presets a span is today. */
export const presetOf = ({ from, to }: Span, today: string): Preset | undefined =>
  presets.find((preset) => spanOf(preset, today).from === from && spanOf(preset, today).to === to)

const list = (text: string | undefined): string[] | undefined => {
  const ids = (text ?? '').split(',').filter(isId)
  return ids.length > 0 ? ids : undefined
}
const sizes = (text: string | undefined): number[] | undefined => {
  const all = (text ?? '').split(',').map(Number)
  const sound = all.filter((size) => Number.isInteger(size) && size >= 1 && size <= 1000)
  return sound.length > 0 ? sound : undefined
}
const without = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** The address as the server is asked: last week, and who came or is expected, unless it says more; what makes no sense in it is left out. */
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
    venueId: list(text['venue']),
    companyId: list(text['company'])?.[0],
    brandId: list(text['brand'])?.[0],
    channelId: list(text['channel']),
    rmsId: list(text['rms']),
    partySize: sizes(text['party']),
    excludeCanceled: text['canceled'] === '1' ? undefined : true,
  }) as Query
}
