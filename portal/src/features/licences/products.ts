import type { Licence } from '@tablewire/contracts/estate/licences'
import type { RowsWindow } from '#src/api/rows-window.ts'

/** One thing a venue can be disconnected from. */
export type Product = { kind: 'channel'; id: string; name: string } | { kind: 'meta' } | { kind: 'listing' }
export type ProductKey = { venueId: string; product: Product }

/** The row without that; undefined when nothing is left of it. */
export const without = (row: Licence, { product }: ProductKey): Licence | undefined => {
  const next = {
    ...row,
    channels: product.kind === 'channel' ? row.channels.filter(({ id }) => id !== product.id) : row.channels,
    metaEnabled: product.kind === 'meta' ? false : row.metaEnabled,
    listingEnabled: product.kind === 'listing' ? false : row.listingEnabled,
  }
  return next.channels.length > 0 || next.metaEnabled || next.listingEnabled ? next : undefined
}

type Identified = { readonly id: string }
/** A list on the screen as it is once somebody took something away: `next` says what becomes of the row. */
export const taken = <Row extends Identified>(
  list: RowsWindow<Row> | undefined,
  venueId: string,
  next: (row: Row) => Row | undefined,
): RowsWindow<Row> | undefined => {
  const at = list?.rows.findIndex((row) => row?.id === venueId) ?? -1
  const row = list?.rows[at]
  if (!list || !row) return list
  const changed = next(row)
  if (changed) return { ...list, rows: list.rows.with(at, changed) }
  return { ...list, total: list.total - 1, rows: list.rows.toSpliced(at, 1) }
}
