import { packZip, type Part } from './pack-zip.ts'

/** How a number or a date is shown; what is kept is the value itself. */
const formats = {
  count: '#,##0',
  decimal: '#,##0.00',
  percent: '0.0" %"',
  minutes: '#,##0',
  day: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm',
} as const
export type Format = keyof typeof formats
export type Shown = { value: number | Date | null; format: Format }
export type Cell = string | number | boolean | Date | null | Shown
export type Table = {
  /** Of its sheet. */
  name: string
  /** Without headers, the rows begin at the top. */
  columns: readonly { header?: string; width: number }[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

/** Excel takes no more on one sheet. */
export const rowsMax = 1_000_000
export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const names = Object.keys(formats) as Format[]
/** Styles 0 and 1 are what has none, and headers. */
const styleOf = (format: Format): number => names.indexOf(format) + 2

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** A cell holds no more, and what XML cannot hold at all would make the file unreadable. What looks like a sign in Excel's own spelling is kept as it is. */
const textOf = (text: string): string =>
  escaped(
    text
      .slice(0, 32_000)
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'),
  )

/** Excel counts days from the end of 1899, with a 29 February 1900 that never was: before March of that year it and the calendar disagree. */
const firstSerial = 61
const serialOf = (date: Date): number => date.getTime() / 86_400_000 + 25_569

const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
const numberCell = (at: string, style: number, value: number): string =>
  Number.isFinite(value) ? `<c r="${at}"${style ? ` s="${style}"` : ''}><v>${value}</v></c>` : ''
/** Text is written as text, never as a formula: what begins with = + - @ is shown and not calculated. */
const textCell = (at: string, style: number, value: string): string =>
  `<c r="${at}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`
const dateCell = (at: string, format: Format, value: Date): string => {
  const serial = serialOf(value)
  return serial < firstSerial ? textCell(at, 0, value.toISOString().slice(0, 10)) : numberCell(at, styleOf(format), serial)
}

const cellOf = (at: string, cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(at, 0, cell)
  if (typeof cell === 'number') return numberCell(at, 0, cell)
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return dateCell(at, 'day', cell)
  const { value, format } = cell
  if (value === null) return ''
  return value instanceof Date ? dateCell(at, format, value) : numberCell(at, styleOf(format), value)
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const piece = 64 * 1024

async function* sheetXml({ columns, rows }: Table): AsyncGenerator<string> {
  const headed = columns.some(({ header }) => header !== undefined)
  const pane = headed ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`).join('')
  let text = `${xml}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`
  text += `${widths ? `<cols>${widths}</cols>` : ''}<sheetData>`
  let row = 0
  const line = (cells: (at: string, n: number) => string, count: number): string => {
    row++
    return `<row r="${row}">${Array.from({ length: count }, (_, n) => cells(`${letters(n)}${row}`, n)).join('')}</row>`
  }
  if (headed) text += line((at, n) => textCell(at, 1, columns[n]!.header ?? ''), columns.length)
  for await (const cells of rows) {
    text += line((at, n) => cellOf(at, cells[n]!), cells.length)
    if (text.length < piece) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

const styles = (): string => {
  const shown = names.map((name, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(formats[name])}"/>`).join('')
  const xfs = names.map((_, n) => `<xf numFmtId="${164 + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return (
    `${xml}<styleSheet ${main}><numFmts count="${names.length}">${shown}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${names.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${xfs}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

const contentTypes = (sheets: number): string => {
  const type = (part: string, kind: string): string =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const each = Array.from({ length: sheets }, (_, n) => type(`/xl/worksheets/sheet${n + 1}.xml`, 'worksheet')).join('')
  return (
    `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
    `${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/styles.xml', 'styles')}${each}</Types>`
  )
}

const related = (all: readonly (readonly [kind: string, target: string])[]): string =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${relations}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** What Excel takes as the name of a sheet, each once. */
const sheetNames = (tables: readonly Table[]): string[] => {
  const taken = new Set<string>()
  return tables.map(({ name }) => {
    const plain = name.replace(/[\\/?*[\]:'"<>&]/g, ' ').slice(0, 28)
    let free = plain
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain} ${n}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** A workbook of these tables, a sheet each. Rows are written as they come, so that memory holds the packed file and a piece of one sheet. */
export const writeWorkbook = (tables: readonly Table[]): Promise<Buffer> => {
  const list = sheetNames(tables)
    .map((name, n) => `<sheet name="${textOf(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
    .join('')
  const parts: Part[] = [
    { name: '[Content_Types].xml', text: [contentTypes(tables.length)] },
    { name: '_rels/.rels', text: [related([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', text: [`${xml}<workbook ${main} xmlns:r="${relations}"><sheets>${list}</sheets></workbook>`] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: [related([...tables.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`] as const), ['styles', 'styles.xml']])],
    },
    { name: 'xl/styles.xml', text: [styles()] },
    ...tables.map((table, n) => ({ name: `xl/worksheets/sheet${n + 1}.xml`, text: sheetXml(table) })),
  ]
  return packZip(parts)
}
