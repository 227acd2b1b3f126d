type Settings = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value)
const nameOf = (view: unknown): string | undefined =>
  isRecord(view) && typeof view['name'] === 'string' ? view['name'].toLowerCase() : undefined
const isGone = (view: unknown): boolean => isRecord(view) && view['search'] === null

const mergedViews = (before: unknown, sent: unknown): unknown => {
  if (!Array.isArray(sent)) return sent
  const said = new Set(sent.map(nameOf))
  const rest = Array.isArray(before) ? (before as unknown[]).filter((view) => nameOf(view) === undefined || !said.has(nameOf(view))) : []
  return [...rest, ...(sent as unknown[])]
}

/**
 * Somebody's settings after a change: what is not named stays, as another device may have chosen it. Views are named one by one, within their list; one
 * whose `search` is null is to go.
 */
export const mergedSettings = (before: Settings, sent: Settings): Settings => {
  const after = { ...before, ...sent }
  if (!isRecord(sent['views'])) return after
  const lists = isRecord(before['views']) ? before['views'] : {}
  const views = Object.entries(sent['views']).map(([list, said]) => [list, mergedViews(lists[list], said)] as const)
  return { ...after, views: { ...lists, ...Object.fromEntries(views) } }
}

/** As they are kept: without the views that are gone. */
export const keptSettings = (settings: Settings): Settings => {
  const { views } = settings
  if (!isRecord(views)) return settings
  const kept = Object.entries(views).map(([list, all]) => [
    list,
    Array.isArray(all) ? (all as unknown[]).filter((view) => !isGone(view)) : all,
  ])
  return { ...settings, views: Object.fromEntries(kept) as Settings }
}
