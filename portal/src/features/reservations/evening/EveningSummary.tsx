import { styled } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { availability } from '@tablewire/contracts/estate/venues'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { useNow } from '#src/kit/use-now.ts'
import { coversOf } from '../reservation-flags.ts'
import { useT } from '../use-t.ts'
import { peakOf } from './occupancy.ts'

const Root = styled('section')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '10px 24px',
  padding: '14px 16px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
  '& dl': { display: 'contents' },
  '& dl > div': { minWidth: 0 },
  '& dt': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& dd': { margin: 0, fontSize: '1.0625rem', fontWeight: 650, '& small': { fontSize: '0.8125rem', fontWeight: 400 } },
  '& meter': { display: 'block', width: 120, height: 8, marginTop: 4 },
}))

/** Whether so much room is left below the last row. */
const useFitsBelowRows = (own: RefObject<HTMLElement | null>, wanted: number): boolean => {
  const [fits, setFits] = useState(false)
  useLayoutEffect(() => {
    const frame = own.current?.parentElement
    const [scroll, places] = ['.scroll', '.places'].map((name) => frame?.querySelector<HTMLElement>(name))
    if (!scroll || !places) return undefined
    const sizes = new ResizeObserver(() => setFits(scroll.clientHeight - places.offsetHeight >= wanted))
    sizes.observe(scroll)
    sizes.observe(places)
    return () => sizes.disconnect()
  }, [own, wanted])
  return fits
}

/** So many may come by themselves most often. */
const usualParty = 2
const heightPx = 112

export type EveningSummaryProps = { venueId: string; date: string; rows: readonly ReservationRow[] }

const Figures = ({ venueId, date, rows }: EveningSummaryProps) => {
  const t = useT()
  const now = useNow()
  const service = useEndpoint(availability.service, { params: { id: venueId }, query: { date } })
  const day = useEndpoint(availability.day, { params: { id: venueId }, query: { date, partySize: usualParty } })
  const covers = rows.reduce((sum, row) => sum + coversOf(row), 0)
  const peak = peakOf(rows)
  const seats = service.data?.capacity ?? 0
  const free = day.data?.slots.find(({ open, startsAt }) => open && Date.parse(startsAt) > now)
  return (
    <dl>
      <div>
        <dt>{t('evening.booked')}</dt>
        <dd>{t('covers', { count: covers })}</dd>
      </div>
      {peak ? (
        <div>
          <dt>{t('evening.peak', { time: localTime(peak.startsLocal) })}</dt>
          <dd>
            {seats > 0 ? t('evening.ofSeats', { covers: formatNumber(peak.covers), count: seats }) : t('covers', { count: peak.covers })}
            {seats > 0 ? <meter aria-hidden="true" max={seats} value={Math.min(peak.covers, seats)} /> : null}
          </dd>
        </div>
      ) : null}
      {day.data ? (
        <div>
          <dt>{t('evening.free', { count: usualParty })}</dt>
          <dd>{free ? localTime(free.startsLocal) : t('evening.full')}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** What the evening comes to, in the room a short list leaves below its rows. */
export const EveningSummary = (props: EveningSummaryProps) => {
  const t = useT()
  const own = useRef<HTMLElement>(null)
  const fits = useFitsBelowRows(own, heightPx)
  return (
    <Root ref={own} aria-label={t('evening.title')} hidden={!fits} style={fits ? {} : { display: 'none' }}>
      {fits ? <Figures {...props} /> : null}
    </Root>
  )
}
