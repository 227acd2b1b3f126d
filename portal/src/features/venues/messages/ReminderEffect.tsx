import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { guestMessages, type ReminderEffect as Effect } from '@tablewire/contracts/booking/guest-messages'
import { holdoutMax, type VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { Control } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, NumberField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from '../use-t.ts'
import type { VenueForm } from '../venue-form.ts'

const percent = (share: number): string => formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
const points = (share: number): string => formatNumber(share * 100, { maximumFractionDigits: 1 })

const Verdict = ({ difference }: Pick<Effect, 'difference'>) => {
  const t = useT()
  if (!difference) return <p>{t('effect.few')}</p>
  const { value, low, high } = difference
  const said = { value: points(value), low: points(low), high: points(high) }
  return <p>{t(low > 0 ? 'effect.fewer' : 'effect.unsure', said)}</p>
}

const Sides = ({ effect }: { effect: Effect }) => {
  const t = useT()
  return (
    <>
      <div style={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('effect.side')}</TableCell>
              <TableCell align="right">{t('effect.bookings')}</TableCell>
              <TableCell align="right">{t('effect.noShows')}</TableCell>
              <TableCell align="right">{t('effect.share')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {(['reminded', 'heldOut'] as const).map((side) => {
              const { bookings, noShows, share, interval } = effect[side]
              return (
                <TableRow key={side}>
                  <TableCell component="th" scope="row">
                    {t(`effect.${side}`)}
                  </TableCell>
                  <TableCell align="right">{formatNumber(bookings)}</TableCell>
                  <TableCell align="right">{formatNumber(noShows)}</TableCell>
                  <TableCell align="right">
                    {share === null || interval === null ? '–' : `${percent(share)} (${percent(interval.low)}–${percent(interval.high)})`}
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </div>
      <Verdict difference={effect.difference} />
    </>
  )
}

const EffectSoFar = ({ venueId }: { venueId: string }) => {
  const query = useEndpoint(guestMessages.reminderEffect, { params: { id: venueId } })
  if (query.data) return <Sides effect={query.data} />
  return query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={2} />
}

/** How many reminders are held out, and, for who may read reservations, what that has shown so far. */
export const ReminderEffect = ({ control, venue }: { control: Control<VenueForm>; venue: VenueDetail }) => {
  const t = useT()
  const mayRead = useAbility().can('read', 'reservation-list')
  return (
    <FormSection title={t('section.effect')} hint={t('section.effect.hint')}>
      <FieldGrid>
        <NumberField
          control={control}
          name="reminderHoldout"
          label={t('reminderHoldout')}
          hint={t('reminderHoldout.hint')}
          required
          min={0}
          max={holdoutMax}
        />
      </FieldGrid>
      {mayRead ? <EffectSoFar venueId={venue.id} /> : null}
    </FormSection>
  )
}
