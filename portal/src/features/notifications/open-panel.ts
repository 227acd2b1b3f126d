import { sessionStore } from '#src/api/session.ts'
import { makeStore } from '#src/i18n/store.ts'

/** At the foot of a menu the panel opens upwards, in a bar downwards. */
export type PanelPlace = 'above' | 'below' | undefined

/** Kept outside of the bell: a menu that narrows when the focus leaves it draws another bell, and the panel stays open. */
const place = makeStore<PanelPlace>(undefined)
export const placePanel = place.set
export const usePanelPlace = place.use
sessionStore.onEnd(() => place.set(undefined))
