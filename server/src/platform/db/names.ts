type Rename = (name: string) => string

/** Cache of column names: they are few, and come with every row. */
const remembered = (rename: Rename): Rename => {
  const memory = new Map<string, string>()
  return (name) => {
    let known = memory.get(name)
    if (known === undefined) memory.set(name, (known = rename(name)))
    return known
  }
}

/** `venueId` → `venue_id`. */
export const snake = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
/** `venue_id` → `venueId`. */
export const camel = remembered((name) => name.replace(/(?<=.)_+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? ''))
