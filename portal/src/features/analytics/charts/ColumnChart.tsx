import { styled } from '@mui/material/styles'
import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import { formatNumber } from '#src/kit/format.ts'
import { useOpenRows } from '../RowsLink.tsx'
import { useT } from '../use-t.ts'
import { usePoints } from './use-points.ts'

/** `short` stands below its column, `label` is said and shown of it. `compared` null = nothing to compare with; `comparedDays` as in `ComparedLink`. */
export type Point = {
  key: string
  label: string
  short: string
  value: number
  compared: number | null
  rows: RowFilters | null
  comparedDays?: RowFilters | null
}

const plotHeight = 180
const Plot = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'end',
  gap: 'clamp(1px, 0.4%, 6px)',
  height: plotHeight,
  borderBottom: `1px solid ${theme.vars.palette.ground.edge}`,
  outline: 'none',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 4 },
  '& > div': { position: 'relative', flex: 1, minWidth: 0, height: '100%', cursor: 'pointer' },
  '& > div > i': {
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    borderRadius: '3px 3px 0 0',
    backgroundColor: theme.vars.palette.tone.primary.solid,
  },
  // The compared one is told apart by its shape: a line across, whatever the colours.
  '& > div > b': { position: 'absolute', insetInline: '-1px', height: 0, borderTop: `2px dashed ${theme.vars.palette.text.primary}` },
  '& > div[data-on="true"]': { backgroundColor: theme.vars.palette.ground.hover },
  '& > div:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '@media print': { '& > div > i': { printColorAdjust: 'exact' } },
}))
const Axis = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  minHeight: 18,
  paddingTop: 4,
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
  containerType: 'inline-size',
  '@container (max-width: 600px)': { '& > [data-spare="true"]': { display: 'none' } },
}))
const Reading = styled('output')({
  display: 'block',
  minHeight: 20,
  marginTop: 6,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
})

const mostLabels = 8
/** Some of the labels, evenly, the first and the last among them. */
const shownLabels = (points: readonly Point[]): readonly Point[] => {
  if (points.length <= mostLabels) return points
  const step = (points.length - 1) / (mostLabels - 1)
  return Array.from({ length: mostLabels }, (_, at) => points[Math.round(at * step)]!)
}
/** Characters that stand beside each other below the narrowest chart. */
const narrowCharacters = 36

type ColumnChartProps = {
  label: string
  points: readonly Point[]
  /** A point in words. */ read: (point: Point) => string
  /** Which keys do what, for who may open rows. */ hint: string
}

/** Columns with a dashed line across each for the compared one: one tab stop, arrows between columns, Enter or a click opens the rows. */
export const ColumnChart = ({ label, points, read, hint }: ColumnChartProps) => {
  const t = useT()
  const openRows = useOpenRows()
  const open = (at: number): void => {
    const rows = points[at]?.rows
    if (rows) openRows?.(rows)
  }
  const { at, setAt, onKeyDown, onBlur } = usePoints({ count: points.length, onOpen: open })
  const most = Math.max(1, ...points.flatMap(({ value, compared }) => [value, compared ?? 0]))
  const part = (value: number): string => `${(value / most) * 100}%`
  const shown = at === undefined ? undefined : points[at]
  const labels = shownLabels(points)
  const crowded = labels.reduce((sum, { short }) => sum + short.length, 0) > narrowCharacters
  return (
    <>
      <Plot
        role="application"
        aria-label={`${label}. ${openRows ? hint : t('chart.arrows')}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onMouseLeave={() => setAt(undefined)}
      >
        {points.map((point, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the plot has the keys
          <div key={point.key} data-on={index === at} onMouseEnter={() => setAt(index)} onClick={() => open(index)}>
            <i style={{ height: part(point.value) }} />
            {point.compared === null ? null : <b style={{ bottom: part(point.compared) }} />}
          </div>
        ))}
      </Plot>
      <Axis aria-hidden="true">
        {labels.map(({ key, short }, index) => (
          <span key={key} data-spare={crowded && index > 0 && index < labels.length - 1}>
            {short}
          </span>
        ))}
      </Axis>
      <Reading>{shown ? read(shown) : <span aria-hidden="true">{`0 – ${formatNumber(most)}`}</span>}</Reading>
    </>
  )
}
