import { styled } from '@mui/material/styles'
import Link from '@mui/material/Link'
import type { Figure } from '@tablewire/contracts/analytics/analytics'
import { licences, type TripadvisorSummary } from '@tablewire/contracts/estate/licences'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { Link as RouterLink } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { reservationNames, rowSearch } from '#src/api/row-search.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { countryName, formatDate, formatNumber } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'

const Figures = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexShrink: 0,
  gap: 1,
  margin: theme.spacing(0, 0, 1.5),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.divider,
  [theme.breakpoints.between('sm', 'lg')]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, 1fr)',
    '& > .wide': { gridColumn: '1 / -1' },
  },
  // On a phone the figures are one line to push aside, so that rows remain to be seen.
  [theme.breakpoints.down('sm')]: { overflowX: 'auto' },
  '& > div': {
    display: 'flex',
    flex: '1 0 104px',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    minHeight: 70,
    padding: theme.spacing(1.5, 1.75),
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& dt': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& dd': { margin: 0, fontSize: '1.375rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums', lineHeight: 1.3, whiteSpace: 'nowrap' },
  '& > .wide': { flexBasis: 190 },
  '& .small': { fontSize: '0.875rem', fontWeight: 500, lineHeight: 1.45, whiteSpace: 'normal' },
}))

const counts = ['venues', 'installed', 'live'] as const
const countText = (found: TripadvisorSummary, name: (typeof counts)[number]): string =>
  name === 'live' && !found.inSight ? '–' : formatNumber(found[name])
const figures = ['bookings', 'covers', 'leadTimeMedianMinutes', 'cancellationRate', 'noShowRate'] as const

const dayMinutes = 1440
const useValueText = () => {
  const t = useT()
  return ({ id, value, parts }: Figure): string => {
    if (value === null) return '–'
    if (parts) return `${formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 1 })} (${formatNumber(parts.count)})`
    if (id !== 'leadTimeMedianMinutes') return formatNumber(value)
    const inDays = value >= 2 * dayMinutes
    const shown = formatNumber(value / (inDays ? dayMinutes : 60), { maximumFractionDigits: 1 })
    return t(inDays ? 'unit.days' : 'unit.hours', { value: shown })
  }
}

/** A figure that opens the reservations it counts, for who may read them. */
const FigureLink = ({ figure, name }: { figure: Figure | undefined; name: string }) => {
  const valueText = useValueText()
  const [action, subject] = rightOf['/reservations']
  const may = useAbility().can(action, subject)
  if (!figure) return '–'
  const text = valueText(figure)
  if (!may || !figure.rows || !figure.value) return text
  return (
    <Link
      component={RouterLink}
      to="/reservations"
      search={rowSearch(figure.rows, reservationNames) as never}
      color="inherit"
      aria-label={`${name}: ${text}`}
    >
      {text}
    </Link>
  )
}

/** The same days and channels as a question of analytics. */
const AnalyticsLink = ({ found: { from, to, figures: told } }: { found: TripadvisorSummary }) => {
  const t = useT()
  const [action, subject] = rightOf['/analytics/reservations']
  const may = useAbility().can(action, subject)
  const channel = told.find(({ rows }) => rows?.['channelId'])?.rows?.['channelId']
  if (!may || channel === undefined) return null
  return (
    <Link component={RouterLink} to="/analytics/reservations" search={{ from, to, basis: 'creation', channel } as never}>
      {t('sum.analytics')}
    </Link>
  )
}

/** The numbers of Tripadvisor at a glance. */
export const TripadvisorCard = () => {
  const t = useT()
  const query = useEndpoint(licences.tripadvisorSummary, {})
  const found = query.data
  if (query.isError && !found) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const top = (found?.countries ?? []).filter(({ installed }) => installed > 0).slice(0, 3)
  return (
    <>
      <Figures tabIndex={0} aria-label={t('report.tripadvisor')} aria-busy={found === undefined}>
        {counts.map((name) => (
          <div key={name}>
            <dt>{t(`sum.${name}`)}</dt>
            <dd>{found ? countText(found, name) : <Skeleton width={48} height={24} />}</dd>
          </div>
        ))}
        {figures.map((name) => (
          <div key={name}>
            <dt>{t(`sum.${name}`)}</dt>
            <dd>
              {found ? (
                <FigureLink figure={found.figures.find(({ id }) => id === name)} name={t(`sum.${name}`)} />
              ) : (
                <Skeleton width={48} height={24} />
              )}
            </dd>
          </div>
        ))}
        <div className="wide">
          <dt>{t('sum.countries')}</dt>
          <dd className="small">
            {found ? (
              top.map(({ countryCode, installed }) => `${countryName(countryCode)} ${formatNumber(installed)}`).join(', ') || '–'
            ) : (
              <Skeleton width={90} height={18} />
            )}
          </dd>
        </div>
      </Figures>
      <p style={{ margin: '-4px 0 14px', fontSize: '0.8125rem' }}>
        {found ? t('sum.span', { from: formatDate(found.from, 'short'), to: formatDate(found.to, 'short') }) : ' '}{' '}
        {found ? <AnalyticsLink found={found} /> : null}
      </p>
    </>
  )
}
