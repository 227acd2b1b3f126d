import { focusFirst } from './first-focus.ts'

/** Right away, after a dialog has given its focus back to what opened it, and after a slow one has. */
const looksAfterMs = [0, 50, 300, 700]
/** What is out of use for a moment, as a button that works, may have it back so long. */
const patienceMs = 650

/** What a dialog gives the focus to when it has none: the whole of it. */
const frames = '.MuiDialog-container, .MuiDrawer-paper, .MuiPopover-paper'
const isUsable = (one: HTMLElement): boolean => one.isConnected && !one.matches(':disabled')

/** `within`: what it stands in, from the inside outwards, and at which place there. */
type Place = { at: HTMLElement; frame: HTMLElement | undefined; within: { parent: Element; index: number }[] }

const placeOf = (at: HTMLElement): Place => {
  const frame = at.closest<HTMLElement>(frames) ?? undefined
  const within: Place['within'] = []
  for (let one: Element = at; one.parentElement && one !== frame; one = one.parentElement)
    within.push({ parent: one.parentElement, index: [...one.parentElement.children].indexOf(one) })
  return { at, frame, within }
}

const touchable = 'button:not(:disabled, [tabindex="-1"]), a[href], input:not(:disabled, [type="hidden"]), select, textarea, [tabindex="0"]'
const firstIn = (part: Element): HTMLElement | undefined =>
  part.matches(touchable) ? (part as HTMLElement) : (part.querySelector<HTMLElement>(touchable) ?? undefined)

/** Of a list whose row or chip has gone: what has come to its place, else the one before. */
const neighbourOf = ({ within }: Place): HTMLElement | undefined => {
  const left = within.find(({ parent }) => parent.isConnected)
  if (!left?.parent.matches('ul, ol')) return undefined
  const rows = [...left.parent.children]
  return [...rows.slice(left.index), ...rows.slice(0, left.index).toReversed()].map(firstIn).find((one) => one !== undefined)
}
/** What begins the part of the dialog in which it stood. */
const nearestIn = ({ within }: Place): HTMLElement | undefined =>
  within
    .filter(({ parent }) => parent.isConnected)
    .map(({ parent }) => firstIn(parent))
    .find((one) => one !== undefined)

/** Only where somebody has worked can a focus have been lost: a page just loaded leaves it to the browser, and to the link that skips the menu. */
let last: Place | undefined
/** From where the dialog was opened in which the focus is. */
let opener: Place | undefined
let lostAt: number | undefined

const lookWithin = (place: Place, frame: HTMLElement): void => {
  // What a question marks as its beginning comes before what was pressed: it may ask something else now.
  if (isUsable(place.at) && !frame.querySelector('[data-first-focus]')) return place.at.focus()
  const next = place.at.isConnected
    ? undefined
    : (neighbourOf(place) ?? (place === opener || place.at.matches('.chip') ? nearestIn(place) : undefined))
  if (next) next.focus()
  else focusFirst(frame)
}

const lookOnPage = (place: Place, lostMs: number): void => {
  if (isUsable(place.at)) return place.at.focus({ preventScroll: true })
  if (place.at.isConnected && lostMs < patienceMs) return
  // On a page a row may lead anywhere, and its title says where one is; filters are taken off one after the other.
  const chip = place.at.matches('.chip') && !place.at.isConnected ? neighbourOf(place) : undefined
  // What only went to another list, as a party to those who sit, is followed there: the next key still means the same one.
  const id = place.at.dataset['roving']
  const moved = id === undefined ? undefined : document.querySelector<HTMLElement>(`[data-roving="${CSS.escape(id)}"]`)
  const next = chip ?? moved ?? document.querySelector<HTMLElement>('[data-page-title]')
  next?.focus({ preventScroll: true })
}

const look = (): void => {
  const at = document.activeElement
  if (lostAt === undefined || last === undefined) return
  if (at !== null && at !== document.body && !at.matches(frames)) return
  // A question that has gone together with the row that asked it: one is where that row was.
  const place = last.frame && !last.frame.isConnected && opener ? opener : last
  if (place.frame?.isConnected) return lookWithin(place, place.frame)
  lookOnPage(place, performance.now() - lostAt)
}

/**
 * The focused element may go, or go out of use, with what it was pressed for. Then the focus goes back to it as soon as it can be used again, of filters to
 * the next one, in a dialog to its neighbour in a list or to where work begins there, else to the page's title, so that the next Tab goes on from there and
 * a screen reader says where one is. A focus elsewhere stays.
 */
export const keepFocus = (): void => {
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target.matches(frames)) return
      const place = placeOf(target)
      if (place.frame && last && place.frame !== last.frame && !(last.frame && place.frame.contains(last.frame))) opener = last
      last = place
      lostAt = undefined
    },
    { capture: true },
  )
  const watch = new MutationObserver(() => {
    if (last === undefined) return
    if (lostAt === undefined) {
      if (isUsable(last.at)) return
      lostAt = performance.now()
      for (const ms of looksAfterMs) setTimeout(look, ms)
    } else look()
  })
  watch.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
