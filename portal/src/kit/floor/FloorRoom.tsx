import { styled } from '@mui/material/styles'
import { type CSSProperties, memo, type ReactNode, type Ref } from 'react'
import { chairsOf } from './chairs.ts'
import type { Box, Shaped, Thing } from './pieces.ts'

const Root = styled('div')(({ theme: { vars } }) => ({
  minWidth: 0,
  overflow: 'auto',
  '& > .room': {
    position: 'relative',
    boxSizing: 'border-box',
    containerType: 'inline-size',
    width: 'max(100%, calc(var(--width) * var(--least) * 1px))',
    maxWidth: 'max(calc(var(--width) * var(--least) * 1px), calc(var(--tall, 72vh) * var(--width) / var(--depth)))',
    aspectRatio: 'var(--width) / var(--depth)',
    marginInline: 'auto',
    borderRadius: vars.shape.borderRadius,
    backgroundColor: vars.palette.ground.sunken,
    boxShadow: `inset 0 0 0 2px ${vars.palette.ground.edge}`,
    overflow: 'hidden',
  },
  '& > .room > .floor': { position: 'absolute', inset: 0, '--unit': 'calc(100cqw / var(--width))' },
  '& .grid': {
    backgroundImage: `radial-gradient(circle, ${vars.palette.ground.edge} 0.8px, transparent 1.2px)`,
    backgroundSize: 'calc(var(--unit) * 5) calc(var(--unit) * 5)',
    backgroundPosition: 'calc(var(--unit) * -2.5) calc(var(--unit) * -2.5)',
  },
  '& .piece': {
    all: 'unset',
    boxSizing: 'border-box',
    position: 'absolute',
    left: 'calc(var(--x) * var(--unit))',
    top: 'calc(var(--y) * var(--unit))',
    width: 'calc(var(--w) * var(--unit))',
    height: 'calc(var(--d) * var(--unit))',
    transform: 'translate(-50%, -50%)',
    display: 'grid',
    placeItems: 'center',
    color: vars.palette.text.primary,
  },
  '& .piece svg.shape': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    overflow: 'visible',
    transform: 'rotate(var(--turn))',
  },
  '& .shape .body': { fill: vars.palette.background.paper, stroke: vars.palette.ground.edge, strokeWidth: 0.5, vectorEffect: 'none' },
  '& .shape .chair': { fill: vars.palette.ground.edge, opacity: 0.55 },
  '& .shape .wall': { fill: vars.palette.text.secondary, opacity: 0.55 },
  '& .piece > .words, & .label .words': {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    maxWidth: '100%',
    fontSize: 'clamp(11px, calc(var(--unit) * 2.6), 17px)',
    fontWeight: 700,
    lineHeight: 1.15,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    pointerEvents: 'none',
  },
  '& .piece.label .words': {
    color: vars.palette.text.secondary,
    fontSize: 'clamp(11px, calc(var(--unit) * 3), 20px)',
    fontWeight: 600,
    transform: 'rotate(var(--turn))',
    letterSpacing: '0.04em',
  },
}))

export const boxStyle = ({ x, y, width, depth, turn }: Box): CSSProperties =>
  ({ '--x': x, '--y': y, '--w': width, '--d': depth, '--turn': `${turn}deg` }) as CSSProperties

/** A table as it is seen from above, with its chairs. */
export const TableShape = memo(({ place, seats }: { place: Shaped; seats: number }) => {
  const { shape, width, depth } = place
  return (
    <svg className="shape" viewBox={`0 0 ${width} ${depth}`} aria-hidden="true" focusable="false">
      {chairsOf(place, Math.min(40, seats)).map(({ x, y, turn }) => (
        <rect
          key={`${x} ${y}`}
          className="chair"
          x={x - 1.9}
          y={y - 0.9}
          width={3.8}
          height={1.8}
          rx={0.8}
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
      {shape === 'round' ? (
        <ellipse className="body" cx={width / 2} cy={depth / 2} rx={width / 2} ry={depth / 2} />
      ) : (
        <rect className="body" width={width} height={depth} rx={1.2} />
      )}
    </svg>
  )
})
TableShape.displayName = 'TableShape'

/** A wall or words in the room. */
export const ThingShape = ({ thing }: { thing: Thing }) =>
  thing.kind === 'wall' ? (
    <svg className="shape" viewBox={`0 0 ${thing.width} ${thing.depth}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect className="wall" width={thing.width} height={thing.depth} />
    </svg>
  ) : (
    <span className="words" dir="auto">
      {thing.text}
    </span>
  )

type FloorRoomProps = {
  room: { width: number; depth: number }
  /** The least a tenth of a metre is on the screen, in pixels: a smaller screen scrolls. */
  least: number
  label: string
  grid?: boolean
  floorRef?: Ref<HTMLDivElement>
  className?: string
  children: ReactNode
}

/** A room from above, as wide as there is place. What lies in it says where by `boxStyle`. */
export const FloorRoom = ({ room, least, label, grid = false, floorRef, className, children }: FloorRoomProps) => (
  <Root className={className} style={{ '--width': room.width, '--depth': room.depth, '--least': least } as CSSProperties} data-scrolls>
    <section className="room" aria-label={label}>
      <div className={grid ? 'floor grid' : 'floor'} ref={floorRef}>
        {children}
      </div>
    </section>
  </Root>
)
