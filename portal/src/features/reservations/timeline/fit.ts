import { bySuitability, fits, type Seating, seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import type { TableBlock, TablePlan } from '@tablewire/contracts/booking/tables'
import type { Bar, Stay, TimelineModel } from './model.ts'

/** What speaks against a place, or for thinking twice. */
export type Reason =
  | { readonly code: 'taken'; readonly name: string; readonly from: number; readonly until: number }
  | { readonly code: 'exchange'; readonly name: string }
  | { readonly code: 'blocked'; readonly until: number; readonly words: string }
  | { readonly code: 'sits'; readonly name: string; readonly until: number }
  | { readonly code: 'larger'; readonly covers: number }
  | { readonly code: 'smaller'; readonly covers: number }
  | { readonly code: 'away' | 'locked' | 'seated' | 'over' | 'area' }

/** May, may with a warning, may not. */
export type Verdict = 'may' | 'warn' | 'not'
export type Fit = {
  readonly verdict: Verdict
  /** Empty = no table. */
  readonly tableIds: readonly string[]
  readonly name: string
  readonly reasons: readonly Reason[]
  /** Who gets the tables of the party that is carried for his own. */
  readonly exchange?: { readonly id: string; readonly name: string }
}

type Taken = Stay & { readonly id: string; readonly name: string; readonly due: number; readonly seated: boolean; readonly locked: boolean }
/** Who has which table when, asked again and again while a party is carried over it. */
export type House = {
  readonly seatingsAt: ReadonlyMap<string, readonly Seating[]>
  readonly taken: ReadonlyMap<string, readonly Taken[]>
  readonly blocks: ReadonlyMap<string, readonly TableBlock[]>
}

const takenBy = ({ row, due, state, locked }: Bar, name: string): Taken => ({
  id: row.id,
  name,
  // What the book says is what binds; whoever sits longer is told of.
  from: Date.parse(row.startsAt),
  until: Date.parse(row.endsAt),
  due,
  seated: state === 'seated',
  locked,
})

type HouseOf = { plan: TablePlan; away: readonly string[]; model: TimelineModel }
export const houseOf = ({ plan, away, model }: HouseOf, nameOf: (bar: Bar) => string): House => {
  const all = seatingsOf(plan).filter(({ tableIds }) => !tableIds.some((id) => away.includes(id)))
  const lines = model.areas.flatMap(({ tables }) => tables)
  const seatingsAt = new Map<string, Seating[]>(plan.tables.map(({ id }) => [id, []]))
  for (const seating of all) for (const id of seating.tableIds) seatingsAt.get(id)!.push(seating)
  for (const at of seatingsAt.values()) at.sort((a, b) => a.tableIds.length - b.tableIds.length || bySuitability(a, b))
  return {
    seatingsAt,
    taken: new Map(
      lines.map(({ table, bars }) => [table.id, bars.filter(({ state }) => state !== 'done').map((bar) => takenBy(bar, nameOf(bar)))]),
    ),
    blocks: new Map(lines.map(({ table, blocks }) => [table.id, blocks])),
  }
}

export type Asking = {
  readonly id: string
  readonly partySize: number
  readonly tableIds: readonly string[]
  readonly areaId: string | null
  readonly locked: boolean
  /** Keeps its time, so that it may exchange its tables with others that sit, or come, as it does. */
  readonly exchanges?: 'coming' | 'seated' | undefined
}

const meets = (one: Stay, from: number, until: number): boolean => one.from < until && from < one.until

type Question = { readonly house: House; readonly asking: Asking; readonly stay: Stay }

const against = ({ house, asking: { id }, stay: { from, until } }: Question, seating: Seating): Reason[] =>
  seating.tableIds.flatMap((tableId): Reason[] => {
    const block = (house.blocks.get(tableId) ?? []).find((one) =>
      meets({ from: Date.parse(one.from), until: Date.parse(one.until) }, from, until),
    )
    const other = (house.taken.get(tableId) ?? []).find((one) => one.id !== id && meets(one, from, until))
    return [
      ...(block ? [{ code: 'blocked', until: Date.parse(block.until), words: block.reason } as const] : []),
      ...(other ? [{ code: 'taken', name: other.name, from: other.from, until: other.until } as const] : []),
    ]
  })

const doubts = ({ house, asking, stay: { from } }: Question, seating: Seating): Reason[] => {
  const { partySize, areaId, id } = asking
  const longer = seating.tableIds
    .flatMap((tableId) => house.taken.get(tableId) ?? [])
    .find((one) => one.id !== id && one.seated && one.until <= from && one.due > from)
  return [
    ...(partySize > seating.most ? [{ code: 'larger', covers: seating.most } as const] : []),
    ...(partySize < seating.least ? [{ code: 'smaller', covers: seating.least } as const] : []),
    ...(longer ? [{ code: 'sits', name: longer.name, until: longer.due } as const] : []),
    ...(areaId !== null && areaId !== seating.areaId ? [{ code: 'area' } as const] : []),
  ]
}

const verdictOn = (question: Question, seating: Seating): Fit => {
  const no = against(question, seating)
  const odd = doubts(question, seating)
  const isOdd = odd.some(({ code }) => code !== 'area')
  const { tableIds, name } = seating
  return { verdict: no.length > 0 ? 'not' : isOdd ? 'warn' : 'may', tableIds, name, reasons: [...no, ...odd] }
}

/** The one party that has such tables meanwhile, where nothing but it is in the way: the two may exchange them. */
const exchangeAt = (question: Question, all: readonly Seating[]): Fit | undefined => {
  const { house, asking, stay } = question
  if (!asking.exchanges || asking.tableIds.length === 0) return undefined
  for (const seating of all) {
    const ids = seating.tableIds
    const present = ids.map((id) => (house.taken.get(id) ?? []).filter((one) => one.id !== asking.id && meets(one, stay.from, stay.until)))
    const [other] = present[0] ?? []
    const alone = other !== undefined && present.every((here) => here.length === 1 && here[0]!.id === other.id)
    if (!alone || other.locked || other.seated !== (asking.exchanges === 'seated')) continue
    // All that he has, and nothing else.
    const has = [...house.taken].filter(([, here]) => here.some(({ id }) => id === other.id)).length
    if (has !== ids.length || against(question, seating).some(({ code }) => code === 'blocked')) continue
    const { tableIds, name } = seating
    const reasons: Reason[] = [{ code: 'exchange', name: other.name }, ...doubts(question, seating)]
    return { verdict: 'warn', tableIds, name, reasons, exchange: { id: other.id, name: other.name } }
  }
  return undefined
}

const verdicts: readonly Verdict[] = ['may', 'warn', 'not']
const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/**
 * What becomes of a party that is let go at a table: it keeps its own tables where that is one of them, else it gets the table alone where it fits, else
 * the smallest chain with it that does.
 */
export const fitAt = (question: Question, tableId: string): Fit => {
  const { house, asking } = question
  const all = house.seatingsAt.get(tableId) ?? []
  const own = asking.tableIds.includes(tableId) ? all.find((seating) => same(seating.tableIds, asking.tableIds)) : undefined
  const [alone, ...chains] = all
  if (!alone) return { verdict: 'not', tableIds: [], name: '', reasons: [{ code: 'away' }] }
  if (own) return verdictOn(question, own)
  if (asking.locked) return { ...verdictOn(question, alone), verdict: 'not', reasons: [{ code: 'locked' }] }
  const larger = asking.partySize > alone.most ? chains.filter((one) => fits(one, asking.partySize)).toSorted(bySuitability) : []
  const found = [alone, ...larger].map((seating) => verdictOn(question, seating))
  const best = verdicts.flatMap((wanted) => found.find(({ verdict }) => verdict === wanted) ?? []).at(0)!
  return (best.verdict === 'not' ? exchangeAt(question, all) : undefined) ?? best
}
