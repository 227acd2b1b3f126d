import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { carriedStore } from '../floor/room-carry.ts'
import { carry } from './carry.ts'

/** So near the edge of what scrolls, it scrolls. */
const [edgePx, stepPx] = [44, 14]

/** A finger that rests trembles. */
const wobblePx = 10

type Carried = { id: string; label: string; x: number; y: number }
export type Drag = {
  carried: Carried | undefined
  ghost: React.RefObject<HTMLDivElement | null>
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

const targetAt = (x: number, y: number): HTMLElement | null => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null

/** What lies under the hand scrolls on when the hand is at its edge. */
const scrollAt = (x: number, y: number): void => {
  let over = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scrolls]')
  while (over) {
    const { top, bottom } = over.getBoundingClientRect()
    const before = over.scrollTop
    if (y < top + edgePx) over.scrollTop -= stepPx
    else if (y > bottom - edgePx) over.scrollTop += stepPx
    if (over.scrollTop !== before) return
    // Where there is no place beside it, what it lies in scrolls instead.
    over = over.parentElement?.closest<HTMLElement>('[data-scrolls]')
  }
}

const gripOf = (event: PointerEvent<HTMLElement>): Pick<Carried, 'id' | 'label'> | undefined => {
  const on = event.target as HTMLElement
  const party = on.closest<HTMLElement>('[data-party]')
  if (event.button !== 0 || !party || on.closest('.acts')) return undefined
  return { id: party.dataset['party']!, label: party.querySelector('.name')?.textContent ?? '' }
}

/** Where the hand is over something that takes what is carried, it says so. */
const marking = (id: string): ((next: HTMLElement | null) => void) => {
  let over: HTMLElement | null = null
  return (next) => {
    if (next === over) return
    over?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    over = next
    carriedStore.set({ id, over: next?.dataset['drop'] })
  }
}

/**
 * A party is carried, and let go over an element with `data-drop`. What is carried follows the hand without being drawn anew; the same acts stand in the menu
 * and on keys. A finger that rested and went nowhere asks for the menu.
 */
export const useDrag = (onDrop: (id: string, target: string) => void, onRest: (id: string, party: HTMLElement) => void): Drag => {
  const [carried, setCarried] = useState<Carried>()
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const grip = gripOf(event)
    if (!grip) return
    end.current?.()
    const mark = marking(grip.id)
    const party = (event.target as HTMLElement).closest('[data-party]')?.querySelector<HTMLElement>('[data-reservation]')
    const { clientX, clientY, pointerType } = event
    end.current = carry(event, {
      lift: (at) => {
        carriedStore.set({ id: grip.id, over: undefined })
        setCarried({ ...grip, ...at })
      },
      move: ({ x, y }) => {
        if (ghost.current) ghost.current.style.transform = `translate(${x}px, ${y}px)`
        mark(targetAt(x, y))
      },
      rest: ({ x, y }) => scrollAt(x, y),
      drop: ({ x, y }) => {
        const stayed = pointerType !== 'mouse' && Math.hypot(x - clientX, y - clientY) <= wobblePx
        if (stayed && party) return onRest(grip.id, party)
        const target = targetAt(x, y)?.dataset['drop']
        return target === undefined ? undefined : onDrop(grip.id, target)
      },
      end: (lifted) => {
        mark(null)
        carriedStore.set(undefined)
        end.current = undefined
        if (lifted) setCarried(undefined)
      },
    })
  }
  return { carried, ghost, onPointerDown }
}
