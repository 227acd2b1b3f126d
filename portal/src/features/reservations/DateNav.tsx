import { mdiCalendarBlankOutline, mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Search } from './reservation-search.ts'
import { useT } from './use-t.ts'
import { addDays, isDate } from '#src/kit/zone-clock.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  '& .day': { position: 'relative' },
  // The browser's own calendar opens where the button stands; the field itself is typed into by whoever finds it quicker.
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none', border: 0 },
  '& .day:focus-within': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2, borderRadius: theme.vars.shape.borderRadius },
  '& .day > button': { minWidth: 158, fontSize: '1rem', justifyContent: 'flex-start', outline: 'none !important', fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: { '& .day > button': { minWidth: 0, paddingLeft: 6, paddingRight: 6 } },
}))

type DateNavProps = { search: Search; today: string; onDate: (date: string | undefined) => void }

/** The service day: one back, one on, today, or any from the browser's own calendar. */
export const DateNav = ({ search, today, onDate }: DateNavProps) => {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const any = search.date === 'any' && search.view === 'list'
  const date = isDate(search.date) ? search.date : today
  const go = (next: string): void => onDate(next === today ? undefined : next)
  return (
    <Root role="group" aria-label={t('date.group')}>
      <IconButton size="small" aria-label={t('date.previous')} onClick={() => go(addDays(date, -1))}>
        <Icon path={mdiChevronLeft} />
      </IconButton>
      <span className="day">
        <Button
          color="inherit"
          tabIndex={-1}
          aria-hidden="true"
          startIcon={<Icon path={mdiCalendarBlankOutline} size={18} />}
          onClick={() => {
            field.current?.focus()
            field.current?.showPicker?.()
          }}
        >
          {any ? t('date.any') : formatDate(date)}
        </Button>
        <input
          ref={field}
          type="date"
          value={any ? '' : date}
          aria-label={t('date.choose')}
          onChange={({ target }) => {
            if (isDate(target.value)) go(target.value)
          }}
        />
      </span>
      <IconButton size="small" aria-label={t('date.next')} onClick={() => go(addDays(date, 1))}>
        <Icon path={mdiChevronRight} />
      </IconButton>
      {date === today && !any ? null : (
        <Button variant="outlined" size="small" onClick={() => onDate(undefined)}>
          {t('date.today')}
        </Button>
      )}
    </Root>
  )
}
