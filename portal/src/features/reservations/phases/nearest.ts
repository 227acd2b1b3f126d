export type Direction = { readonly x: number; readonly y: number }
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>
const middle = ({ left, top, width, height }: Box): Direction => ({ x: left + width / 2, y: top + height / 2 })

/** The nearest one where the arrow points, as the eye sees them; what lies aside counts four times, so that a column is walked before it is left. */
export const nearest = (boxes: readonly Box[], from: Box, { x, y }: Direction): number => {
  const here = middle(from)
  let best = -1
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    const there = middle(box)
    const ahead = x === 0 ? (there.y - here.y) * y : (there.x - here.x) * x
    const aside = x === 0 ? Math.abs(there.x - here.x) : Math.abs(there.y - here.y)
    const distance = ahead + aside * 4
    if (ahead > 1 && distance < least) [best, least] = [index, distance]
  }
  return best
}
