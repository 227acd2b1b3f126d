import { mdiCalendarToday, mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { DayField } from '#src/kit/DayField.tsx'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { unseen } from '#src/kit/VisuallyHidden.tsx'
import { addDays, isDate } from '#src/kit/zone-clock.ts'
import { hasRange, type Search } from './reservation-search.ts'
import { useT } from './use-t.ts'

const Root = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  alignItems: 'center',
  gap: 2,
  '& > span > button': { minWidth: 158, fontSize: '1rem' },
  // Where the head leaves its word no room, its sign stands for it.
  [theme.breakpoints.up('md')]: {
    '&:not(.range) > .today > svg': { display: 'none' },
    // Two days are twice as long: what stands beside them keeps its line.
    '&.range > span button': { fontSize: '0.875rem', paddingInline: 4, '& .MuiButton-startIcon': { display: 'none' } },
    '&.range > .today': { minWidth: 44, padding: 0, '& > .word': unseen },
  },
  [theme.breakpoints.down('sm')]: {
    '& > span > button': { minWidth: 0, paddingLeft: 4, paddingRight: 4, '& .MuiButton-startIcon': { display: 'none' } },
    '& > .today': { minWidth: 44, padding: 0 },
  },
}))

type DateNavProps = { search: Search; today: string; onDate: (date: string | undefined) => void }

/** Days that a range holds, as far as it has ends. */
const rangeText = ({ from, to }: Search): string =>
  from !== undefined && from === to
    ? formatDate(from)
    : `${from === undefined ? '…' : formatDate(from, 'medium')} – ${to === undefined ? '…' : formatDate(to, 'medium')}`

/** The service day: one back, one on, today, or any from the browser's own calendar. */
export const DateNav = ({ search, today, onDate }: DateNavProps) => {
  const t = useT()
  // A range holds in the place of a day; from there, one back is the day before it, one on the day after.
  const range = hasRange(search) && search.view === 'list'
  const any = search.date === 'any' && search.view === 'list'
  const date = isDate(search.date) ? search.date : today
  const [first, last] = range ? [search.from ?? today, search.to ?? today] : [date, date]
  const go = (next: string): void => onDate(next === today ? undefined : next)
  return (
    <Root aria-label={t('date.group')} className={range ? 'range' : undefined}>
      <IconButton size="small" aria-label={t('date.previous')} onClick={() => go(addDays(first, -1))}>
        <Icon path={mdiChevronLeft} />
      </IconButton>
      <DayField
        date={any || range ? undefined : date}
        text={range ? rangeText(search) : t('date.any')}
        label={t('date.choose')}
        onDate={go}
      />
      <IconButton size="small" aria-label={t('date.next')} onClick={() => go(addDays(last, 1))}>
        <Icon path={mdiChevronRight} />
      </IconButton>
      <KeptButton
        className="today"
        variant="outlined"
        size="small"
        title={range ? t('date.today') : undefined}
        disabled={date === today && !any && !range}
        onClick={() => onDate(undefined)}
      >
        <Icon path={mdiCalendarToday} size={18} />
        <span className="word">{t('date.today')}</span>
      </KeptButton>
    </Root>
  )
}
