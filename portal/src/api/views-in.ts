/** A list's filters, search and order under a name of one's own; the address holds the same. */
export type SavedView = { readonly name: string; readonly search: Readonly<Record<string, string>> }

/** More nobody reads in a menu. */
export const mostViews = 20

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isView = (value: unknown): value is SavedView =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  isRecord(value['search']) &&
  Object.values(value['search']).every((text) => typeof text === 'string')

/** What of a profile's settings is views of this list; another version of the portal may have written anything there. */
export const viewsIn = (settings: Readonly<Record<string, unknown>> | undefined, list: string): SavedView[] => {
  const all = settings?.['views']
  const views = isRecord(all) ? all[list] : undefined
  return Array.isArray(views)
    ? views
        .filter(isView)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, mostViews)
    : []
}
