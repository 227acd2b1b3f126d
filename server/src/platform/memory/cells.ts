/** What is kept of one subject: a venue, or one of its days. Promises, so that whoever asks while it is being read waits for that one reading. */
type Cell = { facts: Map<string, Promise<unknown>>; bytes: number }

/** The cell of a subject, or of one of its days (`YYYY-MM-DD`, of UTC). */
export const cellKey = (subject: string, day?: string): string => (day === undefined ? subject : `${subject} ${day}`)
const isOfDay = (key: string): boolean => key.includes(' ')

/** Least recently used first; bounded by the estimated bytes of what is kept. */
export type Cells = {
  get(key: string, fact: string): Promise<unknown> | undefined
  /** Kept from now on; its bytes are counted when it has been read. */
  put(key: string, fact: string, reading: Promise<{ value: unknown; bytes: number }>): void
  forget(key: string): void
  /** All that is not of a day. */
  forgetSubjects(): void
  clear(): void
  figures(): { cells: number; bytes: number; evicted: number }
}

/** A map's entry, its key and the promises of a cell. */
const cellBytes = 300

export const makeCells = (mostBytes: number): Cells => {
  const cells = new Map<string, Cell>()
  const figures = { bytes: 0, evicted: 0 }
  const forget = (key: string): void => {
    const cell = cells.get(key)
    if (!cell) return
    figures.bytes -= cell.bytes
    cells.delete(key)
  }
  const grow = (cell: Cell, by: number): void => {
    cell.bytes += by
    figures.bytes += by
    for (const [oldest] of cells) {
      if (figures.bytes <= mostBytes || cells.size === 1) break
      forget(oldest)
      figures.evicted += 1
    }
  }
  return {
    get: (key, fact) => {
      const cell = cells.get(key)
      if (!cell) return undefined
      cells.delete(key)
      cells.set(key, cell)
      return cell.facts.get(fact)
    },
    put: (key, fact, reading) => {
      const known = cells.get(key)
      const cell = known ?? { facts: new Map(), bytes: 0 }
      cells.set(key, cell)
      cell.facts.set(fact, reading)
      if (!known) grow(cell, cellBytes)
      const settle = ({ value, bytes }: { value: unknown; bytes: number }): void => {
        if (cells.get(key) !== cell) return
        if (value === undefined) forget(key)
        else grow(cell, bytes)
      }
      reading.then(settle, () => settle({ value: undefined, bytes: 0 }))
    },
    forget,
    forgetSubjects: () => {
      for (const key of cells.keys()) if (!isOfDay(key)) forget(key)
    },
    clear: () => {
      cells.clear()
      figures.bytes = 0
    },
    figures: () => ({ cells: cells.size, ...figures }),
  }
}
