import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { errorText } from '#src/kit/error-text.ts'
import { formatNumber } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useSaved } from '../acts/use-saved.ts'
import { newValues, startOf } from '../reservation-form.ts'
import { arrivals } from '../use-live-reservations.ts'
import { useSaveReservation } from '../acts/use-save-reservation.ts'
import { useT } from '../use-t.ts'
import { seatAtTable } from './seat-at-table.ts'
import { useSeatT } from './use-seat-t.ts'

const sizes = [1, 2, 3, 4, 5, 6, 7, 8]
const byBook: readonly string[] = ['slot.closed', 'slot.taken', 'slot.too_small']

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  width: 'min(300px, 90vw)',
  padding: 14,
  '& h3': { margin: 0, fontSize: '0.9375rem' },
  '& .sizes': { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 6 },
  '& .sizes > button': { minWidth: 0, minHeight: 52, fontSize: '1.25rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' },
  '& form': { display: 'flex', alignItems: 'center', gap: 6 },
  '& form > button': { flex: 1, minHeight: 44 },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

export type WalkInProps = { venue: Pick<Venue, 'id' | 'timezone'>; date: string }

/** One touch books and seats; what the book says against it stands here, with the way past it for whoever may. */
export const WalkInSizes = ({ venue, date, onDone }: WalkInProps & { onDone: () => void }) => {
  const t = useSeatT()
  const pageT = useT()
  const kitT = useKitT()
  const mayOverride = useAbility().can('override', 'reservation-list')
  const say = useSaved()
  const { mutateAsync, isPending, error, variables } = useSaveReservation()
  const [more, setMore] = useState<string>()
  /** A second try after silence means the same guests. */
  const since = useRef<string>(undefined)
  const seat = async (partySize: number, override = false): Promise<void> => {
    const values = { ...newValues(venue.id, date, true), partySize }
    since.current ??= startOf(values, { zone: venue.timezone, slots: [], now: Date.now() })
    const asked = { values, row: undefined, startsAt: since.current, notify: false, override, walkInName: pageT('walkIn') }
    const saved = await mutateAsync(asked).catch(() => undefined)
    if (!saved) return
    onDone()
    arrivals.mark(saved.id, 'changed')
    say({ saved, before: undefined, guestNotified: false, mayOverride })
    if (saved.status === 'seated') seatAtTable(saved)
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (Number(more) >= 1) void seat(Number(more))
  }
  const chosen = isPending ? variables.values.partySize : undefined
  const anyway = error && mayOverride && byBook.includes(error.code) && !variables?.override
  return (
    <Root>
      <h3>{t('walkIn.how')}</h3>
      <div className="sizes">
        {sizes.map((size) => (
          <Button
            key={size}
            variant="outlined"
            color="inherit"
            disabled={isPending}
            loading={chosen === size}
            {...(size === 2 ? { 'data-first-focus': '' } : {})}
            onClick={() => void seat(size)}
          >
            {formatNumber(size)}
          </Button>
        ))}
      </div>
      {more === undefined ? (
        <Button color="inherit" onClick={() => setMore('')}>
          {t('walkIn.more')}
        </Button>
      ) : (
        <form onSubmit={submit}>
          <TextField
            type="number"
            autoFocus
            value={more}
            onChange={({ target }) => setMore(target.value)}
            slotProps={{ htmlInput: { min: 1, max: 1000, inputMode: 'numeric', 'aria-label': t('walkIn.how') } }}
            style={{ width: 110 }}
          />
          <Button type="submit" variant="outlined" disabled={isPending || !(Number(more) >= 1)}>
            {pageT('move.seat')}
          </Button>
        </form>
      )}
      {error && !isPending ? (
        <Alert
          severity="error"
          role="alert"
          action={
            anyway ? (
              <Button color="inherit" size="small" onClick={() => void seat(variables!.values.partySize, true)}>
                {pageT('form.bookAnyway')}
              </Button>
            ) : null
          }
        >
          {errorText(error, kitT)}
        </Alert>
      ) : null}
    </Root>
  )
}
