import { keyframes } from '@emotion/react'
import { styled } from '@mui/material/styles'

const run = keyframes({ '0%': { strokeDashoffset: 0 }, '38%, 100%': { strokeDashoffset: -1160 } })
const light = keyframes({
  '0%, 34%': { fillOpacity: 0, strokeOpacity: 0.55 },
  '42%, 88%': { fillOpacity: 1, strokeOpacity: 1 },
  '100%': { fillOpacity: 0, strokeOpacity: 0.55 },
})

const Plan = styled('svg')(({ theme }) => ({
  overflow: 'visible',
  '& .room': { fill: 'none', stroke: theme.vars.palette.divider, strokeWidth: 2 },
  '& .seat': { fill: theme.vars.palette.divider },
  '& .table': { fill: theme.vars.palette.background.paper, stroke: theme.vars.palette.divider, strokeWidth: 2 },
  '& .taken': { fill: theme.vars.palette.accent.soft, stroke: theme.vars.palette.accent.ring, strokeWidth: 2, strokeOpacity: 0.55 },
  '& .guest': { fill: theme.vars.palette.accent.ring, fillOpacity: 0.55 },
  '& .arrives': {
    fill: theme.vars.palette.accent.ring,
    stroke: theme.vars.palette.accent.ring,
    strokeWidth: 2,
    fillOpacity: 0,
    animation: `${light} 9s ease-in-out infinite`,
  },
  '& .wire': { fill: 'none', stroke: theme.vars.palette.divider, strokeWidth: 2 },
  '& .pulse': {
    fill: 'none',
    stroke: theme.vars.palette.accent.ring,
    strokeWidth: 3,
    strokeLinecap: 'round',
    strokeDasharray: '46 1400',
    animation: `${run} 9s cubic-bezier(.4,0,.3,1) infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '& .arrives': { fillOpacity: 0.9 }, '& .pulse': { display: 'none' } },
}))

type Table = { x: number; y: number; seats: number; r: number; state?: 'taken' | 'arrives'; delay?: string }

const tables: readonly Table[] = [
  { x: 332, y: 196, seats: 4, r: 34, state: 'arrives', delay: '0s' },
  { x: 470, y: 178, seats: 2, r: 26 },
  { x: 596, y: 206, seats: 6, r: 44, state: 'taken' },
  { x: 404, y: 322, seats: 6, r: 44 },
  { x: 552, y: 356, seats: 4, r: 34, state: 'arrives', delay: '-6s' },
  { x: 676, y: 364, seats: 2, r: 26, state: 'taken' },
  { x: 318, y: 452, seats: 2, r: 26, state: 'taken' },
  { x: 448, y: 486, seats: 4, r: 34, state: 'arrives', delay: '-3s' },
  { x: 610, y: 506, seats: 8, r: 52 },
]
const wires = [
  { path: 'M-400 80 C 60 120 150 196 292 196', delay: '0s' },
  { path: 'M-400 300 C 160 300 200 404 470 404 C 520 404 520 372 534 370', delay: '-6s' },
  { path: 'M-400 380 C 140 400 220 560 380 530 C 408 524 418 514 424 508', delay: '-3s' },
]

const seatsOf = ({ x, y, seats, r }: Table): { cx: number; cy: number }[] =>
  Array.from({ length: seats }, (_, index) => {
    const angle = (index / seats) * 2 * Math.PI + Math.PI / seats
    return { cx: Math.round(x + Math.cos(angle) * (r + 14)), cy: Math.round(y + Math.sin(angle) * (r + 14)) }
  })

/** What the product does, drawn: bookings run in from their channels and a table lights up. Decoration only. */
export const FloorPlan = () => (
  <Plan viewBox="0 0 760 760" preserveAspectRatio="xMaxYMin meet" focusable="false">
    <path className="room" d="M236 166 V96 H1400 M236 226 V352 M236 420 V474 M236 540 V700" />
    {wires.map(({ path, delay }) => (
      <g key={path}>
        <path className="wire" d={path} />
        <path className="pulse" d={path} style={{ animationDelay: delay }} />
      </g>
    ))}
    {tables.map((table) => (
      <g key={`${table.x}-${table.y}`}>
        {seatsOf(table).map(({ cx, cy }) => (
          <circle key={`${cx}-${cy}`} className={table.state === 'taken' ? 'guest' : 'seat'} cx={cx} cy={cy} r={7} />
        ))}
        <circle className={table.state === 'taken' ? 'taken' : 'table'} cx={table.x} cy={table.y} r={table.r} />
        {table.state === 'arrives' ? (
          <circle className="arrives" cx={table.x} cy={table.y} r={table.r} style={{ animationDelay: table.delay }} />
        ) : null}
      </g>
    ))}
  </Plan>
)
