import { useEffect } from 'react'

/** Only where somebody has worked can a focus have been lost: a page just loaded leaves it to the browser, and to the link that skips the menu. */
let worked = false
addEventListener('focusin', () => (worked = true), { once: true, capture: true })

/** Right away, after a dialog has given its focus back to what opened it, and after a slow one has. */
const looksAfterMs = [50, 300, 700]

const look = (): void => {
  if (worked && document.activeElement === document.body)
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
const lookSoon = () => looksAfterMs.map((ms) => setTimeout(look, ms))

/** For what goes by its own use, such as a button that takes a filter off: a focus that went with it is put on the page's title. */
export const useReturnedFocus = (): void => {
  useEffect(() => () => void lookSoon(), [])
}

/**
 * The focused element may disappear with its step: then the page's title gets the focus, so that the next Tab goes on from there and a screen reader
 * says where one is. `step` names what is shown; a focus elsewhere stays.
 */
export const useKeptFocus = (step: string | undefined): void => {
  useEffect(() => {
    const timers = lookSoon()
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `step` says when the focus may have gone
  }, [step])
}
