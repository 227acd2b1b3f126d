import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Link as RouterLink } from '@tanstack/react-router'
import type { DayAvailability, Slot, Verdict } from '@tablewire/contracts/booking/availability'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { formatDate } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { type FormValues, timeOf } from '../reservation-form.ts'
import { useT } from '../use-t.ts'

const Root = styled('div')(({ theme }) => ({
  marginBlockStart: 8,
  '& > div': {
    marginBlockStart: 4,
    padding: 12,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.ground.sunken,
  },
  '& ol': { display: 'grid', gap: 6, margin: '8px 0', paddingInlineStart: 20, fontSize: '0.875rem' },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& .MuiFormControl-root': { width: 150 },
}))

type WhyClosedProps = {
  day: DayAvailability
  /** Those that are shown and cannot be booked. */
  closed: readonly Slot[]
  /** The time that is chosen, or typed. */
  time: string
  textOf: (verdict: Verdict) => string
}

/** What would open it, where the rule's own words do not say. */
const openedBy = ['cancellation', 'setting', 'online_table', 'join', 'never'] as const

const useWay = ({ opens, setting }: Verdict): string | undefined => {
  const t = useT()
  const way = openedBy.find((one) => one === opens.by)
  if (way === 'cancellation' && opens.covers !== undefined) return t('why.opens.covers', { count: opens.covers })
  if (way === 'cancellation' && opens.parties !== undefined) return t('why.opens.parties', { count: opens.parties })
  // Where it stands is said beside it.
  if (way === 'setting' && isOfDay(setting)) return undefined
  return way && t(`why.opens.${way}`)
}
/** Limits of that date alone, which stand in the evening and not in the setup. */
const isOfDay = (setting: string | null): boolean => setting?.startsWith('dayLimits/') ?? false

type WayProps = Pick<WhyClosedProps, 'day'> & { verdict: Verdict; slot: Slot | undefined }
const Way = ({ verdict, day: { venueId, date }, slot }: WayProps) => {
  const t = useT()
  const way = useWay(verdict)
  const maySet = useAbility().can('update', 'settings-restaurant')
  const search = { venue: venueId, date, view: 'day', limits: 'open', ...(slot?.shiftId ? { meal: slot.shiftId } : {}) }
  const words = t('why.dayLimit', { date: formatDate(date) })
  return (
    <>
      {way ? <small>{way}</small> : null}
      {isOfDay(verdict.setting) ? (
        <small>
          {maySet ? (
            <Link component={RouterLink} to="/reservations" search={search as never}>
              {words}
            </Link>
          ) : (
            words
          )}
        </small>
      ) : null}
    </>
  )
}

/** The rules in the order in which they are asked; the first one is what a booking would be refused for. */
type RulesProps = Pick<WhyClosedProps, 'day' | 'textOf'> & { verdicts: readonly Verdict[]; slot: Slot | undefined }
const Rules = ({ verdicts, textOf, day, slot }: RulesProps) => {
  const t = useT()
  return (
    <ol>
      {verdicts.map((verdict, index) => {
        return (
          <li key={verdict.rule}>
            {index === 0 ? <strong>{textOf(verdict)}</strong> : textOf(verdict)}
            {index === 0 && verdicts.length > 1 ? <small>{t('why.binds')}</small> : null}
            <Way verdict={verdict} day={day} slot={slot} />
          </li>
        )
      })}
    </ol>
  )
}

/** RE5: why a time is closed, or a whole day, for whoever takes the booking; the setting itself opens for who may go there. */
export const WhyClosed = ({ day, closed, time, textOf }: WhyClosedProps) => {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [looked, setLooked] = useState<string>()
  const { control } = useFormContext<FormValues>()
  const areaId = useWatch({ control, name: 'areaId' })
  const maySet = useAbility().can(...rightOf['/settings/restaurant-setup'])
  const slot = closed.find((one) => timeOf(one) === looked) ?? closed.find((one) => timeOf(one) === time) ?? closed[0]
  const verdicts = (slot ? slot.closedBy : day.closedBy) ?? []
  if (verdicts.length === 0) return null
  const search = {
    venue: day.venueId,
    date: day.date,
    party: String(day.partySize),
    as: 'staff',
    ...(areaId === '' ? {} : { area: areaId }),
    ...(slot ? { at: slot.startsAt } : {}),
  }
  return (
    <Root>
      <Button size="small" color="inherit" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t('why.ask')}
      </Button>
      {open ? (
        <div id={id}>
          {slot ? (
            <TextField select label={t('why.time')} value={timeOf(slot)} onChange={({ target }) => setLooked(target.value)}>
              {closed.map((one) => (
                <option key={one.startsAt} value={timeOf(one)}>
                  {timeOf(one)}
                </option>
              ))}
            </TextField>
          ) : null}
          <Rules {...{ verdicts, textOf, day, slot }} />
          {maySet ? (
            <Link component={RouterLink} to="/settings/restaurant-setup" search={search as never} variant="body2">
              {t('why.setting')}
            </Link>
          ) : null}
        </div>
      ) : null}
    </Root>
  )
}
