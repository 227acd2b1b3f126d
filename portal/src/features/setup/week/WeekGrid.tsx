import { mdiContentCopy, mdiPlus } from '@mdi/js'
import type { Book, Shift } from '@tablewire/contracts/estate/book'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { ShiftBar } from './ShiftBar.tsx'
import { useT } from '../use-t.ts'
import { axisOf, day, placedOn, type Span, spanOf, timeOf } from '../week-line.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { weekdays } from '#src/kit/week.ts'

const laneHeight = 34
const Grid = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'hidden',
  '& > .name': { display: 'flex', alignItems: 'center', padding: theme.spacing(0, 1.5), fontSize: '0.8125rem', fontWeight: 600 },
  '& > .acts': { display: 'flex', alignItems: 'center', padding: theme.spacing(0, 0.5) },
  '& > .row': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  [theme.breakpoints.down('sm')]: { '& > .name': { padding: theme.spacing(0, 0.75) }, '& > .acts > .copy': { display: 'none' } },
}))
const Hours = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 26,
  '& > span': {
    position: 'absolute',
    insetBlockStart: 5,
    transform: 'translateX(-50%)',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.6875rem',
    fontVariantNumeric: 'tabular-nums',
  },
}))
const Line = styled('div')(({ theme }) => ({
  position: 'relative',
  minHeight: laneHeight + 10,
  touchAction: 'pan-y',
  '& > .open': { position: 'absolute', insetBlock: 0, backgroundColor: theme.vars.palette.tone.success.soft, opacity: 0.7 },
  '& > .hour': { position: 'absolute', insetBlock: 0, width: 1, backgroundColor: theme.vars.palette.divider, opacity: 0.55 },
  '& > .hour.midnight': { width: 2, opacity: 1 },
}))

const hoursOf = ({ from, to }: Span): number[] => Array.from({ length: (to - from) / 60 + 1 }, (_, index) => from + index * 60)
/** How far into the line a time lies, in percent. */
export const placeOn = ({ from, to }: Span, minutes: number): number => ((minutes - from) / (to - from)) * 100

export type WeekProps = {
  book: Book
  chosen: string | undefined
  /** Paths of shifts with something wrong in them. */
  wrong: ReadonlySet<string>
  onChoose: (id: string) => void
  onChange: (shift: Shift) => void
  onAdd: (weekday: number) => void
  onCopy: (weekday: number) => void
}

/** The week as seven lines; an evening that goes past midnight stays one piece on the day on which it began. */
export const WeekGrid = ({ book, onAdd, onCopy, ...shifts }: WeekProps) => {
  const t = useT()
  const axis = axisOf(book)
  const hours = hoursOf(axis)
  const every = hours.length > 20 ? 3 : 2
  return (
    <Grid data-tour="week" aria-label={t('week.line')} aria-describedby="week-keys">
      <div className="name" />
      <Hours aria-hidden="true" dir="ltr">
        {hours.map((minutes, index) =>
          index % every || index === 0 || index === hours.length - 1 ? null : (
            <span key={minutes} style={{ left: `${placeOn(axis, minutes)}%` }}>
              {timeOf(minutes).slice(0, 2)}
            </span>
          ),
        )}
      </Hours>
      <div className="acts" />
      {weekdays.map((weekday) => (
        <Row key={weekday} book={book} weekday={weekday} axis={axis} {...shifts}>
          <IconButton size="small" aria-label={t('week.add.on', { day: weekdayName(weekday, 'long') })} onClick={() => onAdd(weekday)}>
            <Icon path={mdiPlus} size={18} />
          </IconButton>
          <IconButton
            className="copy"
            size="small"
            aria-label={t('week.copy.day', { day: weekdayName(weekday, 'long') })}
            onClick={() => onCopy(weekday)}
          >
            <Icon path={mdiContentCopy} size={16} />
          </IconButton>
        </Row>
      ))}
    </Grid>
  )
}

type RowProps = Omit<WeekProps, 'onAdd' | 'onCopy'> & { weekday: number; axis: Span; children: ReactNode }

const Row = ({ book, weekday, axis, chosen, wrong, onChoose, onChange, children }: RowProps) => {
  const t = useT()
  const placed = placedOn(book.shifts, weekday)
  const lanes = Math.max(1, ...placed.map(({ lane }) => lane + 1))
  return (
    <>
      <div className="name row" aria-hidden="true">
        {weekdayName(weekday)}
      </div>
      <Line className="row" dir="ltr" style={{ height: lanes * laneHeight + 10 }}>
        {book.openingHours
          .filter((hours) => hours.day === weekday)
          .map((hours) => {
            const span = spanOf(hours)
            const left = placeOn(axis, span.from)
            return (
              <div
                key={`${hours.from}-${hours.to}`}
                className="open"
                title={t('week.open', { from: hours.from, to: hours.to })}
                style={{ left: `${left}%`, width: `${placeOn(axis, span.to) - left}%` }}
              />
            )
          })}
        {hoursOf(axis).map((minutes) => (
          <div
            key={minutes}
            className={minutes === day ? 'hour midnight' : 'hour'}
            style={{ left: `${placeOn(axis, minutes)}%` }}
            aria-hidden="true"
          />
        ))}
        {placed.map(({ shift, index, span, lane }) => (
          <ShiftBar
            key={shift.id}
            shift={shift}
            weekday={weekday}
            axis={axis}
            span={span}
            top={5 + lane * laneHeight}
            chosen={chosen === shift.id}
            wrong={wrong.has(`shifts.${index}`)}
            onChoose={() => onChoose(shift.id)}
            onChange={onChange}
          />
        ))}
        {placed.length ? null : <VisuallyHidden>{t('week.none', { day: weekdayName(weekday, 'long') })}</VisuallyHidden>}
      </Line>
      <div className="acts row">{children}</div>
    </>
  )
}
