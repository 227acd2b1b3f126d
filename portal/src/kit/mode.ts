import { makeStore } from '#src/i18n/store.ts'

/** `semi-dark` is a light page with a dark menu. */
export const modes = ['light', 'dark', 'semi-dark'] as const
export type Mode = (typeof modes)[number]
const isMode = (value: unknown): value is Mode => modes.includes(value as Mode)

const root = document.documentElement

/** BR2: the brand insists on its mode; whatever the user once chose has to wait. */
export const modeIsFixed = root.dataset['fixedMode'] === 'true'

/** As the page came: the server writes the brand's mode, first-paint.js the user's own one over it. */
const mode = makeStore<Mode>(isMode(root.dataset['mode']) ? root.dataset['mode'] : 'dark')

/** The style sheets know two schemes; the menu asks `useMode` for its own. */
const paint = (next: Mode): void => {
  root.dataset['mode'] = next === 'dark' ? 'dark' : 'light'
}

export const setMode = (next: Mode): void => {
  if (modeIsFixed || next === mode.get()) return
  // Listeners read colours: the page's attribute is set first.
  paint(next)
  mode.set(next)
}

export const useMode = mode.use
paint(mode.get())
