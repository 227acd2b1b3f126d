import { type KeyboardEvent, useState } from 'react'

type Keys = { count: number; /** How far ↑ and ↓ go; 0 = they do nothing. */ row?: number; onOpen: ((at: number) => void) | undefined }

/** One tab stop for a whole chart: arrows go from point to point, Home and End to its ends, Enter opens the rows of one. */
export const usePoints = ({ count, row = 0, onOpen }: Keys) => {
  const [at, setAt] = useState<number>()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const now = at ?? -1
    const steps: Record<string, number | undefined> = {
      ArrowRight: now + rtl,
      ArrowLeft: now - rtl,
      Home: 0,
      End: count - 1,
      ...(row ? { ArrowDown: now + row, ArrowUp: now - row } : {}),
    }
    const next = steps[event.key]
    if (event.key === 'Enter' && at !== undefined) onOpen?.(at)
    else if (next === undefined) return
    else setAt(Math.min(count - 1, Math.max(0, next)))
    event.preventDefault()
  }
  return { at, setAt, onKeyDown, onBlur: () => setAt(undefined) }
}
