import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { analytics, type Pace } from '@tablewire/contracts/analytics/analytics'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, formatNumber, formatSigned } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { oneOf } from '#src/kit/url-values.ts'
import { ChartCard } from './charts/ChartCard.tsx'
import { ColumnChart, type Point } from './charts/ColumnChart.tsx'
import type { Query } from './question.ts'
import { RowsLink } from './RowsLink.tsx'
import { type Say, useT } from './use-t.ts'

const besides = ['weeks', 'year'] as const
type Beside = (typeof besides)[number]
type Day = Pace['days'][number]
type Stood = Day['year']

const round = (value: number): string => formatNumber(value, { maximumFractionDigits: 1 })
const besideOf = ({ usual, year }: Day, beside: Beside): number => (beside === 'weeks' ? usual : year.covers)
const sumOf = (days: readonly Day[], value: (day: Day) => number): number => days.reduce((sum, day) => sum + value(day), 0)

/** How many are expected, and whether that is more or less than there were at the same distance. */
const findingOf = (t: Say, { days, yearKnown }: Pace, beside: Beside): string => {
  const [now, since] = [sumOf(days, ({ books }) => books), sumOf(days, (day) => day.since)]
  const before = sumOf(days, (day) => besideOf(day, beside))
  const counted = t('count.covers', { count: now })
  const moved = since === 0 ? '' : ` ${t('pace.since', { count: formatSigned(since) })}`
  if (before === 0) return `${t(beside === 'year' && !yearKnown ? 'pace.noYear' : 'pace.noBefore', { counted })}${moved}`
  const percent = formatSigned(((now - before) / before) * 100, { maximumFractionDigits: 1 })
  return `${t(`pace.finding.${beside}`, { counted, percent, before: formatNumber(Math.round(before)) })}${moved}`
}

const tableOf = (t: Say, { days, rows, today }: Pace) => {
  const stood = ({ day, at, covers }: Stood) => (
    <RowsLink
      rows={covers === 0 ? null : { ...rows, from: day, to: day, onBooks: at }}
      label={t('pace.open', { count: covers, day: formatDate(day, 'short'), at: formatDate(at, 'short') })}
    >
      {formatNumber(covers)}
    </RowsLink>
  )
  const cells = (one: Day) => [
    formatDate(one.day),
    stood({ day: one.day, at: today, covers: one.books }),
    formatSigned(one.since),
    <details key="usual">
      <summary>{round(one.usual)}</summary>
      {one.weeks.map((week) => (
        <div key={week.day}>
          {formatDate(week.day, 'medium')}: {stood(week)}
        </div>
      ))}
    </details>,
    stood(one.year),
  ]
  return {
    heads: [t('pace.evening'), t('pace.books'), t('pace.sinceHead'), t('pace.weeks'), t('pace.year')],
    rows: days.map((one) => ({ key: one.day, cells: cells(one) })),
  }
}

const PaceChart = ({ pace }: { pace: Pace }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const beside = oneOf(besides, search['pace']) ?? 'weeks'
  const points = pace.days.map((one): Point => ({
    key: one.day,
    label: formatDate(one.day),
    short: formatDate(one.day, 'medium'),
    value: one.books,
    compared: besideOf(one, beside),
    rows: { ...pace.rows, from: one.day, to: one.day, onBooks: pace.today },
  }))
  const read = ({ label, value, compared, key }: Point): string => {
    const since = pace.days.find(({ day }) => day === key)?.since ?? 0
    const said = t('pace.read', { label, counted: t('count.covers', { count: value }), before: round(compared ?? 0) })
    return since === 0 ? said : `${said} ${t('pace.since', { count: formatSigned(since) })}`
  }
  return (
    <ChartCard name="pace" title={t('pace.title')} hint={t('pace.hint')} finding={findingOf(t, pace, beside)} table={tableOf(t, pace)}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={beside}
        aria-label={t('pace.beside')}
        sx={{ marginBlockEnd: 1.5 }}
        onChange={(_event, next: Beside | null) => next && setSearch({ pace: next === 'weeks' ? undefined : next })}
      >
        {besides.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`pace.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ColumnChart label={t('pace.title')} hint={t('chart.keys')} points={points} read={read} />
    </ChartCard>
  )
}

/** AN1: what is on the books of the evenings to come, whichever days are asked about above. */
export const PaceCard = ({ query, today }: { query: Query; today: string }) => {
  const { venueId, companyId, brandId, channelId, rmsId, partySize } = query
  const narrowing = { venueId, companyId, brandId, channelId, rmsId, partySize, today }
  const asked = Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== undefined))
  const { data, error, refetch } = useEndpoint(analytics.pace, { query: asked }, { ...keepRows, staleTime: 60_000 })
  if (data) return <PaceChart pace={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={340} />
}
