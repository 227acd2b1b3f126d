import type { DiningTable, TableChain, TablePlan } from '@tablewire/contracts/booking/tables'
import { chainKey, type Seating, seatingsOf } from '@tablewire/contracts/booking/tables.rules'

/** What stands of a table in its form: itself, and beside which others it stands. */
export type TableDraft = { table: DiningTable; beside: readonly string[] }

export const draftOf = ({ joins }: TablePlan, table: DiningTable): TableDraft => ({
  table,
  beside: joins.flatMap((join) => (join.includes(table.id) ? join.filter((id) => id !== table.id) : [])),
})

/** Chains that no longer hang together say nothing; the server would keep them. */
const tidied = (plan: TablePlan): TablePlan => {
  const keys = new Set(
    seatingsOf({ ...plan, chains: [] })
      .filter(({ kind }) => kind === 'chain')
      .map(({ tableIds }) => chainKey(tableIds)),
  )
  return { ...plan, chains: plan.chains.filter(({ tableIds }) => keys.has(chainKey(tableIds))) }
}

/** With the table as its form says; a new one stands at the end. Others of its area alone can be beside it. */
export const withTable = (plan: TablePlan, { table, beside }: TableDraft): TablePlan => {
  const known = plan.tables.some(({ id }) => id === table.id)
  const tables = known ? plan.tables.map((one) => (one.id === table.id ? table : one)) : [...plan.tables, table]
  const near = beside.filter((id) => tables.some((one) => one.id === id && one.areaId === table.areaId))
  const joins = plan.joins.filter((join) => !join.includes(table.id))
  return tidied({ ...plan, tables, joins: [...joins, ...near.map((id): [string, string] => [table.id, id])] })
}

export const withoutTable = (plan: TablePlan, id: string): TablePlan =>
  tidied({ ...plan, tables: plan.tables.filter((table) => table.id !== id), joins: plan.joins.filter((join) => !join.includes(id)) })

/** A table that was archived stands where it stood in `before`, joined as it was, in the plan as it is now. */
export const withTableAgain = (plan: TablePlan, before: TablePlan, id: string): TablePlan => {
  const table = before.tables.find((one) => one.id === id)
  if (!table || plan.tables.some((one) => one.id === id)) return plan
  const tables = plan.tables.toSpliced(before.tables.indexOf(table), 0, table)
  const stands = (ids: readonly string[]): boolean => ids.includes(id) && ids.every((one) => tables.some((other) => other.id === one))
  const joins = [...plan.joins, ...before.joins.filter(stands)]
  return tidied({ ...plan, tables, joins, chains: [...plan.chains, ...before.chains.filter(({ tableIds }) => stands(tableIds))] })
}

/** Sold earlier (-1) or later (1) than the next one of its area. */
export const withTableMoved = (plan: TablePlan, id: string, by: -1 | 1): TablePlan => {
  const from = plan.tables.findIndex((table) => table.id === id)
  const { areaId } = plan.tables[from]!
  const others = plan.tables.map((table, index) => ({ ...table, index })).filter((table) => table.areaId === areaId)
  const to = others[others.findIndex((table) => table.id === id) + by]?.index
  if (to === undefined) return plan
  const tables = [...plan.tables]
  tables[from] = plan.tables[to]!
  tables[to] = plan.tables[from]!
  return { ...plan, tables }
}

/** Whether a table, or joined ones, can be given no longer or seat fewer than they do: somebody may come there, or sit there. */
export const takesAway = (before: TablePlan, after: TablePlan): boolean => {
  const kept = new Map(seatingsOf(after).map(({ tableIds, most }) => [chainKey(tableIds), most]))
  return seatingsOf(before).some(({ tableIds, most }) => (kept.get(chainKey(tableIds)) ?? 0) < most)
}

export const withChain = (plan: TablePlan, chain: TableChain): TablePlan => {
  const key = chainKey(chain.tableIds)
  const others = plan.chains.filter(({ tableIds }) => chainKey(tableIds) !== key)
  const { covers, off, online = null, priority = null } = chain
  return { ...plan, chains: covers === null && !off && online === null && priority === null ? others : [...others, chain] }
}

/** `online` and `priority`: as its tables are. */
export type ChainRow = Seating & { sum: number; chain: TableChain }
/** Every chain that follows from the joins, those that are switched off as well, the shortest first. */
export const chainRows = (plan: TablePlan): ChainRow[] => {
  const byHand = new Map(plan.chains.map((chain) => [chainKey(chain.tableIds), chain]))
  return seatingsOf({ ...plan, chains: [] })
    .filter(({ kind }) => kind === 'chain')
    .toSorted((a, b) => a.tableIds.length - b.tableIds.length || a.rank - b.rank)
    .map((seating) => ({
      ...seating,
      sum: seating.most,
      chain: byHand.get(chainKey(seating.tableIds)) ?? { tableIds: [...seating.tableIds], covers: null, off: false },
    }))
}
