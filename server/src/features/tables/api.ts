export { giveTables, lockTables, stillThere, type TablesGiven } from './give-tables.ts'
export { noteLost, tablesHeld } from './lost-tables.ts'
export { type House, houseOf, type HouseParty } from './house-rows.ts'
export { type HouseEvening, type TableAsk, TablesOfDay } from './tables-of-day.ts'
