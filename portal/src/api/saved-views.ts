import { savePreferences } from './profile.ts'
import { useSession } from './session.ts'
import { mostViews, type SavedView, viewsIn } from './views-in.ts'

/** The views somebody keeps of a list; they stand in the profile and so on every device (SH6). Only the one that changes is sent. */
export const useSavedViews = (list: string) => {
  const views = viewsIn(useSession().userData?.settings, list)
  const change = (view: { name: string; search: SavedView['search'] | null }): Promise<void> =>
    savePreferences({ settings: { views: { [list]: [view] } } })
  return {
    views,
    full: views.length >= mostViews,
    onKeep: (view: SavedView) => change(view),
    onDrop: (name: string) => change({ name, search: null }),
  }
}
