import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListRows } from './columns.ts'

type Identified = { readonly id: string }

/** Browsers end a page at some thirty million pixels, and nobody scrolls further than this. */
const placesShown = 100_000
/** So many places below the screen are looked after as well. */
const ahead = 50

export const countOf = ({ total }: Pick<ListRows<unknown>, 'total'>): number => Math.min(total, placesShown)

type PlacesOf<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  list: ListRows<Row>
  heights: { readonly row: number; readonly head: number }
  /** Over these places stands a head. */
  heads: ReadonlyMap<number, unknown> | undefined
  /** The place a question opens at. */
  opensAt: number
  /** Stays in the page wherever it is, so that its focus is not lost. */
  kept: number
}

/** The first frame draws what is seen; what scrolling will want comes after it. */
const useSettledIn = (there: boolean): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!there) return undefined
    const timer = setTimeout(() => setSettled(true), 300)
    return () => clearTimeout(timer)
  }, [there])
  return settled
}

/**
 * False while there is nothing to open, and for the one commit, never painted, in which an answer takes the place of another question's: what reads the
 * scroll position then begins anew, at the place where the new one opens.
 */
const useOpened = ({ name, loading, stale }: ListRows<unknown>): boolean => {
  const [opened, setOpened] = useState<string>()
  const wanted = loading ? undefined : stale ? opened : name
  // oxlint-disable-next-line react/set-state-in-effect -- that commit is what this is for
  useLayoutEffect(() => setOpened(wanted), [wanted])
  return wanted !== undefined && (opened === undefined || opened === wanted)
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
export type Places = { virtual: Virtual; items: ReturnType<Virtual['getVirtualItems']> }

/** What is on the screen stays there when rows come in above it. */
const useAnchor = (virtual: Virtual, { scroller, list: { rows }, heads, heights }: PlacesOf<Identified>): void => {
  const anchor = useRef<{ key: string; top: number }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !anchor.current || element.scrollTop <= 0) return
    const { key, top } = anchor.current
    const item = virtual.measurementsCache.find((one) => one?.key === key)
    if (item && item.start !== top) element.scrollBy(0, item.start - top)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- these move the places
  }, [rows, heads, heights, scroller, virtual])
  const first = virtual.getVirtualItems().find((item) => item.end > (virtual.scrollOffset ?? 0) && rows[item.index])
  useLayoutEffect(() => {
    anchor.current = first && { key: String(first.key), top: first.start }
  })
}

/** What is seen and not there yet is asked for, not what lies between it and the row that is kept; each page that fills a hole shows the next one. */
const useFilling = (items: Places['items'], list: ListRows<unknown>): void => {
  const { ensure, rows } = list
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? -1) + 1
  let hole = from
  while (hole < Math.min(to + ahead, countOf(list)) && rows[hole]) hole++
  useEffect(() => {
    if (to > from) ensure(from, to)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a page that came without the whole hole is followed by the next
  }, [ensure, from, to, hole])
}

/** The rows on the screen and around it: places of known height, of which those are drawn that somebody sees. */
export const usePlaces = <Row extends Identified>(of: PlacesOf<Row>): Places => {
  const { scroller, list, heights, heads, opensAt, kept } = of
  const { rows } = list
  const count = countOf(list)
  const settled = useSettledIn(count > 0)
  const opened = useOpened(list)
  const topOf = (place: number): number =>
    place * heights.row + [...(heads?.keys() ?? [])].filter((head) => head < place).length * heights.head
  // Another function = places are measured anew.
  // oxlint-disable-next-line react/exhaustive-deps -- heads and heights move the places as well
  const keyOf = useCallback((index: number) => rows[index]?.id ?? `place-${index}`, [rows, heads, heights])
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    enabled: opened,
    initialOffset: () => (opensAt < 1 ? 0 : topOf(opensAt)),
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights.row + (heads?.has(index) ? heights.head : 0),
    getItemKey: keyOf,
    overscan: settled ? 6 : 1,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (kept < 0 || kept >= count || indexes.includes(kept)) return indexes
      return [...indexes, kept].toSorted((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  useAnchor(virtual, of)
  useFilling(
    items.filter(({ index }) => index !== kept),
    list,
  )
  return { virtual, items }
}
