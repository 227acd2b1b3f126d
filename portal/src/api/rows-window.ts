/** A sparse list in the server's order: `total` positions, of which those scrolled to are loaded. */
export type RowsWindow<Row> = { readonly total: number; readonly rows: readonly (Row | undefined)[] }
export const noRows: RowsWindow<never> = { total: 0, rows: [] }

type Versioned = { readonly id: string; readonly version?: number | undefined }
export type Page<Row> = { readonly total: number; readonly data: readonly Row[] }

/** Of two versions of a row the higher one is newer. */
const newer = <Row extends Versioned>(a: Row | undefined, b: Row): Row =>
  a && a.id === b.id && (a.version ?? 0) > (b.version ?? 0) ? a : b

/** Inserts a page. When the list has shifted meanwhile, other positions are invalid and are dropped. */
export const placePage = <Row extends Versioned>(before: RowsWindow<Row>, offset: number, page: Page<Row>): RowsWindow<Row> => {
  const ids = new Set(page.data.map((row) => row.id))
  const inPlace = (index: number): boolean => index >= offset && index < offset + page.data.length
  const moved = before.total !== page.total || before.rows.some((row, index) => row !== undefined && ids.has(row.id) && !inPlace(index))
  const rows: (Row | undefined)[] = moved ? [] : [...before.rows]
  rows.length = page.total
  for (const [index, row] of page.data.entries()) rows[offset + index] = newer(before.rows[offset + index], row)
  return { total: page.total, rows }
}

/** The server's largest page. */
export const pageSize = 200

/** The first page to fetch so that positions from–to are loaded, or undefined when they are. */
export const missingPage = (
  { total, rows }: RowsWindow<unknown>,
  from: number,
  to: number,
): { offset: number; limit: number } | undefined => {
  for (let index = Math.max(0, from); index < Math.min(to, total); index++) {
    if (rows[index]) continue
    let end = index + 1
    while (end < Math.min(index + pageSize, total) && !rows[end]) end++
    return { offset: index, limit: end - index }
  }
  return undefined
}
