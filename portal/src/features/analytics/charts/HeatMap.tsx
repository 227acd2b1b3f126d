import { styled } from '@mui/material/styles'
import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import { weekdays } from '#src/kit/week.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { useOpenRows } from '../RowsLink.tsx'
import { useT } from '../use-t.ts'
import { usePoints } from './use-points.ts'

export type HeatCell = ReservationAnalytics['heat'][number]

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  fontSize: '0.75rem',
  outline: 'none',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 4 },
  '& > span': { color: theme.vars.palette.text.secondary, textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
  '& > span.day': { textAlign: 'start', alignSelf: 'center', paddingInlineEnd: 6 },
  '& > i': { height: 26, borderRadius: 3, cursor: 'pointer', backgroundColor: theme.vars.palette.ground.sunken, printColorAdjust: 'exact' },
  '& > i[data-on="true"], & > i:hover': { outline: `2px solid ${theme.vars.palette.text.primary}` },
}))
const Reading = styled('output')({
  display: 'block',
  minHeight: 20,
  marginTop: 8,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
})

/** From the first hour with anything to the last. */
export const hoursOf = (cells: readonly HeatCell[]): number[] => {
  const hours = cells.map(({ hour }) => hour)
  if (hours.length === 0) return []
  const first = Math.min(...hours)
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => first + at)
}

type HeatMapProps = {
  label: string
  /** Which keys do what, for who may open rows. */ hint: string
  cells: readonly HeatCell[]
  valueOf: (cell: HeatCell) => number
  read: (cell: HeatCell) => string
}

/** Weekdays by hours: the darker, the more. One tab stop, arrows between cells, Enter or a click opens the rows. */
export const HeatMap = ({ label, hint, cells, valueOf, read }: HeatMapProps) => {
  const t = useT()
  const openRows = useOpenRows()
  const hours = hoursOf(cells)
  const byPlace = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const places = weekdays.flatMap((weekday) => hours.map((hour) => ({ weekday, hour, cell: byPlace.get(`${weekday} ${hour}`) })))
  const open = (at: number): void => {
    const cell = places[at]?.cell
    if (cell) openRows?.(cell.rows)
  }
  const { at, setAt, onKeyDown, onBlur } = usePoints({ count: places.length, row: hours.length, onOpen: open })
  const most = Math.max(1, ...cells.map(valueOf))
  const shown = at === undefined ? undefined : places[at]
  const nothing = (place: (typeof places)[number]): HeatCell => ({
    weekday: place.weekday,
    hour: place.hour,
    bookings: 0,
    covers: 0,
    rows: {},
  })
  return (
    <>
      <Grid
        role="application"
        aria-label={`${label}. ${openRows ? hint : t('chart.arrows')}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        style={{ gridTemplateColumns: `minmax(34px, auto) repeat(${hours.length}, minmax(0, 1fr))` }}
      >
        <span />
        {hours.map((hour) => (
          <span key={hour} aria-hidden="true">
            {hour}
          </span>
        ))}
        {weekdays.flatMap((weekday) => [
          <span key={`day ${weekday}`} className="day" aria-hidden="true">
            {weekdayName(weekday)}
          </span>,
          ...hours.map((hour, column) => {
            const index = (weekday - 1) * hours.length + column
            const cell = places[index]?.cell
            const share = cell ? Math.round(12 + (valueOf(cell) / most) * 88) : 0
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the grid has the keys
              <i
                key={`${weekday} ${hour}`}
                data-on={index === at}
                style={cell ? { backgroundColor: `color-mix(in srgb, var(--heat) ${share}%, transparent)` } : {}}
                onMouseEnter={() => setAt(index)}
                onClick={() => open(index)}
              />
            )
          }),
        ])}
      </Grid>
      <Reading>{shown ? read(shown.cell ?? nothing(shown)) : null}</Reading>
    </>
  )
}
