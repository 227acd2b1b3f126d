import { type FocusEvent, type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { ListRows } from './columns.ts'
import { countOf, type Places } from './use-places.ts'

/** Keyboard handling from outside the rows. */
export type ListNav = { step: (by: number) => void; focus: (id: string | undefined) => void }

type Roving<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  list: ListRows<Row>
  places: Places
  /** The row with the focus, current or last. */
  current: { id: string | undefined; place: number; set: (id: string) => void }
  nav: Ref<ListNav> | undefined
  /** The keys led to this row. */
  onStep: ((row: Row) => void) | undefined
  onOpen: ((row: Row, byKey: boolean) => void) | undefined
  onToggle: ((id: string, range?: boolean) => void) | undefined
}

const jumps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }

/** The place that is to have the focus as soon as it is drawn, and what is known of the one that has it. */
const useFocus = <Row extends { readonly id: string }>({ scroller, list: { rows }, places: { virtual }, current, onStep }: Roving<Row>) => {
  const wanted = useRef<number>(undefined)
  const last = useRef(-1)
  const inside = useRef(false)
  const reach = (place: number): boolean => {
    const element = scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)
    element?.focus({ preventScroll: true })
    return element !== null && element !== undefined
  }
  /** Keys still lead on from here, and act on no row: nobody chose one. */
  const hold = (): void => {
    const element = scroller.current
    if (!element) return
    element.setAttribute('tabindex', '-1')
    element.focus({ preventScroll: true })
  }
  const settle = (): void => {
    const row = wanted.current === undefined ? undefined : rows[wanted.current]
    if (!row) return
    if (reach(wanted.current!)) onStep?.(row)
    // The rows that came for it brought heads along, and pushed it out of sight.
    else virtual.scrollToIndex(wanted.current!)
  }
  const goTo = (place: number): void => {
    wanted.current = place
    const row = rows[place]
    if (row) current.set(row.id)
    virtual.scrollToIndex(place)
    settle()
  }
  useLayoutEffect(() => {
    if (wanted.current !== undefined) return settle()
    if (current.place >= 0) {
      last.current = current.place
      // Its place was drawn anew, as when another question has the same row in its answer.
      if (inside.current && document.activeElement === document.body) reach(current.place)
      // It was gone, and is back wherever it belongs now.
      else if (inside.current && document.activeElement === scroller.current) goTo(current.place)
      return
    }
    // The focused row is gone, for a moment or for good.
    if (current.id !== undefined && inside.current && document.activeElement === document.body) hold()
  })
  const onFocus = (): void => {
    inside.current = true
    wanted.current = undefined
  }
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (scroller.current?.contains(relatedTarget)) return
    inside.current = false
    wanted.current = undefined
    scroller.current?.removeAttribute('tabindex')
  }
  /** Where a step begins; from a row that is gone, the first one on is that which took its place. */
  const from = (by: number): number => {
    if (wanted.current !== undefined) return wanted.current
    if (current.place >= 0 || current.id === undefined || last.current < 0) return current.place
    return by > 0 ? last.current - 1 : last.current
  }
  return { goTo, hold, from, onFocus, onBlur }
}

/** Roving tabindex: one row is reached by Tab, the others from it by the arrows; a row keeps the focus, whatever is added above it. */
export const useRoving = <Row extends { readonly id: string }>(roving: Roving<Row>) => {
  const { list, places, current, nav, onOpen, onToggle } = roving
  const { rows } = list
  const { goTo, hold, from, onFocus, onBlur } = useFocus(roving)
  const step = (by: number): void => {
    const end = countOf(list) - 1
    const at = from(by)
    const start = at < 0 && by < 0 ? 0 : at
    if (end >= 0) goTo(Math.max(0, Math.min(end, start + by)))
  }
  useImperativeHandle(nav, () => ({
    step,
    focus: (id) => {
      const place = id === undefined ? Math.max(0, current.place) : rows.findIndex((row) => row?.id === id)
      if (rows[place]) return goTo(place)
      if (id === undefined) return
      // Not in this list: another row would hear the keys that were meant for it.
      current.set(id)
      hold()
    },
  }))
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = (event.target as HTMLElement).dataset['place']
    const elsewhere = place === undefined && event.target !== event.currentTarget
    if (event.altKey || event.ctrlKey || event.metaKey || elsewhere) return
    const by = jumps[event.key]
    const row = list.stale ? undefined : rows[Number(place)]
    if (by !== undefined) step(by)
    else if (event.key === ' ' && row && onToggle) onToggle(row.id, event.shiftKey)
    else if ((event.key === 'Enter' || event.key === ' ') && row && onOpen) onOpen(row, true)
    else return
    event.preventDefault()
  }
  const { virtual, items } = places
  const seenFirst = items.find((item) => item.end > (virtual.scrollOffset ?? 0))?.index ?? 0
  return { tabStop: current.place < 0 ? seenFirst : current.place, onKeyDown, onFocus, onBlur }
}
