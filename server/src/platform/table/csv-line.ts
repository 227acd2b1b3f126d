/** Spreadsheets run what begins like a formula; a quote in front makes it text. */
const cell = (value: string | number): string => {
  const text = String(value)
  const safe = /^[=+@\t\r-]/.test(text) && !/^[+-]?[\d\s()/.-]+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file that people open in a spreadsheet. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\n`
