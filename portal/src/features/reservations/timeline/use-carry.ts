import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { carry as carryByHand, type Hand } from '../phases/carry.ts'
import { type Carry, carryStore, type Place } from './carry-store.ts'
import { carryTo, type Ground, startOf } from './carrying.ts'
import { type Line, lineAt, type Sizes } from './layout.ts'
import { type Bar, quarterMs, type Stay } from './model.ts'

/** So near the edge of what scrolls, it scrolls, the faster the nearer. */
const [edgePx, mostPx] = [52, 18]
/** Another line is reached without another time as long as the hand goes aside by less. */
const straightPx = 22

export type Grid = {
  readonly root: RefObject<HTMLDivElement | null>
  readonly lines: readonly Line[]
  readonly sizes: Sizes
  readonly span: Stay
  /** Of what stays above the lines: the hours, and those without a table. */
  readonly head: number
  readonly ground: Ground
}

type Held = { bar: Bar; at: Hand; original: string | undefined; scrolled: number }

const tableNear = (lines: readonly Line[], y: number): string | undefined => {
  const at = lineAt(lines, y)
  const found = lines[at]?.kind === 'table' ? lines[at] : (lines[at + 1] ?? lines[at - 1])
  return found?.kind === 'table' ? found.of.table.id : undefined
}

/** What is under the hand: outside of the lines it is where the party was. */
const placeAt = ({ root, lines, sizes, head }: Grid, { bar, at: begun, original, scrolled }: Held, at: Hand): Place => {
  const own: Place = { tableId: original, from: startOf(bar.row) }
  const box = root.current?.getBoundingClientRect()
  if (!box || at.y < box.top || at.y > box.bottom || at.x < box.left || at.x > box.right) return own
  const y = at.y - box.top
  const tableId = y < head ? undefined : tableNear(lines, y - head + root.current!.scrollTop)
  const aside = at.x - begun.x + root.current!.scrollLeft - scrolled
  const straight = tableId !== original && Math.abs(aside) < Math.max(straightPx, sizes.quarter * 0.6)
  const quarters = straight ? 0 : Math.round(aside / sizes.quarter)
  // Taken from its table, it keeps its time; in the lane it may change it.
  const moved = tableId === undefined && original !== undefined ? 0 : quarters
  return { tableId, from: own.from + moved * quarterMs }
}

const pace = (inside: number): number => Math.ceil(mostPx * Math.min(1, Math.max(0, (edgePx - inside) / edgePx)))

/** Scrolls both ways while the hand rests at an edge of the tables; over the lane it scrolls nothing. */
const scrollAt = ({ root, sizes, head }: Grid, { x, y }: Hand): void => {
  const element = root.current
  const box = element?.getBoundingClientRect()
  if (!element || !box || y < box.top || y > box.bottom) return
  const [top, left] = [box.top + head, box.left + sizes.names]
  if (y > top) element.scrollTop += pace(box.bottom - y) - (y < top + edgePx ? pace(y - top) : 0)
  if (x > box.left) element.scrollLeft += pace(box.right - x) - (x < left + edgePx ? pace(x - left) : 0)
}

/** Above the hand where there is no room below it, and never beyond the screen. */
const beside = (shown: HTMLElement, { x, y }: Hand): void => {
  const left = Math.min(x + 14, innerWidth - shown.offsetWidth - 6)
  const below = y + 18 + shown.offsetHeight < innerHeight
  shown.style.transform = `translate(${left}px, ${below ? y + 18 : y - shown.offsetHeight - 14}px)`
}

type CarryByHand = {
  grid: Grid
  barOf: (id: string) => Bar | undefined
  mayCarry: (bar: Bar) => boolean
  onDrop: (carry: Carry) => void
}

/** A bar goes with the hand from table to table and along the time; it is drawn anew only where it would be let go elsewhere. */
export const useCarryByHand = ({ grid, barOf, mayCarry, onDrop }: CarryByHand) => {
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<() => void>(undefined)
  useEffect(
    () => () => {
      end.current?.()
      carryStore.set(undefined)
    },
    [],
  )
  // The evening goes on while a party is carried.
  const latest = useRef({ grid, onDrop })
  useEffect(() => {
    latest.current = { grid, onDrop }
  })
  const to = (held: Held, at: Hand): void => {
    const { grid: here } = latest.current
    carryTo({ bar: held.bar, ground: here.ground, now: Date.now(), by: 'hand' }, placeAt(here, held, at))
    if (ghost.current) beside(ghost.current, at)
  }
  return {
    ghost,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const id = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]')?.dataset['bar']
      const bar = id === undefined || event.button !== 0 ? undefined : barOf(id)
      const sent = carryStore.get()
      if (!bar || !mayCarry(bar) || (sent?.sent && sent.row.id === id)) return
      end.current?.()
      carryStore.set(undefined)
      const at = { x: event.clientX, y: event.clientY }
      const held: Held = { bar, at, original: grid.ground.seatOf(bar.row.id)[0], scrolled: grid.root.current?.scrollLeft ?? 0 }
      let carried: Carry | undefined
      end.current = carryByHand(event, {
        lift: (here) => to(held, here),
        move: (here) => to(held, here),
        rest: (here) => {
          scrollAt(latest.current.grid, here)
          to(held, here)
        },
        drop: () => {
          if (carried) latest.current.onDrop(carried)
        },
        end: () => {
          carried = carryStore.get()
          carryStore.set(undefined)
          end.current = undefined
        },
      })
    },
  }
}
