import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Slot } from '@tablewire/contracts/booking/availability'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type KeyboardEvent, useId, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { localTime } from '#src/kit/format.ts'
import { guestName } from '../guest-name.ts'
import { NoSlots, NotAsked } from '../SlotButton.tsx'
import { useVerdictText } from '../SlotPicker.tsx'
import { useDay } from '../use-booking.ts'
import { useT } from '../use-t.ts'
import type { MoveTime } from './use-move-time.ts'
import { Refused, TimeButton, Times } from './TimeButton.tsx'
import { usePhaseT } from './use-phase-t.ts'

/** Arrows lead from one time to the next; Tab passes them as one. */
const step = (event: KeyboardEvent<HTMLElement>): void => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.time')]
  const next = all[all.indexOf(event.target as HTMLElement) + by]
  event.preventDefault()
  next?.focus()
}

const isPast = ({ closedBy }: Slot): boolean => closedBy?.some(({ rule }) => rule === 'past') ?? false

type TimeDialogProps = { row: ReservationRow; onMove: MoveTime; onClose: () => void }

/** All times of the party's day: a free one is taken at one touch, a closed one says why, and whoever may takes it anyway. */
export const TimeDialog = ({ row, onMove, onClose }: TimeDialogProps) => {
  const t = useT()
  const own = usePhaseT()
  const title = useId()
  const mayOverride = useAbility().can('override', 'reservation-list')
  const query = { date: row.serviceOn, partySize: row.partySize, explain: true }
  const { day, away } = useDay({ params: { id: row.venueId }, query }, { changes: true })
  const verdict = useVerdictText(day.data?.timezone)
  const [asked, setAsked] = useState<Slot>()
  const slots = (day.data?.slots ?? []).filter((slot) => !isPast(slot))
  const isNow = (slot: Slot): boolean => Date.parse(slot.startsAt) === Date.parse(row.startsAt)
  const reasonOf = (slot: Slot): string => (slot.closedBy?.[0] ? verdict(slot.closedBy[0]) : t('slot.closed'))
  const first = slots.find((slot) => Date.parse(slot.startsAt) >= Date.parse(row.startsAt)) ?? slots[0]
  const move = (slot: Slot, override: boolean): void => {
    void onMove({ row, startsAt: slot.startsAt, override })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>
        {own('time.of', { name: guestName(row) || t('guest.unknown'), time: localTime(row.startsLocal) })}
      </DialogTitle>
      <DialogContent>
        <Times>
          <NotAsked day={day.data} loading={day.isPending} unknown={null} away={away} />
          {day.error && !day.data && !away ? <ErrorState error={day.error} onRetry={() => void day.refetch()} /> : null}
          {day.data && slots.length === 0 ? <NoSlots reason={undefined} /> : null}
          <div className="slots" role="toolbar" aria-label={t('form.time')} tabIndex={-1} onKeyDown={step}>
            {slots.map((slot) => (
              <TimeButton
                key={slot.startsAt}
                slot={slot}
                now={isNow(slot)}
                first={slot === first}
                reason={reasonOf(slot)}
                onChoose={() => (isNow(slot) ? onClose() : slot.open ? move(slot, false) : setAsked(slot))}
              />
            ))}
          </div>
          {asked ? <Refused slot={asked} reason={reasonOf(asked)} anyway={mayOverride} /> : null}
        </Times>
      </DialogContent>
      <DialogActions>
        {asked && mayOverride ? (
          <Button color="warning" onClick={() => move(asked, true)}>
            {t('form.bookAnyway')}
          </Button>
        ) : null}
        <Button color="inherit" onClick={onClose}>
          {t('back')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
