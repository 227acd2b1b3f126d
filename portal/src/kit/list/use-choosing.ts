import { useEffect, useRef } from 'react'
import { choosing, isChosen } from './choice.ts'
import type { Selection } from './ChoiceBar.tsx'
import type { ListRows } from './columns.ts'

type Identified = { readonly id: string }
type Range = { from: number; to: number; on: boolean }

/** Ticks of rows: one, all that are loaded, or everything from the row ticked last up to this one. */
export const useChoosing = ({ rows, ensure }: ListRows<Identified>, selection: Selection | undefined) => {
  const anchor = useRef<string>(undefined)
  const waiting = useRef<Range>(undefined)
  /** A range over rows that nobody has scrolled to waits until they are there. */
  const fill = (): void => {
    const range = waiting.current
    if (!range || !selection) return
    const places = rows.slice(range.from, range.to + 1)
    const hole = places.findIndex((row) => row === undefined)
    if (hole >= 0) return ensure(range.from + hole, range.to + 1)
    waiting.current = undefined
    selection.onChange(
      choosing(
        selection.choice,
        places.map((row) => row!.id),
        range.on,
      ),
    )
  }
  useEffect(fill)
  if (!selection) return undefined
  const { choice, onChange } = selection
  const loaded = rows.flatMap((row) => (row ? [row.id] : []))
  const chosenHere = loaded.filter((id) => isChosen(choice, id)).length
  const all = chosenHere === loaded.length
  const toggle = (id: string, range = false): void => {
    const start = range && anchor.current !== undefined ? rows.findIndex((row) => row?.id === anchor.current) : -1
    anchor.current = id
    if (start < 0) {
      waiting.current = undefined
      return onChange(choosing(choice, [id], !isChosen(choice, id)))
    }
    const place = rows.findIndex((row) => row?.id === id)
    const from = Math.min(start, place)
    waiting.current = { from, to: Math.max(start, place), on: isChosen(choice, rows[start]!.id) }
    fill()
  }
  return {
    chosen: chosenHere === 0 ? ('none' as const) : all ? ('all' as const) : ('some' as const),
    isChosen: (id: string) => isChosen(choice, id),
    toggle,
    toggleAll: () => onChange(choosing(choice, loaded, !all)),
  }
}
export type Choosing = NonNullable<ReturnType<typeof useChoosing>>
