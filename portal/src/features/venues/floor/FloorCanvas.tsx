import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import { type FloorBox, floorGrid, roomOf } from '@tablewire/contracts/booking/floor-plan.rules'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { boxStyle, FloorRoom, TableShape, ThingShape } from '#src/kit/floor/FloorRoom.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { boxOf, inside, type Piece, samePiece, snapped, stepped } from './edit-floor.ts'
import { useFloorT } from './use-floor-t.ts'

/** From here on a hand means to move what it holds. */
const movedPx = 4

type Grip = {
  pointer: number
  startX: number
  startY: number
  box: FloorBox
  unit: number
  at: { x: number; y: number }
  moved: boolean
  drop: () => void
}

type CanvasProps = {
  layout: FloorLayout
  tables: readonly DiningTable[]
  area: { id: string; name: string }
  may: boolean
  chosen: Piece | undefined
  /** Tables that stand on another one. */
  odd: ReadonlySet<string>
  floorRef: RefObject<HTMLDivElement | null>
  onChoose: (piece: Piece) => void
  onBox: (piece: Piece, box: Partial<FloorBox>) => void
  onRemove: (piece: Piece) => void
}

/** How far an arrow moves, across and down. */
const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** What is held follows the hand on the grid, freely with Shift, and is written once when it is let go. */
const useGrip = ({ layout, floorRef, onChoose, onBox }: CanvasProps, room: { width: number; depth: number }) => {
  const held = useRef<Grip>(undefined)
  useEffect(() => () => held.current?.drop(), [])
  const show = (element: HTMLElement, { x, y }: { x: number; y: number }): void => {
    element.style.setProperty('--x', String(x))
    element.style.setProperty('--y', String(y))
  }
  const down = (event: PointerEvent<HTMLElement>, piece: Piece): void => {
    const box = boxOf(layout, piece)
    if (event.button !== 0 || !box || !floorRef.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const unit = floorRef.current.clientWidth / room.width
    const element = event.currentTarget
    // Escape lets it stay where it was, and closes nothing around.
    const escape = (key: globalThis.KeyboardEvent): void => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      key.preventDefault()
      show(element, box)
      held.current = undefined
      drop()
    }
    const drop = (): void => removeEventListener('keydown', escape, true)
    addEventListener('keydown', escape, true)
    held.current = { pointer: event.pointerId, startX: event.clientX, startY: event.clientY, box, unit, at: box, moved: false, drop }
    onChoose(piece)
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    const grip = held.current
    if (!grip || grip.pointer !== event.pointerId) return
    const [dx, dy] = [event.clientX - grip.startX, event.clientY - grip.startY]
    if (!grip.moved && Math.hypot(dx, dy) < movedPx) return
    grip.moved = true
    const on = (value: number): number => (event.shiftKey ? Math.round(value) : snapped(value))
    const { x, y } = inside({ ...grip.box, x: on(grip.box.x + dx / grip.unit), y: on(grip.box.y + dy / grip.unit) }, room)
    grip.at = { x, y }
    show(event.currentTarget, grip.at)
  }
  const end = (event: PointerEvent<HTMLElement>, piece: Piece | undefined): void => {
    const grip = held.current
    held.current = undefined
    grip?.drop()
    if (!grip?.moved) return
    if (piece) onBox(piece, grip.at)
    else show(event.currentTarget, grip.box)
  }
  return { down, move, end }
}

/** The room of an area as it is drawn: everything in it is moved by hand or by keys. */
export const FloorCanvas = (props: CanvasProps) => {
  const { layout, tables, area, may, chosen, odd, floorRef, onChoose, onBox, onRemove } = props
  const t = useFloorT()
  const room = roomOf(layout, tables, area.id)
  const { down, move, end } = useGrip(props, room)
  const byId = new Map(tables.map((table) => [table.id, table]))
  const pieces = (): HTMLElement[] => [...(floorRef.current?.querySelectorAll<HTMLElement>('button.piece') ?? [])]

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, piece: Piece): void => {
    const box = boxOf(layout, piece)
    if (!may || !box || event.altKey || event.ctrlKey || event.metaKey) return
    const arrow = arrows[event.key]
    if (arrow) {
      const by = event.shiftKey ? 1 : floorGrid
      onBox(piece, { x: arrow[0] ? stepped(box.x, arrow[0] * by) : box.x, y: arrow[1] ? stepped(box.y, arrow[1] * by) : box.y })
      event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (event.key.toLowerCase() === 'r') onBox(piece, { turn: box.turn + (event.shiftKey ? 15 : 45) })
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const at = pieces().indexOf(event.currentTarget)
      onRemove(piece)
      // The next one stands at its place then: the keys go on from there.
      requestAnimationFrame(() => (pieces()[at] ?? pieces().at(-1))?.focus())
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = (piece: Piece) => ({
    'aria-pressed': samePiece(chosen, piece),
    onClick: () => onChoose(piece),
    onFocus: () => onChoose(piece),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, piece),
    ...(may
      ? {
          onPointerDown: (event: PointerEvent<HTMLElement>) => down(event, piece),
          onPointerMove: move,
          onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, piece),
          onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, undefined),
        }
      : {}),
  })
  const at = ({ x, y, turn }: FloorBox): string => t('piece.at', { x: x / 10, y: y / 10, turn })
  return (
    <FloorRoom
      room={room}
      least={4.6}
      label={t('room', { area: area.name })}
      grid={may}
      floorRef={floorRef}
      className={may ? 'editing' : ''}
    >
      {room.things.map(({ thing, index }) => (
        <button
          key={`thing${index}`}
          type="button"
          className={`piece ${thing.kind}`}
          style={boxStyle(thing)}
          {...handlers({ thing: index })}
        >
          <VisuallyHidden>{`${thing.kind === 'wall' ? t('wall') : thing.text || t('words')}, ${at(thing)}`}</VisuallyHidden>
          <span aria-hidden="true" style={{ display: 'contents' }}>
            <ThingShape thing={thing} />
          </span>
        </button>
      ))}
      {room.places.map((place) => {
        const table = byId.get(place.tableId)!
        return (
          <button
            key={place.tableId}
            type="button"
            className={odd.has(place.tableId) ? 'piece table odd' : 'piece table'}
            data-table={table.name}
            style={boxStyle(place)}
            {...handlers({ table: place.tableId })}
          >
            <TableShape place={place} seats={table.maxCovers} />
            <VisuallyHidden>
              {[t('table', { name: table.name }), t('seats', { count: table.maxCovers }), at(place), odd.has(place.tableId) && t('odd')]
                .filter(Boolean)
                .join(', ')}
            </VisuallyHidden>
            <span className="words" aria-hidden="true">
              <span dir="auto">{table.name}</span>
              <small>{table.maxCovers}</small>
            </span>
          </button>
        )
      })}
    </FloorRoom>
  )
}
