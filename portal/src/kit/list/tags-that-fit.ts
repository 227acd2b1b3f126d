/** How many of so wide tags stand beside each other in the room there is, where what is left out needs room for its count. */
export const tagsThatFit = (widths: readonly number[], availablePx: number, { gap = 6, count = 28 } = {}): number => {
  const upTo = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width + gap, -gap))
  if ((upTo.at(-1) ?? 0) <= availablePx) return widths.length
  // One is shown however little room there is: it ends in dots.
  return Math.max(1, upTo.filter((wide) => wide + gap + count <= availablePx).length)
}
