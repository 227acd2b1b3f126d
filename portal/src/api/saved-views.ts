import { savePreferences } from './profile.ts'
import { sessionStore, useSession } from './session.ts'
import { mostViews, type SavedView, viewsIn, withView } from './views-in.ts'

/** The views somebody keeps of a list; they stand in the profile and so on every device (SH6). */
export const useSavedViews = (list: string) => {
  const views = viewsIn(useSession().userData?.settings, list)
  const change = (to: (views: readonly SavedView[]) => readonly SavedView[]): Promise<void> => {
    // Another screen may have kept one since this one was drawn.
    const now = sessionStore.get().userData?.settings
    const all = now?.['views']
    const others = typeof all === 'object' && all !== null ? all : {}
    return savePreferences({ settings: { views: { ...others, [list]: to(viewsIn(now, list)) } } })
  }
  return {
    views,
    full: views.length >= mostViews,
    onKeep: (view: SavedView) => change((known) => withView(known, view)),
    onDrop: (name: string) => change((known) => known.filter((one) => one.name !== name)),
  }
}
