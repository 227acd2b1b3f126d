import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { analytics, type ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { ReactNode } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatClock, formatDate } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { AsOf } from './AsOf.tsx'
import { Channels, Heat, Leads, League, OverTime, Sizes, Systems, type Unit } from './Breakdowns.tsx'
import { Changes } from './Changes.tsx'
import { FigureCards } from './FigureCards.tsx'
import { ComparedRowsContext } from './RowsLink.tsx'
import { useT } from './use-t.ts'

export const Body = styled('div')(({ theme }) => ({
  '--heat': theme.vars.palette.tone.primary.solid,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  '& > .two': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 460px), 1fr))', gap: 16, alignItems: 'start' },
  '& > .said': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    margin: 0,
    fontSize: '0.875rem',
    color: theme.vars.palette.text.secondary,
  },
  '&[data-stale="true"]': { opacity: 0.6 },
  '@media print': { '& .MuiButtonBase-root, & .choice': { display: 'none' } },
}))

/** `cards` as many as there will be, so that nothing moves when they come. */
export const Waiting = ({ cards = 15 }: { cards?: number | undefined }) => {
  const t = useT()
  return (
    <Body aria-busy="true">
      <VisuallyHidden as="output">{t('loading')}</VisuallyHidden>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 210px), 1fr))', gap: 12 }}>
        {Array.from({ length: cards }, (_, at) => (
          <Skeleton key={at} height={142} />
        ))}
      </div>
      <Skeleton height={320} />
    </Body>
  )
}

export const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDate(from, 'short') : `${formatDate(from, 'short')} – ${formatDate(to, 'short')}`

/** Compared with days on which nothing was: each difference is the whole figure then. */
const nothingBefore = ({ channels, compared }: ReservationAnalytics): boolean =>
  compared !== null && channels.some(({ bookings }) => bookings > 0) && channels.every(({ compared: before }) => !before?.bookings)

/** Which days are meant, on whose calendar, and of what moment the figures are. */
const Said = ({ answer }: { answer: ReservationAnalytics }) => {
  const t = useT()
  const { span, compared, until, cutAt, venues, zones, asOf } = answer
  return (
    <p className="said">
      <strong>{spanText(span)}</strong>
      {compared ? <span>{t('said.compared', { span: spanText(compared) })}</span> : null}
      {until ? <span>{t('said.until', { date: formatDate(until, 'short') })}</span> : null}
      {cutAt ? <span>{t('said.cut', { time: formatClock(cutAt) })}</span> : null}
      {nothingBefore(answer) ? <span>{t('said.nothingBefore')}</span> : null}
      <span>{t('said.venues', { count: venues })}</span>
      {zones > 1 ? <span>{t('said.zones', { count: zones })}</span> : null}
      <AsOf asOf={asOf} />
    </p>
  )
}

/** `pace` has a time of its own, whichever days are asked about. */
type AnswerProps = { answer: ReservationAnalytics; unit: Unit; stale: boolean; pace: ReactNode; onUnit: (unit: Unit) => void }
export const Answer = ({ answer, unit, stale, pace, onUnit }: AnswerProps) => {
  const t = useT()
  const measures = useEndpoint(analytics.measures, {}, { staleTime: 3_600_000 })
  const empty = answer.channels.every(({ bookings, compared }) => bookings === 0 && !compared?.bookings)
  return (
    <ComparedRowsContext value={answer.comparedRows}>
      <Body data-stale={stale}>
        <Said answer={answer} />
        {answer.venues === 0 ? (
          <EmptyState title={t('nobody')} hint={t('nobody.hint')} />
        ) : empty ? (
          <EmptyState title={t('empty')} hint={t('empty.hint')} />
        ) : null}
        <section aria-label={t('figures')}>
          <FigureCards
            measures={measures.data ?? []}
            figures={answer.figures}
            courseOf={(id) => answer.series.map(({ values }) => values[id] ?? null)}
          />
        </section>
        <div className="said choice">
          <ToggleButtonGroup
            exclusive
            size="small"
            value={unit}
            aria-label={t('unit')}
            onChange={(_event, next: Unit | null) => next && onUnit(next)}
          >
            <ToggleButton value="covers">{t('covers')}</ToggleButton>
            <ToggleButton value="bookings">{t('bookings')}</ToggleButton>
          </ToggleButtonGroup>
          <span>{t('unit.hint')}</span>
        </div>
        <OverTime answer={answer} unit={unit} />
        <Changes answer={answer} unit={unit} />
        {pace}
        <div className="two">
          <Channels answer={answer} unit={unit} />
          <Heat answer={answer} unit={unit} />
          <Sizes answer={answer} />
          <Leads answer={answer} />
          <League answer={answer} unit={unit} />
          {answer.systems.length > 0 ? <Systems answer={answer} unit={unit} /> : null}
        </div>
      </Body>
    </ComparedRowsContext>
  )
}
