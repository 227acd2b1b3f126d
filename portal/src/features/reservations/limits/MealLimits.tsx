import { mdiAlertOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { Book, Shift } from '@tablewire/contracts/estate/book'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { Fieldset } from '#src/kit/form/Fieldset.tsx'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import {
  hasOdd,
  isOdd,
  limitsOf,
  limitsOn,
  takesNone,
  takingAgain,
  takingNoMore,
  type Scope,
  type StartCovers,
  type Typed,
  typedOf,
} from './limits-of.ts'
import { useLimitsT } from './use-limits-t.ts'
import { useSaveLimits } from './use-save-limits.ts'

type Interval = ServiceDay['intervals'][number]

/** Starts of a meal in their order; an hour the clock shows twice is one, as in the book. */
const startsOf = (intervals: readonly Interval[]): StartCovers[] => {
  const byTime = new Map<string, StartCovers>()
  for (const { startsLocal, covers, parties } of intervals) {
    const time = startsLocal.slice(11, 16)
    const before = byTime.get(time)
    byTime.set(time, { time, covers: covers + (before?.covers ?? 0), parties: parties + (before?.parties ?? 0) })
  }
  return [...byTime.values()]
}

type NumberTextProps = { label: string; value: string; hint?: string; onChange: (text: string) => void }
const NumberText = ({ label, value, hint, onChange }: NumberTextProps) => {
  const t = useLimitsT()
  return (
    <TextField
      label={label}
      value={value}
      error={isOdd(value)}
      helperText={isOdd(value) ? t('odd') : hint}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type StartsProps = { starts: readonly StartCovers[]; typed: Typed; onType: (typed: Typed) => void }

/** What is booked at each start, and the limit it has instead of the usual one. */
const Starts = ({ starts, typed, onType }: StartsProps) => {
  const t = useLimitsT()
  const { pacing, pacingAt } = limitsOf(typed)
  const field = (time: string, name: 'covers' | 'parties') => {
    const own = typed.at[time] ?? { covers: '', parties: '' }
    return (
      <input
        inputMode="numeric"
        maxLength={4}
        aria-label={`${time} ${t(`most.${name}`)}`}
        placeholder={typed[name] || '∞'}
        value={own[name]}
        aria-invalid={isOdd(own[name])}
        onChange={({ target }) => {
          const text = target.value.includes('∞') ? '∞' : target.value
          onType({ ...typed, at: { ...typed.at, [time]: { ...own, [name]: text } } })
        }}
      />
    )
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('start')}</th>
          <th scope="col">{t('booked')}</th>
          <th scope="col">{t('most.covers')}</th>
          <th scope="col">{t('most.parties')}</th>
        </tr>
      </thead>
      <tbody>
        {starts.map(({ time, covers, parties }) => {
          const most = pacingAt.find(({ at }) => at === time) ?? pacing
          // Where no more are taken, those who are booked are beyond nothing.
          const stopped = most.covers === 0 || most.parties === 0
          const over = !stopped && ((most.covers !== null && covers > most.covers) || (most.parties !== null && parties > most.parties))
          return (
            <tr key={time} className={over ? 'over' : ''}>
              <th scope="row">{time}</th>
              <td className="booked">
                {formatNumber(covers)} / {formatNumber(parties)}
                {over ? <Icon path={mdiAlertOutline} size={14} label={t('over')} /> : null}
              </td>
              <td>{field(time, 'covers')}</td>
              <td>{field(time, 'parties')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type DaysProps = { date: string; shift: Shift; special: boolean; scope: Scope; onScope: (scope: Scope) => void }

/** For which days it counts. */
const Days = ({ date, shift, special, scope, onScope }: DaysProps) => {
  const t = useLimitsT()
  const days = shift.days.map((day) => weekdayName(day)).join(', ')
  return (
    <Fieldset>
      <legend>{t('scope')}</legend>
      <RadioGroup value={scope} onChange={(_, value) => onScope(value as Scope)}>
        <FormControlLabel value="date" control={<Radio />} label={t('scope.date', { date: formatDate(date, 'long') })} />
        <FormControlLabel
          value="all"
          control={<Radio />}
          label={special ? t('scope.special', { meal: shift.name }) : t('scope.all', { meal: shift.name, days })}
        />
      </RadioGroup>
    </Fieldset>
  )
}

type MealLimitsProps = {
  venueId: string
  date: string
  book: Book
  shift: Shift
  intervals: readonly Interval[]
  /** Of the meal, as it is booked now, and what it will come to. */
  said: string
  now: number
  onSaved: () => void
  onClose: () => void
}

/** Target and arrivals of one meal, for this date or for all of its days. */
export const MealLimits = ({ venueId, date, book, shift, intervals, said, now, onSaved, onClose }: MealLimitsProps) => {
  const t = useLimitsT()
  const where = { date, shiftId: shift.id }
  const [typed, setTyped] = useState<Typed>(() => typedOf(limitsOn(book, where)!.limits))
  const [scope, setScope] = useState<Scope>('date')
  const [tried, setTried] = useState(false)
  const { busy, error, save } = useSaveLimits({ venueId, ...where }, onSaved)
  const coming = startsOf(intervals.filter(({ startsAt }) => Date.parse(startsAt) + shift.intervalMinutes * 60_000 > now))
  const none = takesNone(typed, coming)
  const special = !book.shifts.some(({ id }) => id === shift.id)
  return (
    <form
      aria-label={t('of', { meal: shift.name })}
      onSubmit={(event) => {
        event.preventDefault()
        if (hasOdd(typed)) {
          setTried(true)
          event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        } else void save(book, { scope, limits: limitsOf(typed) })
      }}
    >
      <NumberText label={t('target')} value={typed.target} hint={said} onChange={(target) => setTyped({ ...typed, target })} />
      <div className="line">
        <h3>{t('arrivals', { count: shift.intervalMinutes })}</h3>
        {coming.length > 0 ? (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => setTyped(none ? takingAgain(typed, coming) : takingNoMore(typed, coming))}
          >
            {t(none ? 'again' : 'hold')}
          </Button>
        ) : null}
      </div>
      <div className="pair">
        <NumberText label={t('most.covers')} value={typed.covers} hint={t('none')} onChange={(covers) => setTyped({ ...typed, covers })} />
        <NumberText
          label={t('most.parties')}
          value={typed.parties}
          hint={t('none')}
          onChange={(parties) => setTyped({ ...typed, parties })}
        />
      </div>
      <p className="hint">{t('starts.hint')}</p>
      <Starts starts={coming.length > 0 ? coming : startsOf(intervals)} typed={typed} onType={setTyped} />
      <Days date={date} shift={shift} special={special} scope={scope} onScope={setScope} />
      <div className="foot">
        {(error ?? (tried && hasOdd(typed))) ? (
          <Alert severity="error" role="alert">
            {error ?? t('odd')}
          </Alert>
        ) : null}
        <div className="acts">
          <KeptButton type="submit" variant="contained" busy={busy}>
            {t('save')}
          </KeptButton>
          <Button color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </form>
  )
}
