/** What a sheet cannot hold. */
const unwritable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The words of a cell, whatever a table makes of blanks, and of what a spreadsheet would take for a formula: to ask whether two say the same. */
export const plainText = (cell: string): string =>
  cell
    .normalize('NFC')
    .replaceAll(unwritable, '')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
    .replace(/^'+(?=[=+@\t\r-])/, '')
