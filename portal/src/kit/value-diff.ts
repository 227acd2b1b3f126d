type JsonRecord = Readonly<Record<string, unknown>>
/** A value at the end of a path, where both sides differ. `path`: keys of the thing, and names of what stands in its lists. */
export type Leaf = { path: readonly Step[]; before: unknown; after: unknown }
/** `name`: what an entry of a list is called, which is nobody's key. */
export type Step = { key: string } | { name: string }

const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const isRecordList = (value: unknown): value is readonly JsonRecord[] => Array.isArray(value) && value.length > 0 && value.every(isRecord)

/** What people call an entry of a list; numbers where it has no name. */
const nameOf = (entry: JsonRecord, index: number): string => {
  const called = entry['name'] ?? entry['title'] ?? entry['label'] ?? entry['date'] ?? entry['day'] ?? entry['fromOn'] ?? entry['from']
  return typeof called === 'string' || typeof called === 'number' ? String(called) : String(index + 1)
}
/** By its id, else its name: entries that only moved are not told as changed. */
const identityOf = (entry: JsonRecord, index: number): string => (typeof entry['id'] === 'string' ? entry['id'] : nameOf(entry, index))

const byIdentity = (list: readonly JsonRecord[]): Map<string, { entry: JsonRecord; name: string }> =>
  new Map(list.map((entry, index) => [identityOf(entry, index), { entry, name: nameOf(entry, index) }]))

/** Where two values differ, down to the last one; what stands on one side only is one difference as a whole. */
export const leavesOf = (before: unknown, after: unknown, path: readonly Step[] = []): Leaf[] => {
  if (same(before, after)) return []
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => key !== 'id' && key !== 'version')
      .flatMap((key) => leavesOf(before[key], after[key], [...path, { key }]))
  if ((isRecordList(before) || isRecordList(after)) && [before, after].every((list) => Array.isArray(list) && list.every(isRecord))) {
    const then = byIdentity(before as readonly JsonRecord[])
    const now = byIdentity(after as readonly JsonRecord[])
    const found = [...new Set([...then.keys(), ...now.keys()])].flatMap((id) =>
      leavesOf(then.get(id)?.entry, now.get(id)?.entry, [...path, { name: (now.get(id) ?? then.get(id))!.name }]),
    )
    // Nothing but their order.
    return found.length ? found : [{ path, before, after }]
  }
  return [{ path, before, after }]
}

type Say = {
  /** A key in words. */
  label: (key: string) => string
  /** A single value in words. */
  value: (value: unknown) => string
  /** What stands under this key in words of its own, where it has some. */
  under?: (key: string, value: unknown) => string | undefined
}

/** A value of any depth as text: entries of lists one below the other, what they say beside one another. */
export const inLines = (value: unknown, say: Say): string => {
  if (isRecordList(value)) return value.map((entry) => inLines(entry, say)).join('\n')
  if (Array.isArray(value)) return value.length ? value.map((one) => inLines(one, say)).join(', ') : say.value(null)
  if (!isRecord(value)) return say.value(value)
  const entries = Object.entries(value).filter(
    ([key, part]) => key !== 'id' && !isNothing(part) && !(Array.isArray(part) && part.length === 0),
  )
  if (!entries.length) return say.value(null)
  return entries.map(([key, part]) => `${say.label(key)} ${say.under?.(key, part) ?? inLines(part, say)}`.trim()).join(' · ')
}

/** `holdingTime` and `holding_time` as `Holding time`: better than nothing for what nobody gave a word. */
export const titleCase = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
