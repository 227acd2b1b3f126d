import type { KeyboardEvent } from 'react'
import { type Carry, carryStore } from './carry-store.ts'
import { carryTo, startOf } from './carrying.ts'
import { type Bar, quarterMs } from './model.ts'
import type { Grid } from './use-carry.ts'

type Step = { readonly down: number; readonly later: number }
const steps: Record<string, Step> = {
  ArrowDown: { down: 1, later: 0 },
  ArrowUp: { down: -1, later: 0 },
  ArrowRight: { down: 0, later: 1 },
  ArrowLeft: { down: 0, later: -1 },
}

type Walk = { readonly rows: readonly (readonly Bar[])[]; readonly bar: Bar; readonly step: Step }

/** The nearest party where the arrow points: along its line, or in the next line that has one, the nearest in time. */
export const nextBar = ({ rows, bar, step: { down, later } }: Walk): Bar | undefined => {
  const at = rows.findIndex((bars) => bars.some(({ row }) => row.id === bar.row.id))
  const own = rows[at] ?? []
  if (later !== 0) return own[own.findIndex(({ row }) => row.id === bar.row.id) + later]
  for (let line = at + down; line >= 0 && line < rows.length; line += down) {
    const best = rows[line]!.toSorted((a, b) => Math.abs(a.from - bar.from) - Math.abs(b.from - bar.from))[0]
    if (best) return best
  }
  return undefined
}

type CarryByKeys = {
  grid: Grid
  /** The lane, then the tables, each with its parties in the order of time. */
  rows: readonly { readonly tableId: string | undefined; readonly bars: readonly Bar[] }[]
  barOf: (id: string) => Bar | undefined
  mayCarry: (bar: Bar) => boolean
  onDrop: (carry: Carry) => void
  onFocus: (bar: Bar) => void
  onPlace: (tableId: string | undefined, from: number) => void
}

/** A party with the focus is taken up by Enter, carried by arrows, let go by Enter; Escape leaves it where it was. */
export const useCarryByKeys = ({ grid, rows, barOf, mayCarry, onDrop, onFocus, onPlace }: CarryByKeys) => {
  const carryBy = (bar: Bar, { down, later }: Step): void => {
    const now = carryStore.get()
    const [tableId, from] = now ? [now.tableId, now.from] : [grid.ground.seatOf(bar.row.id)[0], startOf(bar.row)]
    const at = rows.findIndex((row) => row.tableId === tableId)
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + down))]!.tableId
    const place = { tableId: next, from: from + later * quarterMs }
    carryTo({ bar, ground: grid.ground, now: Date.now(), by: 'keys' }, place)
    onPlace(next, place.from)
  }
  const walk = (bar: Bar, step: Step): void => {
    const next = nextBar({ rows: rows.map(({ bars }) => bars.filter(({ first }) => first)), bar, step })
    if (next) onFocus(next)
  }
  const letGo = (carry: Carry): void => {
    carryStore.set(undefined)
    onDrop(carry)
  }
  /** Whether the key was for the party. */
  const press = (bar: Bar, key: string): boolean => {
    const carry = carryStore.get()
    const carrying = carry?.by === 'keys' && !carry.sent ? carry : undefined
    const step = steps[key]
    if (step) (carrying ? carryBy : walk)(bar, step)
    else if (key === 'Enter' || key === ' ') {
      if (!carrying && !mayCarry(bar)) return false
      if (carrying) letGo(carrying)
      else carryBy(bar, { down: 0, later: 0 })
    } else if (carrying && (key === 'Escape' || key === 'Tab')) {
      carryStore.set(undefined)
      return key === 'Escape'
    } else return false
    return true
  }
  return (event: KeyboardEvent<HTMLElement>): void => {
    const id = (event.target as HTMLElement).dataset['reservation']
    const bar = id === undefined ? undefined : barOf(id)
    if (!bar || event.altKey || event.ctrlKey || event.metaKey || !press(bar, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
