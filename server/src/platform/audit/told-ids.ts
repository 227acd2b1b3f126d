/** An entry of the audit names so many by id; of more it tells how many there were, and who came and who went. */
const namedAtMost = 2000
const changedAtMost = 500

export const toldVenues = (ids: readonly string[]): readonly string[] | string => (ids.length <= namedAtMost ? ids : `${ids.length} venues`)

const fewOf = (ids: readonly string[]): readonly string[] | string => (ids.length <= changedAtMost ? ids : `${ids.length} venues`)

/** Nothing where both lists are told whole. */
export const toldChange = (before: readonly string[], after: readonly string[]): { added?: unknown; removed?: unknown } => {
  if (Math.max(before.length, after.length) <= namedAtMost) return {}
  const [was, is] = [new Set(before), new Set(after)]
  return { added: fewOf(after.filter((id) => !was.has(id))), removed: fewOf(before.filter((id) => !is.has(id))) }
}
