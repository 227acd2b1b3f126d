import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ListRows } from './columns.ts'

type Identified = { readonly id: string }

/** Browsers limit an element's height to some thirty million pixels, and nobody scrolls further than this. */
const placesShown = 100_000
/** Overscan: positions below the screen that are rendered as well. */
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
  /** Rendered wherever it is, so that its focus is not lost. */
  kept: number
}

/** The first frame renders the visible rows only; the overscan follows. */
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

/** Scroll anchoring: visible rows stay in place when rows are added above. */
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

/**
 * An element whose height is not bounded yet, or that is not shown yet, does not scroll and tells of nothing: the list would be drawn for a position at which
 * it does not stand. It goes there once it can, and until then is drawn where it stands.
 */
const useLanding = (virtual: Virtual, { scroller, opened }: { scroller: PlacesOf<Identified>['scroller']; opened: boolean }): void => {
  const wanted = useRef<number>(undefined)
  const land = useEffectEvent((): void => {
    const element = scroller.current
    const to = wanted.current
    if (!element || to === undefined) return
    if (to >= 1 && element.scrollTop < 1) element.scrollTo({ top: to, behavior: 'instant' })
    if (to < 1 || element.scrollTop > 0) wanted.current = undefined
    if (Math.abs(element.scrollTop - (virtual.scrollOffset ?? 0)) < 1) return
    // Behind the commit: what is drawn anew upon it must not be asked for within.
    queueMicrotask(() => element.dispatchEvent(new Event('scroll')))
  })
  const believed = useEffectEvent((): number => virtual.scrollOffset ?? 0)
  const height = virtual.scrollRect?.height
  useLayoutEffect(() => {
    if (opened) wanted.current ??= believed()
    else wanted.current = undefined
    land()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with another height it may scroll
  }, [opened, height])
  const size = virtual.getTotalSize()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- as with another size
  useLayoutEffect(() => land(), [size])
}

/** Loads the visible gaps, not what lies between them and the row kept for its focus; each page that fills a gap reveals the next one. */
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

/** List virtualization: positions of known height, of which the visible ones and some around them are rendered. */
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
  useLanding(virtual, { scroller, opened })
  useFilling(
    items.filter(({ index }) => index !== kept),
    list,
  )
  return { virtual, items }
}
