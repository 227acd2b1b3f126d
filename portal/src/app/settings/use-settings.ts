import { useMemo, useSyncExternalStore } from 'react'
import { brand } from '#src/api/brand.ts'
import { sessionStore, useSession } from '#src/api/session.ts'
import { actingSettings, type Settings, settingsOf } from './settings.ts'

export const localKey = 'tablewire:settings'
const wideEnough = matchMedia('(min-width: 1200px)')
const narrowest = matchMedia('(max-width: 599.95px)')
const nothing: Readonly<Record<string, unknown>> = {}

const useMatch = (width: MediaQueryList): boolean =>
  useSyncExternalStore(
    (listener) => {
      width.addEventListener('change', listener)
      return () => width.removeEventListener('change', listener)
    },
    () => width.matches,
  )
/** SH7: lg begins at 1200 pixels. */
export const useWide = (): boolean => useMatch(wideEnough)
/** Below sm, as on a phone held upright. */
export const useNarrow = (): boolean => useMatch(narrowest)

// SH6: the stored value is cleared on load; what lasts comes with the profile.
try {
  localStorage.removeItem(localKey)
} catch {
  // Without storage there is nothing to clear.
}

/** The look that acts right now, for whoever is signed in; for nobody it is the brand's own. */
export const useSettings = (): Settings => {
  const kept = useSession().userData?.settings ?? nothing
  const wide = useWide()
  return useMemo(() => actingSettings(settingsOf(kept, brand), wide), [kept, wide])
}

export const settingsNow = (): Settings =>
  actingSettings(settingsOf(sessionStore.get().userData?.settings ?? nothing, brand), wideEnough.matches)
