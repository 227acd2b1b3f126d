/** An entry of the audit names so many by id; of more it tells how many there were, and who came and who went. */
export const namedAtMost = 2000
const changedAtMost = 500

export const manyVenues = (count: number): string => `${count} venues`
export const shortenedIds = (ids: readonly string[]): readonly string[] | string =>
  ids.length <= namedAtMost ? ids : manyVenues(ids.length)

const fewOf = (ids: readonly string[]): readonly string[] | string => (ids.length <= changedAtMost ? ids : manyVenues(ids.length))

/** Who came and who went, beside a list that is told as a number. */
export const addedAndRemoved = (added: readonly string[], removed: readonly string[]) => ({ added: fewOf(added), removed: fewOf(removed) })

/** Nothing where both lists are told whole. */
export const changeOfIds = (before: readonly string[], after: readonly string[]): { added?: unknown; removed?: unknown } => {
  if (Math.max(before.length, after.length) <= namedAtMost) return {}
  const [was, is] = [new Set(before), new Set(after)]
  return addedAndRemoved(
    after.filter((id) => !was.has(id)),
    before.filter((id) => !is.has(id)),
  )
}
