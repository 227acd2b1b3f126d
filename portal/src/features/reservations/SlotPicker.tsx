import { styled } from '@mui/material/styles'
import type { DayAvailability, Slot, Verdict } from '@tablewire/contracts/booking/availability'
import { useId } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { formatClock } from '#src/kit/format.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { WhyClosed } from './form/WhyClosed.tsx'
import { TypedTime } from './form/TypedTime.tsx'
import { timeOf } from './reservation-form.ts'
import { type Away, KeepTime, NoSlots, NotAsked, SlotButton } from './SlotButton.tsx'
import { useT } from './use-t.ts'

const Root = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 6, fontSize: '0.8125rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& .slots': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(78px, 1fr))',
    gap: 6,
    maxHeight: 236,
    overflowY: 'auto',
    padding: 3,
    margin: -3,
  },
  '& .slot': {
    display: 'flex',
    position: 'relative',
    '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'inherit' },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: 44,
    padding: '3px 4px',
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: theme.vars.shape.borderRadius,
    background: 'none',
    color: theme.vars.palette.text.primary,
    font: 'inherit',
    fontSize: '0.9375rem',
    fontWeight: 600,
    lineHeight: 1.2,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '& small': {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      color: theme.vars.palette.text.secondary,
      fontSize: '0.6875rem',
      fontWeight: 500,
    },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&.closed': {
      borderStyle: 'dashed',
      borderColor: theme.vars.palette.divider,
      color: theme.vars.palette.text.secondary,
      fontWeight: 500,
    },
    '&:has(:disabled)': { cursor: 'not-allowed' },
    '&:has(:checked)': {
      borderColor: theme.vars.palette.primary.main,
      borderStyle: 'solid',
      backgroundColor: theme.vars.palette.primary.main,
      color: theme.vars.palette.primary.contrastText,
      '& small': { color: 'inherit' },
    },
  },
  '& .error': { margin: '6px 2px 0', color: theme.vars.palette.tone.danger.text, fontSize: '0.75rem' },
  '& .none': { margin: 0, fontSize: '0.875rem' },
  '& .other': { display: 'flex', alignItems: 'center', gap: 10, marginTop: 10, '& .MuiFormControl-root': { width: 150 } },
}))

/** Most venues never need it. */
const AgeNote = lazyWithRetry(async () => (await import('#src/kit/office/AgeNote.tsx')).AgeNote)

/** Free places that the venue's own system told earlier and does not confirm now. */
const Stale = ({ day: { told, timezone } }: { day: DayAvailability }) => {
  const t = useT()
  if (!told?.stale || told.at === null) return null
  return <AgeNote text={t('slots.stale', { time: formatClock(told.at, timezone) })} />
}

/** Why a start is closed and what would open it, in words (the trace of the book). */
export const useVerdictText = (timezone: string | undefined) => {
  const t = useT()
  const numbersOf = ({ rule, limit, used }: Verdict): string => {
    if (limit === null || used === null || limit <= 0) return ''
    return ` (${rule === 'tables' ? t('slot.largest', { seats: limit }) : t('slot.used', { used, limit })})`
  }
  const helpOf = ({ by, at, partySize }: Verdict['opens']): string => {
    if (by === 'at' && at) return t('opens.at', { time: formatClock(at, timezone) })
    if (by === 'smaller_party' && partySize !== undefined) return t('opens.smaller_party', { count: partySize })
    return by === 'other_area' ? t('opens.other_area') : ''
  }
  return (said: Verdict): string => {
    const { rule, limit, opens } = said
    // Whoever takes no more at all has not reached a limit.
    const stopped = limit === 0 && (rule === 'pacing_covers' || rule === 'pacing_parties')
    return [`${t(stopped ? 'rule.stopped' : `rule.${rule}`)}${numbersOf(said)}`, helpOf(opens)].filter(Boolean).join('. ')
  }
}

/** Any minute, for those the slots do not hold. The arrows lead from one offered time to the next. */
const OtherTime = ({ time, offered, onChange }: { time: string; offered: readonly string[]; onChange: (time: string) => void }) => (
  <TypedTime
    label={useT()('form.otherTime')}
    time={time}
    placeholder="19:10"
    first="edit"
    onTime={onChange}
    onKeyDown={(event) => {
      const later = event.key === 'ArrowDown'
      if (!later && event.key !== 'ArrowUp') return
      event.preventDefault()
      const next = later ? offered.find((one) => one > time) : offered.findLast((one) => one < time)
      if (next !== undefined) onChange(next)
    }}
  />
)

type SlotPickerProps = {
  day: DayAvailability | undefined
  loading: boolean
  /** Why nobody can say what is free. */
  unknown: ApiError | null
  away: Away
  time: string
  /** The time the reservation has now: always its own. */
  ownTime: string | undefined
  mayOverride: boolean
  error: string | undefined
  onChange: (time: string) => void
}

const isPast = ({ closedBy }: Slot): boolean => closedBy?.some(({ rule }) => rule === 'past') ?? false

export const SlotPicker = ({ day, loading, unknown, away, time, ownTime, mayOverride, error, onChange }: SlotPickerProps) => {
  const t = useT()
  const errorId = useId()
  const group = useId()
  const verdict = useVerdictText(day?.timezone)
  const firstOf = ({ closedBy = [] }: Pick<Slot, 'closedBy'>): string | undefined => (closedBy[0] ? verdict(closedBy[0]) : undefined)
  const slots = day?.slots ?? []
  const isOffered = (slot: Slot): boolean => slot.open || timeOf(slot) === ownTime
  const shown = slots.filter((slot) => !isPast(slot) || timeOf(slot) === time)
  return (
    <Root aria-describedby={error ? errorId : undefined}>
      <legend>{t('form.time')}</legend>
      <NotAsked {...{ day, loading, unknown, away }} />
      {day ? <Stale day={day} /> : null}
      {day && shown.length === 0 ? <NoSlots reason={firstOf(day)} /> : null}
      <div className="slots">
        {shown.map((slot) => (
          <SlotButton
            key={slot.startsAt}
            group={group}
            slot={slot}
            chosen={timeOf(slot) === time}
            open={isOffered(slot)}
            mayOverride={mayOverride}
            reason={firstOf(slot) ?? ''}
            onChange={onChange}
          />
        ))}
      </div>
      <div className="other">
        <OtherTime time={time} offered={shown.filter(isOffered).map(timeOf)} onChange={onChange} />
        {ownTime === time ? null : <KeepTime ownTime={ownTime} onChange={onChange} />}
      </div>
      {day ? <WhyClosed day={day} closed={shown.filter((slot) => !isOffered(slot))} time={time} textOf={verdict} /> : null}
      {error ? (
        <p className="error" id={errorId} role="alert">
          {error}
        </p>
      ) : null}
    </Root>
  )
}
