import { useEffect, useState } from 'react'
import type { Bar } from './model.ts'
import { quarterMs } from './model.ts'
import type { Grid } from './use-carry.ts'

/** Brings a place into sight from wherever the view is scrolled to, and the focus to a party whose bar may not be drawn yet. */
export const useFocusBar = ({ root, lines, sizes, span, head, ground }: Grid, bars: ReadonlyMap<string, Bar>) => {
  const [wanted, setWanted] = useState<{ id: string; tries: number }>()
  const reveal = (tableId: string | undefined, from: number): void => {
    const element = root.current
    if (!element) return
    const line = lines.find((one) => one.kind === 'table' && one.of.table.id === tableId)
    const { scrollTop, scrollLeft } = element
    const room = element.clientHeight - head
    const wide = element.clientWidth - sizes.names
    const left = ((from - span.from) / quarterMs) * sizes.quarter
    const below = line && line.top + line.height > scrollTop + room
    element.scrollTo({
      top: line && line.top < scrollTop ? line.top - sizes.area : below ? line.top + line.height - room : scrollTop,
      left:
        left < scrollLeft
          ? left - sizes.quarter
          : left + 4 * sizes.quarter > scrollLeft + wide
            ? left + 6 * sizes.quarter - wide
            : scrollLeft,
    })
  }
  const focus = (id: string): void => {
    const bar = bars.get(id)
    if (bar) reveal(ground.seatOf(id)[0], bar.from)
    setWanted({ id, tries: 0 })
  }
  useEffect(() => {
    if (!wanted) return undefined
    const find = (): void => {
      const button = root.current?.querySelector<HTMLElement>(`[data-reservation="${wanted.id}"]`)
      if (button) {
        button.focus({ preventScroll: true })
        setWanted(undefined)
      } else if (wanted.tries < 10) setWanted({ id: wanted.id, tries: wanted.tries + 1 })
      else setWanted(undefined)
    }
    const frame = requestAnimationFrame(find)
    return () => cancelAnimationFrame(frame)
  }, [wanted, root])
  return { focus, reveal }
}
