import { type RefObject, useEffect, useMemo, useState } from 'react'
import { drawnAt, type Line } from './layout.ts'

/** The view is drawn anew after so many pixels, not after each. */
const stepPx = 120

/** Which lines are drawn: those in sight and some beyond, and always the one that has the focus. */
export const useDrawn = (root: RefObject<HTMLDivElement | null>, lines: readonly Line[], head: number) => {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(innerHeight)
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])
  const { first, last } = useMemo(() => drawnAt(lines, { top, height: height - head + stepPx }), [lines, top, height, head])
  const [held, setHeld] = useState<string>()
  const shown = lines.filter(({ key }, index) => (index >= first && index <= last) || key === held)
  return {
    shown,
    onScroll: (): void => setTop(Math.floor((root.current?.scrollTop ?? 0) / stepPx) * stepPx),
    /** Of the line that the focus is in. */
    hold: setHeld,
  }
}
