import type { PointerEvent } from 'react'

/** A mouse has moved on purpose from here on; a finger has rested on purpose from then on. */
const [movedPx, restMs, wobblePx] = [6, 320, 10]

export type Hand = { readonly x: number; readonly y: number }
type Carrying = {
  /** From here on something is carried. */
  lift: (at: Hand) => void
  move: (at: Hand) => void
  /** At every frame, for what scrolls on while the hand rests at its edge. */
  rest: (at: Hand) => void
  drop: (at: Hand) => void
  /** However it ended. */
  end: (lifted: boolean) => void
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
 * Something is carried by mouse, pen or a finger that rested on it. Escape lets it fall where it was. Answers how it is ended from elsewhere; nothing is drawn
 * here.
 */
export const carry = ({ clientX, clientY, pointerId, pointerType }: PointerEvent<HTMLElement>, work: Carrying): (() => void) => {
  const touch = pointerType !== 'mouse'
  const start = { x: clientX, y: clientY }
  let at = start
  let lifted = false
  let over = false
  let frames: ReturnType<typeof setInterval> | undefined
  const lift = (): void => {
    lifted = true
    work.lift(at)
    frames = setInterval(() => work.rest(at), 16)
  }
  const resting = touch ? setTimeout(lift, restMs) : undefined
  const finish = (): void => {
    if (over) return
    over = true
    clearTimeout(resting)
    clearInterval(frames)
    stop.abort()
    work.end(lifted)
  }
  const move = (moved: globalThis.PointerEvent): void => {
    if (moved.pointerId !== pointerId) return
    at = { x: moved.clientX, y: moved.clientY }
    const far = Math.hypot(at.x - start.x, at.y - start.y)
    if (!lifted && touch) return far > wobblePx ? finish() : undefined
    if (!lifted && far > movedPx) lift()
    if (lifted) work.move(at)
  }
  const drop = (up: globalThis.PointerEvent): void => {
    if (up.pointerId !== pointerId) return
    const carried = lifted
    if (carried) swallowClick()
    finish()
    if (carried) work.drop({ x: up.clientX, y: up.clientY })
  }
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', drop, { signal })
  addEventListener('pointercancel', finish, { signal })
  addEventListener('keydown', (key) => (key.key === 'Escape' ? finish() : undefined), { signal, capture: true })
  // A finger that carries does not scroll, and calls no menu of the browser up.
  addEventListener('touchmove', (event) => (lifted ? event.preventDefault() : undefined), { signal, passive: false })
  addEventListener('contextmenu', (menu) => (touch ? menu.preventDefault() : undefined), { signal })
  return finish
}
