/** What is cut off at an edge of a part that scrolls sideways, as `data-before` and `data-beyond`: a sign that there is more. */
export const scrollEdges = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  const mark = (): void => {
    // From right to left it counts below zero.
    const at = Math.abs(element.scrollLeft)
    element.toggleAttribute('data-before', at > 1)
    element.toggleAttribute('data-beyond', at + element.clientWidth < element.scrollWidth - 1)
  }
  const watch = new ResizeObserver(mark)
  for (const one of [element, ...element.children]) watch.observe(one)
  element.addEventListener('scroll', mark, { passive: true })
  return () => {
    watch.disconnect()
    element.removeEventListener('scroll', mark)
  }
}

/** Styles of what `scrollEdges` marks: what goes on beyond an edge fades there. */
export const fadingEdges = {
  '--before': '0px',
  '--beyond': '0px',
  '&[data-before]': { '--before': '40px' },
  '&[data-beyond]': { '--beyond': '40px' },
  '&[data-before], &[data-beyond]': {
    maskImage: 'linear-gradient(to right, transparent, #000 var(--before), #000 calc(100% - var(--beyond)), transparent)',
  },
} as const
