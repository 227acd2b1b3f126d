import { focusFirst } from './first-focus.ts'

/** Right away, after a dialog has given its focus back to what opened it, and after a slow one has. */
const looksAfterMs = [0, 50, 300, 700]
/** What is out of use for a moment, as a button that works, may have it back so long. */
const patienceMs = 650

/** Only where somebody has worked can a focus have been lost: a page just loaded leaves it to the browser, and to the link that skips the menu. */
let last: HTMLElement | undefined
let frame: HTMLElement | undefined
let lostAt: number | undefined

/** What a dialog gives the focus to when it has none: the whole of it. */
const frames = '.MuiDialog-container, .MuiDrawer-paper, .MuiPopover-paper'
const isUsable = (one: HTMLElement): boolean => one.isConnected && !one.matches(':disabled')

const look = (): void => {
  const at = document.activeElement
  if (lostAt === undefined || last === undefined) return
  if (at !== null && at !== document.body && at !== frame) return
  if (frame?.isConnected) {
    // What a question marks as its beginning comes before what was pressed: it may ask something else now.
    if (isUsable(last) && !frame.querySelector('[data-first-focus]')) last.focus()
    else focusFirst(frame)
  } else if (isUsable(last)) last.focus({ preventScroll: true })
  else if (!last.isConnected || performance.now() - lostAt >= patienceMs)
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}

/**
 * The focused element may go, or go out of use, with what it was pressed for. Then the focus goes back to it as soon as it can be used again, in a
 * dialog to where work begins there, else to the page's title, so that the next Tab goes on from there and a screen reader says where one is. A focus
 * elsewhere stays.
 */
export const keepFocus = (): void => {
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target.matches(frames)) return
      last = target
      frame = target.closest<HTMLElement>(frames) ?? undefined
      lostAt = undefined
    },
    { capture: true },
  )
  const watch = new MutationObserver(() => {
    if (last === undefined) return
    if (lostAt === undefined) {
      if (isUsable(last)) return
      lostAt = performance.now()
      for (const ms of looksAfterMs) setTimeout(look, ms)
    } else look()
  })
  watch.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
