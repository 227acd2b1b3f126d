import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  title: string
  /** A track of CSS grid: `minmax(140px, 2fr)`, `90px`. */
  width: string
  cell: (row: Row) => ReactNode
  /** The name the server sorts by; without one the column does not sort. */
  sort?: string
  align?: 'end'
  /** Shows from this width of the list on, in pixels. */
  from?: number
  /** Cannot be switched off. */
  always?: boolean
  /** Off until somebody switches it on. */
  extra?: boolean
}

/** The data source of a list: any paged endpoint by `useRows`. */
export type ListRows<Row> = {
  total: number
  /** `total` positions; undefined before the first answer. */
  rows: readonly (Row | undefined)[]
  /** Query key: another text resets the list. */
  name: string
  /** Marks positions from–to as visible, and loads what is missing there. */
  ensure: (from: number, to: number) => void
  /** Nothing to show yet. */
  loading: boolean
  /** The rows shown are still those of the previous query. */
  stale: boolean
  error: unknown
  retry: () => void
}

/** What a line takes beside its columns: its ends, and a scroll bar where the browser gives it a place of its own. */
const endsPx = 28 + 15
export const gapPx = 18
export const choicePx = 32

/** A track never gets narrower than the first number in it says. */
const leastOf = ({ width }: Pick<Column<never>, 'width'>): number => Number(/\d+/.exec(width)?.[0] ?? 0)

/** Of the columns wanted at this width those that fit: what a list cannot hold would lie beyond its edge, where nobody reaches it. */
export const columnsThatFit = <Row>(
  columns: readonly Column<Row>[],
  { width, choice, gap = gapPx }: { width: number; choice: boolean; gap?: number },
): readonly Column<Row>[] => {
  const shown = columns.filter(({ from = 0 }) => width >= from)
  const availablePx = width - endsPx - (choice ? choicePx + gap : 0)
  const takes = (some: readonly Column<Row>[]): number => some.reduce((sum, one) => sum + leastOf(one) + gap, -gap)
  // Those that come last as a list grows wider leave first as it grows narrower.
  const leaving = shown.filter(({ from }) => from !== undefined).toSorted((a, b) => b.from! - a.from!)
  return leaving.reduce<readonly Column<Row>[]>(
    (left, one) => (takes(left) > availablePx ? left.filter((other) => other !== one) : left),
    shown,
  )
}
