import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import type { Book } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useId } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { addDays } from '#src/kit/zone-clock.ts'
import { marksOn, monthBy, weeksOf } from './calendar.ts'
import { useT } from './use-t.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { weekdays } from '#src/kit/week.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginBlockEnd: theme.spacing(1),
  '& > h2': { ...theme.typography.h3, flex: 1, margin: 0, textTransform: 'capitalize' },
}))
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 3,
  tableLayout: 'fixed',
  '& th': { padding: 2, color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontWeight: 600 },
  '& td': { padding: 0 },
  '& button': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'grid',
    alignContent: 'space-between',
    width: '100%',
    height: 58,
    padding: 6,
    overflow: 'hidden',
    borderRadius: theme.vars.shape.borderRadius,
    border: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 1 },
    '&.other': { color: theme.vars.palette.text.secondary, borderStyle: 'dashed' },
    '&.today > b': { color: theme.vars.palette.accent.text, textDecoration: 'underline', textUnderlineOffset: 3 },
    '&.shut': { backgroundColor: theme.vars.palette.tone.danger.soft, color: theme.vars.palette.tone.danger.text },
    '&.special': { backgroundColor: theme.vars.palette.tone.info.soft, color: theme.vars.palette.tone.info.text },
    '&.partly': { backgroundColor: theme.vars.palette.tone.warning.soft, color: theme.vars.palette.tone.warning.text },
    '&[aria-pressed="true"]': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.accent.ring}` },
    '& > b': { fontWeight: 600 },
    '& > span': { overflow: 'hidden', fontSize: '0.6875rem', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
    [theme.breakpoints.down('sm')]: { height: 46, padding: 4 },
  },
}))

export type Range = { from: string; to: string }
type MonthGridProps = {
  book: Book
  month: string
  today: string
  chosen: Range | undefined
  onMonth: (month: string) => void
  /** With `extend` the range that was begun goes on to this date. */
  onChoose: (date: string, extend: boolean) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month with what is special about its days; arrows walk, Shift takes several days at once. */
export const MonthGrid = ({ book, month, today, chosen, onMonth, onChoose }: MonthGridProps) => {
  const t = useT()
  const id = useId()
  const stop = chosen && chosen.to.startsWith(month) ? chosen.to : today.startsWith(month) ? today : `${month}-01`
  const focus = (date: string): void => {
    if (!date.startsWith(month)) onMonth(date.slice(0, 7))
    setTimeout(() => document.getElementById(`${id}-${date}`)?.focus(), 0)
  }
  const onKeyDown = (event: KeyboardEvent, date: string): void => {
    const step = steps[event.key]
    const next =
      step === undefined ? { PageUp: `${monthBy(month, -1)}-01`, PageDown: `${monthBy(month, 1)}-01` }[event.key] : addDays(date, step)
    if (next === undefined) return
    event.preventDefault()
    if (event.shiftKey) onChoose(next, true)
    focus(next)
  }
  return (
    <div>
      <Head>
        <h2 id={id}>{formatDate(`${month}-01`, 'month')}</h2>
        <IconButton aria-label={t('days.before')} onClick={() => onMonth(monthBy(month, -1))}>
          <Icon path={mdiChevronLeft} />
        </IconButton>
        <Button color="inherit" onClick={() => onMonth(today.slice(0, 7))}>
          {t('days.today')}
        </Button>
        <IconButton aria-label={t('days.after')} onClick={() => onMonth(monthBy(month, 1))}>
          <Icon path={mdiChevronRight} />
        </IconButton>
      </Head>
      <Table aria-labelledby={id}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayName(weekday, 'long')}>
                {weekdayName(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => {
                const { shut, partly, special } = marksOn(book, date)
                const kind = shut ? 'shut' : special ? 'special' : partly.length ? 'partly' : ''
                const name = (shut ?? special ?? partly[0])?.name
                return (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the whole date is in it, for those who listen
                  <td key={date}>
                    <button
                      id={`${id}-${date}`}
                      type="button"
                      className={`${kind}${date.startsWith(month) ? '' : ' other'}${date === today ? ' today' : ''}`}
                      tabIndex={date === stop ? 0 : -1}
                      aria-pressed={chosen !== undefined && chosen.from <= date && date <= chosen.to}
                      onClick={(event) => onChoose(date, event.shiftKey)}
                      onKeyDown={(event) => onKeyDown(event, date)}
                    >
                      <b aria-hidden="true">{Number(date.slice(8))}</b>
                      <VisuallyHidden>{`${formatDate(date, 'long')}${kind ? `, ${t(`days.${kind}` as 'days.shut')}: ` : ''}`}</VisuallyHidden>
                      <span>{name}</span>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
