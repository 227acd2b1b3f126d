export { takeSheetReturns } from './returned-sheets.ts'
