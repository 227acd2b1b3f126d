import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element, followed: what fits beside what depends on the room there is, not on the window. */
export const useWidth = (): [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(element.getBoundingClientRect().width)
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
