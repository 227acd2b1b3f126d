import { bySuitability, fits, type Seating } from '@tablewire/contracts/booking/tables.rules'

/** A stay at a table, from an instant until before another, in epoch milliseconds. */
export type Stay = { startMs: number; endMs: number }
export const overlap = (one: Stay, other: Stay): boolean => one.startMs < other.endMs && other.startMs < one.endMs

/** A party of the evening. `fixed`: it sits, is about to come, or somebody wants it to stay where it is. */
export type TableParty = Stay & {
  id: string
  partySize: number
  areaId: string | null
  tableIds: readonly string[]
  fixed: boolean
}
/** A table that takes nobody for a while. */
export type TableBlock = Stay & { tableId: string }

export type SeatingFound = {
  /** Where the party sits. */
  seating: Seating
  /** Who has to sit elsewhere for it, and where. */
  moves: ReadonlyMap<string, Seating>
}
export type Evening = { seatings: readonly Seating[]; parties: readonly TableParty[]; blocks: readonly TableBlock[] }

/** So often a seat is looked at before the search is given up: some milliseconds. */
const looksMost = 20_000
/** So many parties in a row are asked to move for one. */
const depthMost = 3

/** The evening as it is tried out: who sits where, with the parties of a table by the table. */
export class Tried {
  readonly #at = new Map<string, Set<TableParty>>()
  readonly #blocks = new Map<string, Stay[]>()
  readonly #parties: ReadonlyMap<string, TableParty>
  readonly moved = new Map<string, Seating>()
  looks = 0

  constructor({ parties, blocks }: Evening) {
    this.#parties = new Map(parties.map((party) => [party.id, party]))
    for (const party of parties) for (const id of party.tableIds) this.#of(id).add(party)
    for (const block of blocks) this.#blocks.set(block.tableId, [...(this.#blocks.get(block.tableId) ?? []), block])
  }

  #of(tableId: string): Set<TableParty> {
    const known = this.#at.get(tableId) ?? new Set<TableParty>()
    this.#at.set(tableId, known)
    return known
  }

  blocked({ tableIds }: Pick<Seating, 'tableIds'>, stay: Stay): boolean {
    return tableIds.some((id) => this.#blocks.get(id)?.some((block) => overlap(block, stay)))
  }

  /** Who sits there meanwhile. */
  others({ tableIds }: Pick<Seating, 'tableIds'>, stay: TableParty): Set<TableParty> {
    this.looks += 1
    const found = new Set<TableParty>()
    for (const id of tableIds)
      for (const party of this.#at.get(id) ?? []) if (party.id !== stay.id && overlap(party, stay)) found.add(party)
    return found
  }

  /** Where it sits now. */
  tablesOf(party: TableParty): readonly string[] {
    return this.moved.get(party.id)?.tableIds ?? party.tableIds
  }

  leave(party: TableParty): void {
    for (const id of this.tablesOf(party)) this.#of(id).delete(party)
  }

  sit(party: TableParty, seating: Seating): void {
    for (const id of seating.tableIds) this.#of(id).add(party)
    this.moved.set(party.id, seating)
  }

  sitAsBefore(party: TableParty): void {
    for (const id of party.tableIds) this.#of(id).add(party)
  }

  party(id: string): TableParty {
    return this.#parties.get(id)!
  }
}

const suitable = ({ seatings }: Evening, { partySize, areaId }: Pick<TableParty, 'partySize' | 'areaId'>): Seating[] =>
  seatings.filter((one) => fits(one, partySize) && (areaId === null || one.areaId === areaId)).toSorted(bySuitability)

type Try = { evening: Evening; tried: Tried; party: TableParty; depth: number }

/** The party takes the seat, and whoever sat there looks for another one; false = somebody would find none, and all is as before. */
const give = ({ evening, tried, party, depth }: Try, seating: Seating): boolean => {
  const others = [...tried.others(seating, party)].toSorted((a, b) => b.partySize - a.partySize || (a.id < b.id ? -1 : 1))
  const before = new Set(tried.moved.keys())
  for (const other of others) tried.leave(other)
  tried.sit(party, seating)
  if (others.every((other) => place({ evening, tried, party: other, depth: depth - 1 }))) return true
  tried.leave(party)
  tried.moved.delete(party.id)
  const since = [...tried.moved.keys()].filter((id) => !before.has(id)).map((id) => tried.party(id))
  for (const one of since) tried.leave(one)
  for (const one of since) tried.moved.delete(one.id)
  for (const one of new Set([...since, ...others])) tried.sitAsBefore(one)
  return false
}

/** Finds a seat for one who sits nowhere now: a free one, else one whose parties can sit elsewhere. */
const place = ({ evening, tried, party, depth }: Try): boolean => {
  const open = suitable(evening, party).filter((seating) => !tried.blocked(seating, party))
  for (const seating of open) {
    if (tried.others(seating, party).size > 0) continue
    tried.sit(party, seating)
    return true
  }
  if (depth === 0) return false
  for (const seating of open) {
    if (tried.looks > looksMost) return false
    const others = [...tried.others(seating, party)]
    // Who was moved for this already would only be moved in a ring.
    if (others.some((other) => other.fixed || tried.moved.has(other.id))) continue
    if (give({ evening, tried, party, depth }, seating)) return true
  }
  return false
}

/**
 * A seat for the party without anybody losing his: the best one that is free, else one that becomes free when parties that may move do, three of them in a
 * row at most. Undefined = none was found.
 */
export const findSeating = (evening: Evening, party: TableParty): SeatingFound | undefined => {
  const others = { ...evening, parties: evening.parties.filter(({ id }) => id !== party.id) }
  const tried = new Tried(others)
  const wanted = { ...party, tableIds: [] }
  if (!place({ evening: others, tried, party: wanted, depth: depthMost })) return undefined
  const seating = tried.moved.get(party.id)!
  tried.moved.delete(party.id)
  return { seating, moves: tried.moved }
}
