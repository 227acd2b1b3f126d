import { makeStore } from '#src/i18n/store.ts'

export type ToastTone = 'success' | 'error' | 'warning' | 'info'
export type ToastAction = { label: string; run: () => void }
export type Toast = {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
  readonly actions: readonly ToastAction[]
  /** Sticky: stays until it is answered or closed. */
  readonly lasting: boolean
  /** What its action takes back. */
  readonly of: string | undefined
}

/** Long enough to read at an unhurried 12 characters a second; errors stay twice as long. */
const lifeMs = (toast: Toast): number =>
  Math.max(5_000, (toast.text.length / 12) * 1000) * (toast.tone === 'error' || toast.actions.length > 0 ? 2 : 1)
const shownAtMost = 4

const toasts = makeStore<readonly Toast[]>([])
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

const dismiss = (id: number): void => {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set(toasts.get().filter((one) => one.id !== id))
}

const start = (toast: Toast): void => {
  clearTimeout(timers.get(toast.id))
  if (toast.lasting) return
  timers.set(
    toast.id,
    setTimeout(() => dismiss(toast.id), lifeMs(toast)),
  )
}

/** The oldest is dropped; a sticky one only for another sticky one. */
const atMost = (all: readonly Toast[]): readonly Toast[] => {
  if (all.length <= shownAtMost) return all
  const leaving = all.find(({ lasting }) => !lasting) ?? all[0]!
  clearTimeout(timers.get(leaving.id))
  timers.delete(leaving.id)
  return all.filter((one) => one !== leaving)
}

type Say = { text: string; actions: readonly ToastAction[]; lasting?: boolean; of?: string }
const show = (tone: ToastTone, { text, actions, lasting = false, of }: Say): number => {
  // Deduplicated: an equal message only extends the first one's life.
  const same = toasts.get().find((one) => one.text === text && one.tone === tone)
  if (same) dismiss(same.id)
  const toast: Toast = { id: ++lastId, tone, text, actions, lasting, of }
  toasts.set(atMost([...toasts.get(), toast]))
  start(toast)
  return toast.id
}

/** What was done to this is not the last word any more: the notice that offers to take it back goes. */
const over = (of: string): void => {
  for (const one of toasts.get()) if (one.of === of) dismiss(one.id)
}

/** Notices at the bottom right, read aloud and gone by themselves (SH4). */
export const toast = {
  success: (text: string, ...actions: ToastAction[]): number => show('success', { text, actions }),
  error: (text: string, ...actions: ToastAction[]): number => show('error', { text, actions }),
  warning: (text: string, ...actions: ToastAction[]): number => show('warning', { text, actions }),
  info: (text: string, ...actions: ToastAction[]): number => show('info', { text, actions }),
  /** For what waits for its reader. */
  lasting: (text: string, action: ToastAction): number => show('info', { text, actions: [action], lasting: true }),
  /** What was done to `of`, and the way back; the next act on it, `over` or another one that can be taken back, ends it. */
  undoable: (of: string, text: string, action: ToastAction): number => {
    over(of)
    return show('success', { text, actions: [action], of })
  },
  over,
  dismiss,
  /** Removes the notice's action, which is no longer possible; its text stays. */
  retire: (id: number, action: ToastAction): void => {
    const without = (one: Toast): Toast => ({ ...one, actions: one.actions.filter((other) => other !== action) })
    toasts.set(toasts.get().map((one) => (one.id === id ? without(one) : one)))
  },
  /** More is known by now of what the notice says, while it is there: other words, and what can be done about it first. */
  reword: (id: number, text: string, { tone, first = [] }: { tone?: ToastTone; first?: readonly ToastAction[] } = {}): void => {
    toasts.set(
      toasts.get().map((one) => (one.id === id ? { ...one, text, tone: tone ?? one.tone, actions: [...first, ...one.actions] } : one)),
    )
    const reworded = toasts.get().find((one) => one.id === id)
    if (reworded) start(reworded)
  },
  clear: (): void => {
    for (const { id } of toasts.get()) dismiss(id)
  },
  /** Pauses the timers while a user reads or points at them. */
  hold: (): void => {
    for (const timer of timers.values()) clearTimeout(timer)
  },
  release: (): void => {
    for (const one of toasts.get()) start(one)
  },
}

export const useToasts = toasts.use
