import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { TableDay, TablePlan } from '@tablewire/contracts/booking/tables'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useWidth } from '#src/kit/use-width.ts'
import { usePhaseWork } from '../phases/evening.ts'
import type { MoveTime } from '../phases/use-move-time.ts'
import { useIsCarrying } from './carry-store.ts'
import { Carried, Landing } from './CarryLayer.tsx'
import { FreeLane } from './FreeLane.tsx'
import { hoursOf } from './hours-of.ts'
import { Hours } from './Hours.tsx'
import { linesOf, roomFor, sizesFor } from './layout.ts'
import { type Bar, quarterMs, quartersOf, type Stay, type TimelineModel } from './model.ts'
import { OneLine } from './TableLine.tsx'
import { TimelineRoot } from './timeline-styles.ts'
import type { Grid as CarryGrid } from './use-carry.ts'
import { useCarrying } from './use-carrying.ts'
import { useGround } from './use-ground.ts'
import { useDrawn } from './use-drawn.ts'
import { type TimelineContext, TimelineProvider } from './view.ts'

type GridProps = {
  model: TimelineModel
  span: Stay
  plan: TablePlan
  day: TableDay
  now: number
  currentId: string | undefined
  moveTime: MoveTime
  nameOf: (row: ReservationRow) => string
  mayCarry: (bar: Bar) => boolean
}

/** While somebody carries nothing moves under his hand, whatever others do. */
const useHeld = (height: number): number => {
  const carrying = useIsCarrying()
  const [held, hold] = useState(height)
  if (!carrying && held !== height) hold(height)
  return carrying ? held : height
}

/** Tables below each other, the evening from left to right; drawn is what is seen. */
export const Grid = (props: GridProps) => {
  const { model, span, now, nameOf } = props
  const root = useRef<HTMLDivElement>(null)
  const [measured, width] = useWidth()
  const { zone, selectedId, onOpen, onCurrent } = usePhaseWork()
  const { ground, seats, bars } = useGround(props)
  const space = roomFor(width, innerWidth)
  const sizes = useMemo(() => sizesFor(width, quartersOf(span), space), [width, span, space])
  const { lines, height } = useMemo(() => linesOf(model, sizes), [model, sizes])
  const tracks = Math.min(Math.max(1, model.tracks), sizes.tracks)
  const lane = useHeld(model.waiting.length > 0 ? tracks * sizes.row : 32)
  const head = sizes.hours + lane
  const grid: CarryGrid = { root, lines, sizes, span, head, ground }
  const { shown, onScroll, hold } = useDrawn(root, lines, head)
  const [currentId, setCurrent] = useState(props.currentId)
  const stop = currentId !== undefined && bars.has(currentId) ? currentId : bars.keys().next().value
  const { ghost, onPointerDown, onKeyDown } = useCarrying({ ...props, grid, bars, zone, seatOf: (id) => seats.get(id) })
  const known = width > 0
  // Opened while the evening runs, it shows what comes; later it stays where somebody scrolled it.
  const showNow = useEffectEvent((): void => {
    const element = root.current
    if (element && now > span.from && now < span.until)
      element.scrollLeft = ((now - span.from) / quarterMs) * sizes.quarter - (element.clientWidth - sizes.names) * 0.25
  })
  useEffect(() => {
    if (known) showNow()
  }, [known])
  const context = useMemo<TimelineContext>(
    () => ({
      span,
      zone,
      selectedId,
      currentId: stop,
      nameOf,
      onOpen: ({ id }, byKey) => onOpen(id, byKey),
      onCurrent: ({ row }, line) => {
        setCurrent(row.id)
        hold(line)
        onCurrent(row.id)
      },
    }),
    [span, zone, selectedId, stop, nameOf, onOpen, onCurrent, hold],
  )
  const hour = hoursOf(span, zone)[0]?.at ?? 0
  const style = {
    '--q': `${sizes.quarter}px`,
    '--row': `${sizes.row}px`,
    '--names': `${sizes.names}px`,
    '--hours': `${sizes.hours}px`,
    '--head': `${head}px`,
    '--quarters': quartersOf(span),
    '--hour': hour,
  }
  return (
    <TimelineProvider value={context}>
      <TimelineRoot className={space} style={style as object} onKeyDown={onKeyDown} onPointerDown={onPointerDown}>
        <div ref={measured} style={{ height: 0 }} />
        {known ? (
          <div className="scroller" ref={root} onScroll={onScroll}>
            <div className="sheet">
              <Hours span={span} zone={zone} now={now} quarter={sizes.quarter} />
              <FreeLane waiting={model.waiting} tracks={model.tracks} sizes={sizes} height={lane} />
              <div className="lines" style={{ height }}>
                {shown.map((line) => (
                  <OneLine key={line.key} line={line} />
                ))}
                <Landing lines={lines} />
                {now >= span.from && now < span.until ? (
                  <div className="now" style={{ '--at': (now - span.from) / quarterMs } as object} />
                ) : null}
              </div>
            </div>
          </div>
        ) : null}
        <Carried ghost={ghost} />
      </TimelineRoot>
    </TimelineProvider>
  )
}
