import { type RefCallback, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The width of an element, followed: what fits beside what depends on the room there is, not on the window. 0 until it is known, which is
 * before the first frame is painted; asking for it at once would cost a layout of its own.
 */
export const useWidth = (): [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    let known = false
    const observer = new ResizeObserver(([entry]) => {
      const set = (): void => setWidth(Math.round(entry!.contentRect.width))
      if (known) return set()
      known = true
      // Now, or a frame without it would be painted.
      flushSync(set)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

/** Whether an element is at least so wide; the screen is drawn anew only when the answer changes. Until it is known, the window's width is a good guess. */
export const useWiderThan = (pixels: number, besides: number): [RefCallback<HTMLElement>, boolean] => {
  const [wider, setWider] = useState(() => innerWidth - besides >= pixels)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const observer = new ResizeObserver(([entry]) => setWider(entry!.contentRect.width >= pixels))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [pixels],
  )
  return [ref, wider]
}
