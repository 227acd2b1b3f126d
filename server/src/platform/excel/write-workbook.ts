import { writeXlsxStream } from 'hucre/xlsx'
import { renameSheet } from './rename-sheet.ts'

export type Cell = string | number | boolean | Date | null
export type Workbook = {
  /** Of the first sheet. */
  name: string
  columns: readonly { header: string; width: number }[]
  /** Exactly `total` rows. */
  rows: AsyncIterable<readonly Cell[]>
  total: number
  /** What the file says about itself, on a sheet of its own behind the rows. */
  about: { name: string; lines: readonly (readonly [label: string, value: string])[] }
}

/** Excel takes no more on one sheet. */
export const rowsMax = 1_000_000
/** A cell holds no more, and what XML cannot hold at all would make the file unreadable. What looks like a sign in Excel's own spelling is kept as it is. */
const textOf = (text: string): string =>
  text
    .slice(0, 32_000)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** What Excel takes as the name of a sheet; shorter than it allows, as the writer may add a number. */
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:'"<>&]/g, ' ').slice(0, 28)

/*
 * Text is written as text cells, never as formulas: what begins with = + - @ is shown and not calculated. The writer begins a new sheet after so many
 * rows, which is how the second one comes to be; a short table gets empty rows, so that the second sheet has room for all of its own.
 */
export const writeWorkbook = async ({ name, columns, rows, total, about }: Workbook): Promise<Buffer> => {
  const blank = Math.max(0, 1 - total, about.lines.length - total - 1)
  const all = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? textOf(cell) : cell))
    for (let n = 0; n < blank; n++) yield []
    for (const line of about.lines) yield line.map(textOf)
  }
  const first = sheetName(name)
  const stream = writeXlsxStream(all(), {
    name: first,
    columns: columns.map(({ header, width }) => ({ header, width })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: total + blank + 1,
    repeatHeaders: false,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return renameSheet(Buffer.concat(chunks), `${first}_2`, sheetName(about.name))
}

export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
