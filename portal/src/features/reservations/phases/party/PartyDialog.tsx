import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { availability } from '@tablewire/contracts/estate/venues'
import { type SyntheticEvent, useId, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { guestName } from '../../guest-name.ts'
import { useT } from '../../use-t.ts'
import { usePhaseT } from '../use-phase-t.ts'
import { lateSteps, splitSteps } from './party-steps.ts'
import { useLate, useSplit } from './use-party-acts.ts'

export type PartyAsk = { what: 'late' | 'split'; row: ReservationRow }

const Choices = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
  gap: 6,
  padding: 3,
  '& > button': { minWidth: 0, minHeight: 48, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
})
const Other = styled('form')({
  display: 'flex',
  gap: 6,
  alignItems: 'start',
  padding: '12px 3px 3px',
  '& > button': { minHeight: 38, marginTop: '22px', flexShrink: 0 },
})

type OtherProps = { label: string; most: number; send: string; onChoose: (value: number) => void }

/** A number that is none of those above; asked for first, as a field would bring a keyboard up over what most people touch. */
const OtherNumber = ({ label, most, send, onChoose }: OtherProps) => {
  const own = usePhaseT()
  const [text, setText] = useState<string>()
  const value = Number(text)
  const sound = Number.isInteger(value) && value >= 1 && value <= most
  if (text === undefined)
    return (
      <Button color="inherit" sx={{ mt: 1 }} onClick={() => setText('')}>
        {label}
      </Button>
    )
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (sound) onChoose(value)
  }
  return (
    <Other onSubmit={submit}>
      <TextField
        type="number"
        label={label}
        autoFocus
        value={text}
        error={text !== '' && !sound}
        helperText={own('number.span', { most: formatNumber(most) })}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { min: 1, max: most, inputMode: 'numeric' } }}
        fullWidth
      />
      <Button type="submit" variant="outlined" disabled={!sound}>
        {send}
      </Button>
    </Other>
  )
}

type DialogProps = { row: ReservationRow; onClose: () => void }

const LateChoices = ({ row, onClose }: DialogProps) => {
  const own = usePhaseT()
  const late = useLate()
  const say = (lateMinutes: number | null): void => {
    onClose()
    if ((row.lateMinutes ?? null) !== lateMinutes) late({ row, lateMinutes })
  }
  return (
    <>
      <Choices>
        {lateSteps.map((count, index) => (
          <Button
            key={count}
            variant={row.lateMinutes === count ? 'contained' : 'outlined'}
            color={row.lateMinutes === count ? 'primary' : 'inherit'}
            aria-pressed={row.lateMinutes === count}
            {...(index === 2 ? { 'data-first-focus': '' } : {})}
            onClick={() => say(count)}
          >
            {own('minutes', { count })}
          </Button>
        ))}
      </Choices>
      <OtherNumber label={own('delay.other')} most={240} send={own('delay.save')} onChoose={say} />
      {row.lateMinutes ? (
        <Button color="inherit" sx={{ mt: 1 }} onClick={() => say(null)}>
          {own('delay.not')}
        </Button>
      ) : null}
    </>
  )
}

/** What it does to the pacing: the guests are as many as before, the kitchen and the door have one party more. */
const SplitCounts = ({ row: { venueId, serviceOn, startsAt } }: Pick<DialogProps, 'row'>) => {
  const own = usePhaseT()
  const day = useEndpoint(availability.service, { params: { id: venueId }, query: { date: serviceOn } }).data
  const interval = day?.intervals.findLast((one) => Date.parse(one.startsAt) <= Date.parse(startsAt))
  if (!interval) return null
  const { parties, partiesMax, startsLocal } = interval
  const values = { count: parties + 1, limit: partiesMax ?? 0, time: localTime(startsLocal) }
  const which = partiesMax === null ? 'split.counts' : parties + 1 > partiesMax ? 'split.countsOver' : 'split.countsOf'
  return <p style={{ margin: '0 3px 10px', fontSize: '0.875rem' }}>{own(which, values)}</p>
}

const SplitChoices = ({ row, onClose }: DialogProps) => {
  const own = usePhaseT()
  const split = useSplit()
  const { partySize } = row
  const say = (go: number): void => {
    onClose()
    split({ row, partySize: go })
  }
  const steps = splitSteps(partySize)
  return (
    <>
      <SplitCounts row={row} />
      <Choices>
        {steps.map((go, index) => (
          <Button key={go} variant="outlined" color="inherit" {...(index === 0 ? { 'data-first-focus': '' } : {})} onClick={() => say(go)}>
            {own('split.into', { stay: partySize - go, go })}
          </Button>
        ))}
      </Choices>
      {partySize - 1 > steps.at(0)! ? (
        <OtherNumber label={own('split.other')} most={partySize - 1} send={own('split.save')} onChoose={say} />
      ) : null}
    </>
  )
}

/** Two acts that need a number: one touch does them, and one takes them back. */
export const PartyDialog = ({ ask: { what, row }, onClose }: { ask: PartyAsk; onClose: () => void }) => {
  const t = useT()
  const own = usePhaseT()
  const title = useId()
  const name = guestName(row) || t('guest.unknown')
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="xs">
      <DialogTitle id={title}>{what === 'late' ? own('delay.of', { name }) : own('split.of', { name, size: row.partySize })}</DialogTitle>
      <DialogContent>
        {what === 'late' ? <LateChoices row={row} onClose={onClose} /> : <SplitChoices row={row} onClose={onClose} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('back')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
