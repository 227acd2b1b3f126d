type Rename = (name: string) => string

/** Cache of column names: they are few, and come with every row. */
const remembered = (rename: Rename): Rename => {
  const memory = new Map<string, string>()
  return (name) => {
    let cached = memory.get(name)
    if (cached === undefined) memory.set(name, (cached = rename(name)))
    return cached
  }
}

/** `venueId` → `venue_id`. */
export const snake = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
/** `venue_id` → `venueId`. */
export const camel = remembered((name) => name.replace(/(?<=.)_+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? ''))
