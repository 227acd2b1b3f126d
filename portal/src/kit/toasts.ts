import { useSyncExternalStore } from 'react'

export type ToastTone = 'success' | 'error' | 'warning' | 'info'
export type ToastAction = { label: string; run: () => void }
export type Toast = { readonly id: number; readonly tone: ToastTone; readonly text: string; readonly action: ToastAction | undefined }

/** Long enough to read at an unhurried 12 characters a second; errors stay twice as long. */
const lifeMs = (toast: Toast): number => Math.max(5_000, (toast.text.length / 12) * 1000) * (toast.tone === 'error' || toast.action ? 2 : 1)
const shownAtMost = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

const set = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number): void => {
  clearTimeout(timers.get(id))
  timers.delete(id)
  set(toasts.filter((one) => one.id !== id))
}

const show = (tone: ToastTone, text: string, action?: ToastAction): number => {
  // The same sentence again only lives longer: a failing list must not paper the screen.
  const same = toasts.find((one) => one.text === text && one.tone === tone)
  if (same) dismiss(same.id)
  const toast: Toast = { id: ++lastId, tone, text, action }
  set([...toasts, toast].slice(-shownAtMost))
  timers.set(
    toast.id,
    setTimeout(() => dismiss(toast.id), lifeMs(toast)),
  )
  return toast.id
}

/** Notices at the bottom right, read aloud and gone by themselves (SH4). */
export const toast = {
  success: (text: string, action?: ToastAction): number => show('success', text, action),
  error: (text: string, action?: ToastAction): number => show('error', text, action),
  warning: (text: string, action?: ToastAction): number => show('warning', text, action),
  info: (text: string, action?: ToastAction): number => show('info', text, action),
  dismiss,
  clear: (): void => {
    for (const { id } of toasts) dismiss(id)
  },
  /** While somebody reads or points at them they stay. */
  hold: (): void => {
    for (const timer of timers.values()) clearTimeout(timer)
  },
  release: (): void => {
    for (const one of toasts) {
      clearTimeout(timers.get(one.id))
      timers.set(
        one.id,
        setTimeout(() => dismiss(one.id), lifeMs(one)),
      )
    }
  },
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
