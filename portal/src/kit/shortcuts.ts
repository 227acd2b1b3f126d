import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { makeStore } from '#src/i18n/store.ts'

export type Shortcut = {
  /** `n`, `/`, `ArrowDown`, `Escape`, with `mod+` for Ctrl or ⌘ and `shift+`. */
  keys: string
  /** Stands in the list that `?` opens, and in the command palette. */
  label: string
  run: () => void
  /** What it stands under in the list; without one it works everywhere. */
  group?: string
  /** Off while false; the list does not show it then. */
  enabled?: boolean
  /** Works while text is being written as well. */
  whileWriting?: boolean
}

const shortcuts = makeStore<readonly Shortcut[]>([])

let byKey = false
addEventListener('keydown', () => (byKey = true), true)
addEventListener('pointerdown', () => (byKey = false), true)
/** Whoever pressed a key last has a keyboard: a focus calls none up, also on a screen that is touched. */
export const lastByKey = (): boolean => byKey

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const written = 'input, textarea, select, [contenteditable="true"]'

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(written) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

const keysOf = (event: KeyboardEvent): string => {
  const mod = isMac ? event.metaKey : event.ctrlKey
  // `?` and `/` need Shift on some keyboards and not on others: for signs the sign itself decides.
  const shift = event.shiftKey && event.key.length > 1
  return `${mod ? 'mod+' : ''}${shift ? 'shift+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
}

/** Whoever speaks to the machine, or hits keys by accident, must be able to silence single ones (WCAG 2.1.4). Kept on this device. */
const silenced = 'tablewire:single-keys'
let singleKeys = localStorage.getItem(silenced) !== 'off'
const setSingleKeys = (on: boolean): void => {
  singleKeys = on
  localStorage.setItem(silenced, on ? 'on' : 'off')
  shortcuts.set([...shortcuts.get()])
}

let held = 0
/** Key guard: a component that will take the keyboard is loading; until it is there, keys meant for it must not act on what lies behind it. */
export const holdSingleKeys = (): (() => void) => {
  held += 1
  let over = false
  const release = (): void => {
    if (!over) held -= 1
    over = true
  }
  // Time limit, in case it never loads.
  setTimeout(release, 5_000)
  return release
}

const dialogs = '[role="dialog"][aria-modal="true"], .MuiModal-root [role="dialog"], .MuiModal-root [role="menu"]'
/** The menu of a narrow page is a dialog that stays in the DOM, hidden, while it is closed. */
const dialogIsOpen = (): boolean => [...document.querySelectorAll(dialogs)].some((one) => one.checkVisibility({ visibilityProperty: true }))

/** Saves the form one stands in, or that of the dialog one stands in. */
const saveHere = (event: KeyboardEvent): void => {
  const here = event.target instanceof Element ? event.target : document.body
  const form = here.closest('form') ?? here.closest('[role="dialog"]')?.querySelector('form')
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const keys = keysOf(event)
  if (keys === 'mod+Enter') return saveHere(event)
  if (keys.length === 1 && (!singleKeys || held > 0)) return
  // An open dialog takes all shortcuts; the last one registered is the innermost.
  const inDialog = dialogIsOpen()
  const found = shortcuts.get().findLast((one) => one.keys === keys && one.enabled !== false)
  if (!found || (isWriting(event.target) && !found.whileWriting) || (inDialog && !found.whileWriting)) return
  event.preventDefault()
  found.run()
})

/** Registers shortcuts while mounted. All of them are listed behind `?`. */
export const useShortcuts = (own: readonly Shortcut[]): void => {
  const run = useEffectEvent((index: number) => own[index]?.run())
  const shape = JSON.stringify(own.map(({ run: _run, ...shown }) => shown))
  useEffect(() => {
    const registered = (JSON.parse(shape) as Omit<Shortcut, 'run'>[]).map((one, index): Shortcut => ({ ...one, run: () => run(index) }))
    shortcuts.set([...shortcuts.get(), ...registered])
    return () => shortcuts.set(shortcuts.get().filter((one) => !registered.includes(one)))
  }, [shape])
}

/** Whether single keys work, and the switch for it; keys with Ctrl, ⌘ or Esc always do. */
export const useSingleKeys = (): [boolean, (on: boolean) => void] => {
  const on = useSyncExternalStore(shortcuts.subscribe, () => singleKeys)
  return [on, setSingleKeys]
}

export const useShortcutList = shortcuts.use

/** `mod+k` as people know it from their own keyboard. */
export const keyLabel = (keys: string): string =>
  keys
    .replace('mod+', isMac ? '⌘ ' : 'Ctrl ')
    .replace('shift+', '⇧ ')
    .replace('ArrowDown', '↓')
    .replace('ArrowUp', '↑')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
    .replace('Escape', 'Esc')
    .replace(/(?<=^|\s)[a-z]$/, (key) => key.toUpperCase())
