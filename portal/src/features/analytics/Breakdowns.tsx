import type { Counts, ReservationAnalytics, RowFilters } from '@tablewire/contracts/analytics/analytics'
import { canceledShare, noShowShare, shareOf, sumOf } from '@tablewire/contracts/analytics/outcome-shares.rules'
import { Card } from '#src/kit/Card.tsx'
import { formatDate, formatNumber, formatSigned } from '#src/kit/format.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { BarTable, type BarRow } from './BarTable.tsx'
import { ChartCard } from './charts/ChartCard.tsx'
import { ColumnChart, type Point } from './charts/ColumnChart.tsx'
import { type HeatCell, HeatMap } from './charts/HeatMap.tsx'
import { ComparedLink, RowsLink, useRowsLabel } from './RowsLink.tsx'
import { type Say, useT } from './use-t.ts'
import { durationText, valueText } from './values.ts'

export type Unit = 'bookings' | 'covers'
type Props = { answer: ReservationAnalytics; unit: Unit }

const compared = (value: { bookings: number; covers: number } | null, unit: Unit): number | null => value && value[unit]
export const stepText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDate(from) : `${formatDate(from, 'short')} – ${formatDate(to, 'short')}`
const sourceText = (t: Say, source: string): string => t(`source.${source}` as Parameters<Say>[0])
/** A channel may stand behind bookings of several sources, as where some were imported: those are told apart. */
export const channelText = (t: Say, { name, source }: { name: string | null; source: string }): string => {
  if (name === null) return sourceText(t, source)
  return source === 'channel' ? name : t('channel.source', { name, source: sourceText(t, source) })
}

const readPoint =
  (t: Say, unit: Unit) =>
  ({ label, value, compared: before }: Point): string => {
    const counted = t(`count.${unit}`, { count: value })
    return before === null ? `${label}: ${counted}` : t('chart.readBoth', { label, counted, before: formatNumber(before) })
  }

/** The highest of some points, in a sentence. */
export const peakOf = (t: Say, points: readonly Point[], unit: Unit | 'reviews' | 'listings'): string => {
  const peak = points.reduce<Point | undefined>((most, point) => (point.value > (most?.value ?? 0) ? point : most), undefined)
  return peak ? t('chart.peak', { label: peak.label, counted: t(`count.${unit}`, { count: peak.value }) }) : t('chart.nothing')
}

const PointLink = ({ name, value, rows }: { name: string; value: number; rows: RowFilters | null }) => {
  const labelOf = useRowsLabel()
  return (
    <RowsLink rows={value === 0 ? null : rows} label={labelOf(name, formatNumber(value))}>
      {formatNumber(value)}
    </RowsLink>
  )
}

export const pointTable = (t: Say, head: string, points: readonly Point[]) => ({
  heads: [head, t('now'), t('before'), t('difference')],
  rows: points.map(({ key, label, value, compared: before, rows, comparedDays = null }) => ({
    key,
    cells: [
      label,
      <PointLink key="value" name={label} value={value} rows={rows} />,
      <ComparedLink key="compared" name={label} value={before} rows={rows} days={comparedDays} />,
      before === null ? '–' : formatSigned(value - before),
    ],
  })),
})

export const OverTime = ({ answer, unit }: Props) => {
  const t = useT()
  const base = answer.figures.find(({ id }) => id === 'bookings')!.rows
  const points = answer.series.map((step) => ({
    key: step.from,
    label: step.comparedSpan ? t('chart.stepBoth', { now: stepText(step), before: stepText(step.comparedSpan) }) : stepText(step),
    short: formatDate(step.from, 'medium'),
    value: step[unit],
    compared: compared(step.compared, unit),
    rows: { ...base, from: step.from, to: step.to },
    comparedDays: step.comparedSpan,
  }))
  return (
    <ChartCard name="series" title={t('time.title')} finding={peakOf(t, points, unit)} table={pointTable(t, t('time.step'), points)}>
      <ColumnChart label={t('time.title')} hint={t('chart.keys')} points={points} read={readPoint(t, unit)} />
    </ChartCard>
  )
}

export const Sizes = ({ answer }: { answer: ReservationAnalytics }) => {
  const t = useT()
  const last = answer.sizes.length
  const name = (size: number): string => (size === last ? t('size.from', { size }) : formatNumber(size))
  const points = answer.sizes.map(({ size, bookings, compared: before, rows }) => ({
    key: String(size),
    label: t('size.label', { size: name(size) }),
    short: name(size),
    value: bookings,
    compared: before,
    rows,
  }))
  return (
    <ChartCard name="sizes" title={t('size.title')} finding={peakOf(t, points, 'bookings')} table={pointTable(t, t('size.head'), points)}>
      <ColumnChart label={t('size.title')} hint={t('chart.keys')} points={points} read={readPoint(t, 'bookings')} />
    </ChartCard>
  )
}

export const Leads = ({ answer }: { answer: ReservationAnalytics }) => {
  const t = useT()
  const points = answer.leads.map(({ from, to, bookings, compared: before, rows }) => ({
    key: String(from),
    label:
      to === null
        ? t('lead.from', { from: durationText(t, from) })
        : t('lead.between', { from: durationText(t, from), to: durationText(t, to) }),
    short: durationText(t, from),
    value: bookings,
    compared: before,
    rows,
  }))
  return (
    <ChartCard name="leads" title={t('lead.title')} finding={peakOf(t, points, 'bookings')} table={pointTable(t, t('lead.head'), points)}>
      <ColumnChart label={t('lead.title')} hint={t('chart.keys')} points={points} read={readPoint(t, 'bookings')} />
    </ChartCard>
  )
}

export const Heat = ({ answer: { heat }, unit }: Props) => {
  const t = useT()
  const place = ({ weekday, hour }: HeatCell): string => t('heat.place', { day: weekdayName(weekday, 'long'), hour })
  const read = (cell: HeatCell): string => `${place(cell)}: ${t(`count.${unit}`, { count: cell[unit] })}`
  const peak = heat.reduce<HeatCell | undefined>((most, cell) => (cell[unit] > (most?.[unit] ?? 0) ? cell : most), undefined)
  const table = {
    heads: [t('heat.head'), t(unit)],
    rows: heat.map((cell) => ({
      key: place(cell),
      cells: [place(cell), <PointLink key="value" name={place(cell)} value={cell[unit]} rows={cell.rows} />],
    })),
  }
  return (
    <ChartCard
      name="heat"
      title={t('heat.title')}
      finding={peak ? t('chart.peak', { label: place(peak), counted: t(`count.${unit}`, { count: peak[unit] }) }) : t('chart.nothing')}
      table={table}
    >
      <HeatMap label={t('heat.title')} hint={t('chart.keys')} cells={heat} valueOf={(cell) => cell[unit]} read={read} />
    </ChartCard>
  )
}

const outcomeNote = (t: Say, counts: Counts): string | null => {
  if (counts.canceled + counts.noShows === 0) return null
  const said = (share: number | null): string => valueText(t, { unit: 'percent' }, share)
  return t('outcomes', { canceled: said(canceledShare(counts)), noShows: said(noShowShare(counts)) })
}

type Counted = { bookings: number; covers: number; compared: { bookings: number; covers: number } | null; rows: RowFilters | null }
/** One row of a ranking: how much, beside how much before, and what opens it. */
const barOf = (one: Counted, unit: Unit): Pick<BarRow, 'value' | 'compared' | 'rows'> => ({
  value: one[unit],
  compared: compared(one.compared, unit),
  rows: one.rows,
})

/** Of each its part of all of them, and of those compared. */
const sharesOf = (one: Counted, all: readonly Counted[], unit: Unit): Pick<BarRow, 'share'> => {
  const before = all.flatMap(({ compared: other }) => (other ? [other] : []))
  return {
    share: { value: shareOf(one[unit], sumOf(all, unit)), compared: one.compared && shareOf(one.compared[unit], sumOf(before, unit)) },
  }
}

type RankingProps = { of: 'channels' | 'systems' | 'league'; unit: Unit; rows: readonly BarRow[]; hint?: string | undefined }
const Ranking = ({ of, unit, rows, hint }: RankingProps) => {
  const t = useT()
  return (
    <Card title={t(`${of}.title`)} {...(hint ? { hint } : {})}>
      <BarTable
        name={of}
        label={t(`${of}.title`)}
        head={t(`${of}.head`)}
        valueHead={rows.some(({ share }) => share) ? t('share.head', { what: t(unit) }) : t(unit)}
        rows={rows}
      />
    </Card>
  )
}

export const Channels = ({ answer, unit }: Props) => {
  const t = useT()
  const rows = answer.channels.map((one) => ({
    key: `${one.source} ${one.channelId ?? ''}`,
    name: channelText(t, one),
    note: outcomeNote(t, one),
    ...barOf(one, unit),
    ...sharesOf(one, answer.channels, unit),
  }))
  return <Ranking of="channels" unit={unit} rows={rows} />
}

export const Systems = ({ answer, unit }: Props) => {
  const t = useT()
  const rows = answer.systems.map((one) => ({
    key: one.systemId ?? '',
    name: one.name ?? t('systems.none'),
    ...barOf(one, unit),
    ...sharesOf(one, answer.systems, unit),
  }))
  return <Ranking of="systems" unit={unit} rows={rows} />
}

export const League = ({ answer, unit }: Props) => {
  const t = useT()
  const { venues, total } = answer.league
  const rows = venues.map((one) => ({
    key: one.venueId,
    venueId: one.venueId,
    name: one.name,
    note: [one.city, outcomeNote(t, one)].filter(Boolean).join(' · '),
    ...barOf(one, unit),
  }))
  const hint = total > venues.length ? t('league.some', { count: venues.length, total }) : undefined
  return <Ranking of="league" unit={unit} rows={rows} hint={hint} />
}
