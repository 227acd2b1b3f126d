import { mdiCalendarBlankOutline, mdiCalendarToday, mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { addDays, isDate } from '#src/kit/zone-clock.ts'
import type { Search } from './reservation-search.ts'
import { useT } from './use-t.ts'

const Field = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  // The browser's own calendar opens where the button stands; the field itself is typed into by whoever finds it quicker.
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none', border: 0 },
  borderRadius: theme.vars.shape.borderRadius,
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  '& > .MuiButton-outlined': {
    minHeight: 40,
    borderColor: theme.vars.palette.ground.edge,
    backgroundColor: theme.vars.palette.ground.field,
    fontWeight: 400,
  },
  '& > button': { flex: 1, justifyContent: 'flex-start', outline: 'none !important', fontVariantNumeric: 'tabular-nums' },
}))

const Root = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  alignItems: 'center',
  gap: 2,
  '& > span > button': { minWidth: 158, fontSize: '1rem' },
  '& > .today > svg': { display: 'none' },
  [theme.breakpoints.down('sm')]: {
    '& > span > button': { minWidth: 0, paddingLeft: 4, paddingRight: 4, '& .MuiButton-startIcon': { display: 'none' } },
    '& > .today': { minWidth: 44, padding: 0, '& > svg': { display: 'block' } },
  },
}))

type DayFieldProps = {
  /** Undefined shows `text` for no day in particular. */
  date: string | undefined
  text?: string
  label: string
  variant?: 'text' | 'outlined'
  onDate: (date: string) => void
}

/** A day in the reader's own words; the calendar behind it is the browser's. */
export const DayField = ({ date, text, label, variant = 'text', onDate }: DayFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Field>
      <Button
        color="inherit"
        variant={variant}
        tabIndex={-1}
        aria-hidden="true"
        startIcon={<Icon path={mdiCalendarBlankOutline} size={18} />}
        onClick={() => {
          field.current?.focus()
          field.current?.showPicker?.()
        }}
      >
        {date === undefined ? text : formatDate(date)}
      </Button>
      <input
        ref={field}
        type="date"
        value={date ?? ''}
        aria-label={label}
        onChange={({ target }) => {
          if (isDate(target.value)) onDate(target.value)
        }}
      />
    </Field>
  )
}

type DateNavProps = { search: Search; today: string; onDate: (date: string | undefined) => void }

/** The service day: one back, one on, today, or any from the browser's own calendar. */
export const DateNav = ({ search, today, onDate }: DateNavProps) => {
  const t = useT()
  const any = search.date === 'any' && search.view === 'list'
  const date = isDate(search.date) ? search.date : today
  const go = (next: string): void => onDate(next === today ? undefined : next)
  return (
    <Root aria-label={t('date.group')}>
      <IconButton size="small" aria-label={t('date.previous')} onClick={() => go(addDays(date, -1))}>
        <Icon path={mdiChevronLeft} />
      </IconButton>
      <DayField date={any ? undefined : date} text={t('date.any')} label={t('date.choose')} onDate={go} />
      <IconButton size="small" aria-label={t('date.next')} onClick={() => go(addDays(date, 1))}>
        <Icon path={mdiChevronRight} />
      </IconButton>
      <Button className="today" variant="outlined" size="small" disabled={date === today && !any} onClick={() => onDate(undefined)}>
        <Icon path={mdiCalendarToday} size={18} />
        <span className="word">{t('date.today')}</span>
      </Button>
    </Root>
  )
}
