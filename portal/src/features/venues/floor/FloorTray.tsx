import { mdiArchiveArrowUpOutline, mdiPlus } from '@mdi/js'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useFloorT } from './use-floor-t.ts'

type TrayProps = {
  fresh: readonly DiningTable[]
  away: readonly DiningTable[]
  may: boolean
  /** The first layout rules all other days. */
  first: boolean
  floorRef: RefObject<HTMLDivElement | null>
  /** `part`: where in the room it was let go, from 0 to 1 across and down. */
  onPlace: (table: DiningTable, part?: { x: number; y: number }) => void
}

type Held = { table: DiningTable; pointer: number; x: number; y: number; startX: number; startY: number; moved: boolean }

/** Tables that are not on the plan: a touch places one where there is room, and a hand carries it where it shall stand. */
export const FloorTray = ({ fresh, away, may, first, floorRef, onPlace }: TrayProps) => {
  const t = useFloorT()
  const [held, setHeld] = useState<Held>()
  /** The click that ends a drag places nothing. */
  const dragged = useRef(false)
  const move = (event: PointerEvent): void => {
    if (!held || held.pointer !== event.pointerId) return
    const moved = held.moved || Math.hypot(event.clientX - held.startX, event.clientY - held.startY) > 5
    setHeld({ ...held, moved, x: event.clientX, y: event.clientY })
  }
  const drop = (event: PointerEvent): void => {
    const floor = floorRef.current?.getBoundingClientRect()
    dragged.current = held?.moved === true
    setHeld(undefined)
    if (!held?.moved || !floor) return
    const part = { x: (event.clientX - floor.left) / floor.width, y: (event.clientY - floor.top) / floor.height }
    if (part.x >= 0 && part.x <= 1 && part.y >= 0 && part.y <= 1) onPlace(held.table, part)
  }
  const items = (tables: readonly DiningTable[], isAway: boolean) => (
    <ul>
      {tables.map((table) => (
        <li key={table.id}>
          <button
            type="button"
            disabled={!may}
            aria-label={t(isAway ? 'tray.back' : 'tray.place', { name: table.name })}
            onClick={() => {
              if (!dragged.current) onPlace(table)
              dragged.current = false
            }}
            onPointerDown={(event) => {
              dragged.current = false
              if (event.button !== 0 || !may) return
              event.currentTarget.setPointerCapture(event.pointerId)
              const { clientX: x, clientY: y, pointerId: pointer } = event
              setHeld({ table, pointer, x, y, startX: x, startY: y, moved: false })
            }}
            onPointerMove={move}
            onPointerUp={drop}
            onPointerCancel={() => setHeld(undefined)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !held) return
              event.stopPropagation()
              dragged.current = true
              setHeld(undefined)
            }}
          >
            <Icon path={isAway ? mdiArchiveArrowUpOutline : mdiPlus} size={16} />
            <b dir="auto">{table.name}</b>
            <small>{t('seats', { count: table.maxCovers })}</small>
          </button>
        </li>
      ))}
    </ul>
  )
  if (fresh.length + away.length === 0) return null
  return (
    <div className="tray">
      {fresh.length > 0 ? (
        <section aria-label={t('tray.fresh')}>
          <h3>{t('tray.fresh')}</h3>
          <p>{t('tray.freshHint')}</p>
          {items(fresh, false)}
        </section>
      ) : null}
      {away.length > 0 ? (
        <section aria-label={t('tray.away')}>
          <h3>{t('tray.away')}</h3>
          <p>{t(first ? 'tray.awayFirst' : 'tray.awayHint')}</p>
          {items(away, true)}
        </section>
      ) : null}
      {held?.moved ? (
        <div className="held" style={{ transform: `translate(${held.x}px, ${held.y}px)` }} aria-hidden="true">
          {held.table.name}
        </div>
      ) : null}
    </div>
  )
}
