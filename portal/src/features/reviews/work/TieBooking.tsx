import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReviewBooking, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useId, useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, localTime } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'

type TieBookingProps = { id: string; tied: string | null; onClose: () => void }

const inWords = (t: ReturnType<typeof useT>, { startsLocal, guestName, reference, partySize }: ReviewBooking): string =>
  [localTime(startsLocal), guestName || reference, t('work.guests', { count: partySize }), reference].join(' · ')

/** One of the venue's bookings on the day of the visit, or none. */
export const TieBooking = ({ id, tied, onClose }: TieBookingProps) => {
  const t = useT()
  const titleId = useId()
  const [date, setDate] = useState<string>()
  const [chosen, setChosen] = useState(tied ?? '')
  const query = date === undefined ? {} : { date }
  const { data, error, refetch } = useEndpoint(reviewWork.bookings, { params: { id }, query })
  const tie = useCall(reviewWork.tie, {
    onSuccess: (evening) => {
      queryClient.setQueryData(keyOf(reviewWork.evening, { params: { id } }), evening)
      toast.success(t(evening.booking ? 'work.tied' : 'work.untied'))
      onClose()
    },
  })
  const known = data?.bookings.some((booking) => booking.id === chosen) ?? false
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('work.tie')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <p style={{ margin: 0 }}>{t('work.tie.hint')}</p>
        <LabelledDay
          label={t('work.tie.day')}
          date={date ?? data?.date}
          text={data ? formatDate(data.date) : '–'}
          onDate={(day) => setDate(day)}
        />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <TextField
            select
            label={t('work.booking')}
            value={known ? chosen : ''}
            helperText={data.bookings.length === 0 ? t('work.tie.nothing') : undefined}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">{t('work.tie.none')}</option>
            {data.bookings.map((booking) => (
              <option key={booking.id} value={booking.id}>
                {inWords(t, booking)}
              </option>
            ))}
          </TextField>
        ) : error ? null : (
          <RowsSkeleton rows={1} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('work.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={!data || tie.isPending}
          onClick={() => tie.mutate({ params: { id }, body: { reservationId: known ? chosen : null } })}
        >
          {t('work.tie.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
