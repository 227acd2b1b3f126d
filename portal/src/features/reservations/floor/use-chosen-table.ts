import { type RefObject, useCallback, useEffect, useState } from 'react'

/** So far from the edge of what covers the room a table stays in sight. */
const clearPx = 12

const tableIn = (rooms: HTMLElement | null, id: string): HTMLElement | null =>
  rooms?.querySelector<HTMLElement>(`[data-table="${CSS.escape(id)}"]`) ?? null

/** The room has so much place below it that each of its tables can stand above what lies over it. */
const keepInSight = (rooms: HTMLElement | null, id: string | undefined, height: number): void => {
  const scrolls = rooms?.parentElement
  scrolls?.style.setProperty('--sheet', `${height}px`)
  const table = id === undefined ? undefined : tableIn(rooms, id)?.getBoundingClientRect()
  if (!scrolls || !table || height === 0) return
  const hidden = table.bottom - (innerHeight - height) + clearPx
  const above = table.top - scrolls.getBoundingClientRect().top - clearPx
  if (hidden > 0) scrolls.scrollBy(0, Math.min(hidden, above))
}

/** Which table is looked at; what comes over the room leaves it in sight, and gives the focus back to it. */
export const useChosenTable = (rooms: RefObject<HTMLElement | null>) => {
  const [chosen, setChosen] = useState<string>()
  /** Of what lies over the room. */
  const [height, setHeight] = useState(0)
  const choose = useCallback((id: string) => setChosen((before) => (before === id ? undefined : id)), [])
  const focus = (): void => {
    if (chosen === undefined) return
    const back = (): void => tableIn(rooms.current, chosen)?.focus({ preventScroll: true })
    back()
    // What lies over the room lets nothing below it have the focus until it is gone.
    requestAnimationFrame(back)
  }
  const close = (): void => {
    focus()
    setChosen(undefined)
  }
  useEffect(() => keepInSight(rooms.current, chosen, height), [rooms, chosen, height])
  /** Another table, or none. */
  const turnTo = (id: string | undefined): void => (id === undefined ? close() : setChosen(id))
  return { chosen, choose, focus, close, onHeight: setHeight, turnTo }
}
