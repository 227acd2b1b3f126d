import { useSyncExternalStore } from 'react'

/** `semi-dark` is a light page with a dark menu. */
export const modes = ['light', 'dark', 'semi-dark'] as const
export type Mode = (typeof modes)[number]
const isMode = (value: unknown): value is Mode => modes.includes(value as Mode)

const root = document.documentElement
const listeners = new Set<() => void>()

/** BR2: the brand insists on its mode; whatever the user once chose has to wait. */
export const modeIsFixed = root.dataset['fixedMode'] === 'true'

/** As the page came: the server writes the brand's mode, first-paint.js the user's own one over it. */
let current: Mode = isMode(root.dataset['mode']) ? root.dataset['mode'] : 'dark'

/** The style sheets know two schemes; the menu asks `useMode` for its own. */
const paint = (): void => {
  root.dataset['mode'] = current === 'dark' ? 'dark' : 'light'
}

export const setMode = (mode: Mode): void => {
  if (modeIsFixed || mode === current) return
  current = mode
  paint()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentMode = (): Mode => current
export const useMode = (): Mode => useSyncExternalStore(subscribe, currentMode)
paint()
