import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { type TraceDetail, traces } from '@tablewire/contracts/operations/traces'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import type { ReactNode } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatMoment } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { askedSearch } from './asked-search.ts'
import { Hops } from './Hops.tsx'
import { OutcomeTag } from './OutcomeTag.tsx'
import { Payload } from './Payload.tsx'
import { durationInWords, isNoticed, operationInWords, wayInWords } from './trace-words.ts'
import { useT } from './use-t.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: theme.spacing(2.25),
  padding: theme.spacing(2.5),
  '& > h2': { ...theme.typography.h2, margin: '-12px 0 0', overflowWrap: 'anywhere' },
  '& > .mark': { paddingInlineEnd: 36 },
  '& > dl': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '6px 16px', margin: 0, fontSize: '0.875rem' },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& code': { fontSize: '0.8125rem' },
  '& code.said': { display: 'block', color: theme.vars.palette.text.secondary },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) },
  '& h3': { ...theme.typography.overline, margin: '0 0 8px', color: theme.vars.palette.text.secondary },
}))

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const Facts = ({ trace }: { trace: TraceDetail }) => {
  const t = useT()
  const { inFull, codeOf } = useFaultWords()
  return (
    <dl>
      <Fact name={t('c.at')}>{formatMoment(trace.startedAt)}</Fact>
      <Fact name={t('c.way')}>{wayInWords(t, trace)}</Fact>
      <Fact name={t('c.duration')}>{isNoticed(trace) ? null : durationInWords(t, trace.durationMs)}</Fact>
      <Fact name={t('c.attempt')}>{trace.attempt > 1 ? trace.attempt : null}</Fact>
      <Fact name={t('c.status')}>{trace.httpStatus}</Fact>
      <Fact name={t('c.error')}>
        {trace.error ? (
          <>
            {inFull(trace.error)}
            {codeOf(trace.error) ? <code className="said">{trace.error}</code> : null}
          </>
        ) : null}
      </Fact>
      <Fact name={t('c.venue')}>{trace.venueName}</Fact>
      <Fact name={t('c.address')}>{trace.url ? <code>{`${trace.method ?? ''} ${trace.url}`}</code> : null}</Fact>
      <Fact name={t('c.request')}>
        <code>{trace.requestId}</code>
      </Fact>
      <Fact name={t('c.ids')}>{trace.otherIds.length > 0 ? <code>{trace.otherIds.join(', ')}</code> : null}</Fact>
    </dl>
  )
}

type TracePanelProps = { id: string; onShow: (id: string) => void; onFind: (id: string) => void }

/** One hop: what was asked and answered, and the hops around it. */
export const TracePanel = ({ id, onShow, onFind }: TracePanelProps) => {
  const t = useT()
  // People of a channel or a system follow the way, but have no reservation list.
  const opensBookings = useAbility().can('read', 'reservation-list')
  const opensSetup = useAbility().can(...rightOf['/settings/restaurant-setup'])
  const query = useEndpoint(traces.get, { params: { id } }, { placeholderData: (before) => before })
  const trace = query.data
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!trace)
    return (
      <Root>
        <RowsSkeleton rows={8} />
      </Root>
    )
  const { reservationId } = trace
  const asked = opensSetup ? askedSearch(trace) : undefined
  return (
    <Root>
      <div className="mark">
        <OutcomeTag trace={trace} />
      </div>
      <h2>{operationInWords(t, trace.operation)}</h2>
      <Facts trace={trace} />
      <Payload title={t('asked')} {...trace.request} />
      <Payload title={t('answered')} {...trace.response} />
      {trace.hops.length > 1 ? (
        <section>
          <h3>{t('hops')}</h3>
          <Hops hops={trace.hops} selectedId={id} onChoose={(hop) => onShow(hop.id)} />
        </section>
      ) : null}
      <div className="acts">
        {asked ? (
          <Button component={Link} to="/settings/restaurant-setup" search={asked as never} variant="outlined">
            {t('toExplainer')}
          </Button>
        ) : null}
        {reservationId ? (
          <>
            {opensBookings ? (
              <Button component={Link} to="/reservations" search={{ id: reservationId, date: 'any' } as never} variant="outlined">
                {t('toReservation')}
              </Button>
            ) : null}
            <Button color="inherit" onClick={() => onFind(reservationId)}>
              {t('allOf.reservation')}
            </Button>
          </>
        ) : null}
        <Button color="inherit" onClick={() => onFind(trace.requestId)}>
          {t('allOf.request')}
        </Button>
      </div>
    </Root>
  )
}
