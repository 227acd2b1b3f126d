import { hydrate, render } from 'preact'
import { byArrows, tabOnce } from './by-arrows.ts'
import { heldAt } from './held.ts'
import { load } from './load.ts'
import { loadProven } from './load-proven.ts'
import type { PageState } from './page-state.ts'
import { pageView } from './page-view.ts'
import { hostOf } from './tell-host.ts'
import { typedAt } from './typed.ts'

/** After a step the reader begins at its heading; where something is wrong, at the first field that is; a search leaves him where he is. */
const focusAfter = (before: PageState, after: PageState): void => {
  const wrong = document.querySelector<HTMLElement>('[aria-invalid]')
  const month = (state: PageState): string | undefined => (state.step.kind === 'times' ? state.step.month?.title : undefined)
  if (wrong) wrong.focus()
  else if (month(after) && month(after) !== month(before)) document.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  else if (before.step.kind !== after.step.kind) document.querySelector<HTMLElement>('h1')?.focus()
  // The form that was sent is gone with its button.
  else if (document.activeElement === document.body) document.querySelector<HTMLElement>('.held[tabindex]')?.focus()
}

/** The words stand beside the button, at the foot of a long form; in a frame the page around it has to move. */
const seeTrouble = (): void => document.querySelector('.trouble')?.scrollIntoView({ block: 'nearest' })

type Drawn = Parameters<typeof pageView>[1]
const draw = (root: Element, state: PageState, more: Drawn): void => {
  render(pageView(state, more), root)
  tabOnce(root)
  seeTrouble()
}

/** What a form would send, with the button that was pressed. */
const fieldsOf = (form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  if (submitter instanceof HTMLButtonElement && submitter.name) fields.append(submitter.name, submitter.value)
  return fields
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** The link within this page that was pressed, and nothing else meant by it. */
const ownLinkOf = (event: MouseEvent, { base }: PageState): HTMLAnchorElement | undefined => {
  const link = (event.target as Element).closest('a')
  const isOwn = link && !link.dataset['tw'] && link.origin === location.origin && link.pathname.startsWith(base)
  return isOwn && isPlainClick(event) ? link : undefined
}

type Looked = { now: () => PageState; put: (state: PageState) => void }
const lookAgain = async ({ now, put }: Looked): Promise<void> => {
  const state = now()
  const { step } = state
  if (step.kind !== 'details' || step.asks !== null) return
  const answer = await load(location.href, undefined, { again: false })
  const held = answer.state?.step
  if (now() === state && held?.kind === 'details' && held.heldForMs === 0)
    put({ ...state, step: { ...step, heldForMs: 0, heldUntil: held.heldUntil } })
}
/** Looked at again: what is held here may have been given back, as another tab holds as much as one guest may. */
const onReturn = (looked: Looked): void =>
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookAgain(looked)
  })

/** A question is asked as soon as it is changed. */
const onChoice = (search: (form: HTMLFormElement) => void): void =>
  document.addEventListener('change', ({ target }) => {
    const { form } = target as HTMLInputElement
    if (form && (target as Element).closest('.question') && form.checkValidity()) search(form)
  })

const actionOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? ''

type Around = { host: ReturnType<typeof hostOf>; typed: ReturnType<typeof typedAt>; held: ReturnType<typeof heldAt> }
const tell = ({ host, typed, held }: Around, state: PageState): void => {
  host.tell(state)
  held.note(state)
  if (state.step.kind === 'details' || typed.has()) host.keep()
}
const keepTyped = ({ host, typed }: Omit<Around, 'held'>): void =>
  document.addEventListener('input', ({ target }) => {
    if (typed.keep((target as HTMLInputElement).form)) host.keep()
  })

type Going = { body?: URLSearchParams; /** The address is right already. */ keep?: boolean }

/**
 * The page goes on without being loaded anew: forms and links are the same, asked for as data; the address says where the guest is, so that loading it
 * again loses nothing.
 */
const goOn = (root: Element, first: PageState): void => {
  const typed = typedAt(first)
  let state = typed.into(first)
  let turn = 0
  let sending = false
  const host = hostOf(first)
  const held = heldAt(first)
  const show = (more: Drawn = {}): void => draw(root, state, more)
  const put = (next: PageState): void => {
    state = next
    document.title = state.title
    document.documentElement.lang = state.lang
    show()
  }
  const go = async (url: string, { body, keep = false }: Going = {}): Promise<void> => {
    const before = state
    const mine = ++turn
    sending = body !== undefined
    show({ busy: true })
    // A hold that is asked for twice would be two; all else may be asked again.
    const answer = await loadProven(url, body, { again: !/\/hold\b/.test(url) })
    if (mine !== turn) return
    sending = false
    if (!answer.state) return show({ trouble: answer.away ? before.words.away : before.words.offline })
    if (!keep && answer.url !== undefined && answer.url !== location.href) history.pushState(null, '', answer.url)
    put(typed.into(answer.state))
    tell({ host, typed, held }, state)
    focusAfter(before, state)
  }
  const search = (form: HTMLFormElement): void => void go(`${actionOf(form)}?${fieldsOf(form, null).toString()}`)
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    event.preventDefault()
    if (sending) return
    typed.keep(form)
    // With script a language is a link: what was typed stays where it is.
    const { submitter } = event
    const { href } = submitter?.dataset ?? {}
    if (href) return void go(href)
    const own = submitter?.getAttribute('formaction')
    if (form.method === 'get' && !own) search(form)
    else void go(own ?? actionOf(form), { body: fieldsOf(form, submitter) })
  })
  onChoice(search)
  document.addEventListener('click', (event) => {
    const link = ownLinkOf(event, state)
    if (!link) return
    event.preventDefault()
    if (!sending) void go(link.href)
  })
  addEventListener('popstate', () => void go(location.href, { keep: true }))
  onReturn({ now: () => state, put })
  keepTyped({ host, typed })
  byArrows(root)
  // What was typed before it was loaded anew.
  show()
  const again = held.again()
  if (again === undefined) tell({ host, typed, held }, state)
  else void go(again)
}

const start = (): void => {
  const [root, data] = ['page', 'state'].map((id) => document.querySelector(`#${id}`))
  if (!root || !data?.textContent) return
  const first = JSON.parse(data.textContent) as PageState
  hydrate(pageView(first), root)
  goOn(root, first)
}
start()
