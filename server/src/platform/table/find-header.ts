/** Whether columns are called like that where such tables come from. */
export type ColumnNameTest = (name: string) => boolean

type Row = { line: number; cells: readonly string[] }

/** The width most rows have; of several, that of the first. */
export const usualWidth = (widths: readonly number[]): number => {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** Cells at the end that are empty in a header say nothing about how wide the table is. */
export const trimEnd = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/** What stands in rows, not above them: numbers, dates, addresses of mail and web. */
const isValue = (cell: string): boolean => /^[\d\s.,:/+()%€$£-]+$/.test(cell) || /^\S+@\S+\.\S+$/.test(cell) || /^https?:\/\//i.test(cell)

/** Something of a column stands in many rows; a name over it stands there once. */
const recurs = (records: readonly Row[], { line, cells }: Row): boolean =>
  cells.some((cell, column) => cell.trim() !== '' && records.some((other) => other.line !== line && other.cells[column] === cell))

const looksAhead = 15

/**
 * The line the names of the columns stand on; 0 where the columns have none. Words that columns are known by decide, also where some are empty or come
 * twice; else it is the first row of nothing but different words, which appear nowhere below.
 */
export const findHeader = (records: readonly Row[], isKnown: ColumnNameTest): number => {
  const width = usualWidth(records.map(({ cells }) => cells.length))
  const first = records.slice(0, looksAhead).map(({ line, cells }) => {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const values = filled.filter(isValue).length
    return { line, cells, filled, values, known: filled.filter((cell) => !isValue(cell) && isKnown(cell)).length }
  })
  const byWords = first.find(
    ({ filled, known, values }) =>
      filled.length >= Math.min(2, width) &&
      filled.length * 2 >= width &&
      known >= Math.max(1, Math.min(2, width - 1)) &&
      known * 4 >= filled.length &&
      values <= known,
  )
  if (byWords) return byWords.line
  // The first row that fills the table is the names, or there are none. A table written with the numbers of its rows has no name for those.
  const full = first.find(
    ({ cells }) => trimEnd(cells).length >= width - Number(width > 2) && cells.slice(1, width - 1).every((cell) => cell.trim() !== ''),
  )
  if (!full || full.values > 0 || recurs(records, full)) return 0
  return new Set(full.filled.map((cell) => cell.toLowerCase())).size === full.filled.length ? full.line : 0
}
