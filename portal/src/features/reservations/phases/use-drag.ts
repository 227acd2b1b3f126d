import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** A mouse has moved on purpose from here on; a finger has rested on purpose from then on. */
const [movedPx, restMs, wobblePx] = [6, 320, 10]
/** So near the edge of what scrolls, it scrolls. */
const [edgePx, stepPx] = [44, 14]

type Carried = { id: string; label: string; x: number; y: number }
type Grip = Carried & { pointer: number; touch: boolean; active: boolean }
export type Drag = {
  carried: Carried | undefined
  ghost: React.RefObject<HTMLDivElement | null>
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

const targetAt = (x: number, y: number): HTMLElement | null => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null

/** What lies under the hand scrolls on when the hand is at its edge. */
const scrollAt = (x: number, y: number): void => {
  const over = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scrolls]')
  if (!over) return
  const { top, bottom } = over.getBoundingClientRect()
  if (y < top + edgePx) over.scrollTop -= stepPx
  else if (y > bottom - edgePx) over.scrollTop += stepPx
}

const gripOf = (event: PointerEvent<HTMLElement>): Grip | undefined => {
  const on = event.target as HTMLElement
  const party = on.closest<HTMLElement>('[data-party]')
  if (event.button !== 0 || !party || on.closest('.acts')) return undefined
  const label = party.querySelector('.name')?.textContent ?? ''
  const { clientX: x, clientY: y, pointerId: pointer, pointerType } = event
  return { id: party.dataset['party']!, label, x, y, pointer, touch: pointerType !== 'mouse', active: false }
}

/** Where the hand is over something that takes what is carried, it says so. */
const marking = (): ((next: HTMLElement | null) => void) => {
  let over: HTMLElement | null = null
  return (next) => {
    if (next === over) return
    over?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    over = next
  }
}

/** The click that ends a drag opens nothing. */
const swallowClick = (): void => {
  const swallow = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, true), 50)
}

/**
 * A party is carried by mouse, pen or a finger that rested on it, and let go over an element with `data-drop`. Escape lets it fall where it was. What is
 * carried follows the hand without being drawn anew; the same acts stand in the menu and on keys.
 */
export const useDrag = (onDrop: (id: string, target: string) => void): Drag => {
  const [carried, setCarried] = useState<Carried>()
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const grip = gripOf(event)
    if (!grip) return
    end.current?.()
    const at = { x: grip.x, y: grip.y }
    const mark = marking()
    let scrolling: ReturnType<typeof setInterval> | undefined
    const lift = (): void => {
      grip.active = true
      setCarried({ id: grip.id, label: grip.label, ...at })
      scrolling = setInterval(() => scrollAt(at.x, at.y), 16)
    }
    const resting = grip.touch ? setTimeout(lift, restMs) : undefined
    const finish = (): void => {
      clearTimeout(resting)
      clearInterval(scrolling)
      mark(null)
      stop.abort()
      end.current = undefined
      if (grip.active) setCarried(undefined)
    }
    const move = (moved: globalThis.PointerEvent): void => {
      if (moved.pointerId !== grip.pointer) return
      ;[at.x, at.y] = [moved.clientX, moved.clientY]
      const far = Math.hypot(at.x - grip.x, at.y - grip.y)
      if (!grip.active && grip.touch) return far > wobblePx ? finish() : undefined
      if (!grip.active && far > movedPx) lift()
      if (!grip.active) return undefined
      if (ghost.current) ghost.current.style.transform = `translate(${at.x}px, ${at.y}px)`
      return mark(targetAt(at.x, at.y))
    }
    const drop = (up: globalThis.PointerEvent): void => {
      if (up.pointerId !== grip.pointer) return
      const target = grip.active ? targetAt(up.clientX, up.clientY)?.dataset['drop'] : undefined
      if (grip.active) swallowClick()
      finish()
      if (target !== undefined) onDrop(grip.id, target)
    }
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', finish, { signal })
    addEventListener('keydown', (key) => (key.key === 'Escape' ? finish() : undefined), { signal, capture: true })
    // A finger that carries does not scroll, and calls no menu of the browser up.
    addEventListener('touchmove', (touch) => (grip.active ? touch.preventDefault() : undefined), { signal, passive: false })
    addEventListener('contextmenu', (menu) => (grip.touch ? menu.preventDefault() : undefined), { signal })
    end.current = finish
  }
  return { carried, ghost, onPointerDown }
}
