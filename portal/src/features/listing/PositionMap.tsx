import { mdiCrosshairsGps, mdiMinus, mdiPlus } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from './use-t.ts'
import { shapes } from './world-lines.ts'

const Root = styled('div')(({ theme }) => ({
  position: 'relative',
  '& > button': {
    display: 'block',
    width: '100%',
    padding: 0,
    aspectRatio: '2 / 1',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.tone.info.soft,
    cursor: 'crosshair',
    touchAction: 'manipulation',
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    '& > svg': { display: 'block', width: '100%', height: '100%' },
    '& path': {
      fill: theme.vars.palette.background.paper,
      stroke: theme.vars.palette.ground.edge,
      strokeWidth: 1,
      vectorEffect: 'non-scaling-stroke',
    },
    '& circle': { fill: theme.vars.palette.tone.danger.solid, stroke: theme.vars.palette.background.paper },
  },
  '& > div': {
    position: 'absolute',
    insetBlockStart: 8,
    insetInlineEnd: 8,
    display: 'grid',
    gap: 4,
    '& > button': {
      backgroundColor: theme.vars.palette.background.paper,
      border: `1px solid ${theme.vars.palette.divider}`,
      borderRadius: 6,
    },
  },
  '& > output': { display: 'block', marginBlockStart: 4, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}))

/** Degrees from the left edge to the right one. */
const widths = [360, 120, 40, 14, 5, 2, 0.6, 0.2] as const
type Place = { latitude: number; longitude: number }
type View = { x: number; y: number; zoom: number }
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const within = (value: number, edge: number): number => Math.max(-edge, Math.min(edge, value))

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

type PositionMapProps = {
  place: { latitude: number | null; longitude: number | null }
  onMove: (place: Place) => void
}

const isPlace = (place: PositionMapProps['place']): place is Place =>
  typeof place.latitude === 'number' && typeof place.longitude === 'number'
const viewOf = (place: PositionMapProps['place']): View =>
  isPlace(place) ? { x: place.longitude, y: -place.latitude, zoom: 3 } : { x: 10, y: -30, zoom: 0 }

/** Where a venue is, on coasts and borders that came with the page: nobody else hears of it. */
export const PositionMap = ({ place, onMove }: PositionMapProps) => {
  const t = useT()
  const [view, setView] = useState(() => viewOf(place))
  const width = widths[view.zoom]!
  const height = width / 2
  const [left, top] = [view.x - width / 2, view.y - height / 2]
  const known = isPlace(place) ? place : undefined
  const move = (longitude: number, latitude: number): void =>
    onMove({ latitude: round(within(latitude, 90)), longitude: round(within(longitude, 180)) })
  const zoom = (by: number): void => {
    const next = Math.max(0, Math.min(widths.length - 1, view.zoom + by))
    setView({ ...(known ? { x: known.longitude, y: -known.latitude } : view), zoom: next })
  }
  const pick = (event: MouseEvent<HTMLButtonElement>): void => {
    // Pressed by a key it names no place.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const x = left + ((event.clientX - box.left) / box.width) * width
    const y = top + ((event.clientY - box.top) / box.height) * height
    move(x, -y)
    setView({ x, y, zoom: Math.min(view.zoom + (view.zoom < 3 ? 1 : 0), widths.length - 1) })
  }
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (event.key === '+' || event.key === '-') return zoom(event.key === '+' ? 1 : -1)
    if (!step) return
    event.preventDefault()
    const from = known ?? { latitude: -view.y, longitude: view.x }
    const next = { longitude: from.longitude + (step[0] * width) / 40, latitude: from.latitude + (step[1] * width) / 40 }
    move(next.longitude, next.latitude)
    setView({ ...view, x: next.longitude, y: -next.latitude })
  }
  const seen = shapes.filter(({ box }) => box.left < left + width && box.right > left && box.top < top + height && box.bottom > top)
  const told = known ? t('map.at', { latitude: formatNumber(known.latitude), longitude: formatNumber(known.longitude) }) : t('map.nowhere')
  return (
    <Root>
      <button id="listing-map" type="button" aria-label={t('map')} onClick={pick} onKeyDown={press}>
        <svg aria-hidden="true" viewBox={`${left} ${top} ${width} ${height}`}>
          {seen.map(({ path }, nth) => (
            <path key={nth} d={path} />
          ))}
          {known ? <circle cx={known.longitude} cy={-known.latitude} r={width / 90} strokeWidth={width / 260} /> : null}
        </svg>
      </button>
      <div>
        <IconButton size="small" aria-label={t('map.in')} title={t('map.in')} onClick={() => zoom(1)}>
          <Icon path={mdiPlus} size={18} />
        </IconButton>
        <IconButton size="small" aria-label={t('map.out')} title={t('map.out')} onClick={() => zoom(-1)}>
          <Icon path={mdiMinus} size={18} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('map.centre')}
          title={t('map.centre')}
          onClick={() => setView({ ...viewOf(place), zoom: view.zoom })}
        >
          <Icon path={mdiCrosshairsGps} size={18} />
        </IconButton>
      </div>
      <output>{told}</output>
    </Root>
  )
}
