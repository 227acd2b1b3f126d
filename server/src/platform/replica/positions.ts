/** A position in the log of the database, `16/B374D848`, as a number that can be compared. */
export const positionOf = (text: string): bigint => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Where the primary's log stood: at least there at this moment, by the process's own clocks. */
export type Reading = { position: bigint; monotonicMs: number; wallMs: number }

export type Readings = {
  /** `sameLog`: false where the primary writes another log than at the last reading. */
  note(reading: Reading, sameLog?: boolean): void
  /** The newest moment of which whoever has replayed so far has everything. */
  reached(position: bigint): Reading | undefined
  newest(): Reading | undefined
}

/**
 * How old a standby is, told without its clock or the primary's: it is as old as the newest reading of the primary's position that it has replayed. So a
 * database in which nothing happens does not seem to fall behind, and a standby that lost its primary does not seem up to date.
 */
export const makeReadings = (keptMs: number): Readings => {
  let kept: Reading[] = []
  return {
    note: (reading, sameLog = true) => {
      const last = kept.at(-1)
      // Answers may overtake each other.
      if (last && reading.monotonicMs <= last.monotonicMs) return
      // Another primary that had less, or a database that was restored: what was known is of another log.
      if (last && (!sameLog || reading.position < last.position)) kept = []
      kept.push(reading)
      while (kept[0] && kept[0].monotonicMs < reading.monotonicMs - keptMs) kept.shift()
    },
    reached: (position) => kept.findLast((one) => one.position <= position),
    newest: () => kept.at(-1),
  }
}
