import type { Seating } from '@tablewire/contracts/booking/tables.rules'
import { isFixed } from './evening.ts'
import type { TablesGiven } from './give-tables.ts'
import {
  type Evening,
  findSeating,
  overlap,
  placeIn,
  type SeatingFound,
  type Stay,
  suitable,
  type TableParty,
  takenIn,
  Tried,
} from './find-seating.ts'
import type { House, HouseParty } from './house-rows.ts'
import { isApart, maskOf, newMask, masksOf, unite } from './table-masks.ts'

/** Who asks for a table. `tableIds`: where he sits already, and would stay; `locked`: there or nowhere. */
export type TableAsk = Stay & { partySize: number; areaId: string; online: boolean; tableIds?: readonly string[]; locked?: boolean }

/** Why there is none: how many the largest free one seats, and what would make one. */
export type NoTable = {
  largest: number
  by: 'online_table' | 'join' | 'smaller_party' | 'cancellation' | 'setting'
  offline?: readonly string[]
}

/** One evening of a house. */
export type HouseEvening = Omit<House, 'seatingsOn'> & { seatings: readonly Seating[] }

type DayAsk = Stay & {
  nowMs: number
  /** Who gives up his own place. */
  ignore?: string | undefined
  /** Who is not to be moved, as somebody is at it just now. */
  stay?: ReadonlySet<string>
}

const asker = ''

/** The tables of one service day: who sits where, and where those would who stand without a table. Any start of the day is asked about the same evening. */
export class TablesOfDay {
  readonly #evening: Evening
  readonly #parties: ReadonlyMap<string, HouseParty>
  /** Where each of them sits in the evening that is tried. */
  readonly #triedAt: ReadonlyMap<string, readonly string[]>
  readonly #found = new Map<string, SeatingFound | undefined>()

  constructor({ seatings, parties, blocks }: HouseEvening, { nowMs, ignore, stay, ...span }: DayAsk) {
    const present = parties.filter((party) => party.id !== ignore && overlap(party, span))
    this.#parties = new Map(present.map((party) => [party.id, party]))
    const asTableParty = (party: HouseParty): TableParty => ({
      ...party,
      // Of who comes before or leaves after that day not all neighbours are known.
      fixed: isFixed(party, nowMs) || stay?.has(party.id) === true || party.startMs < span.startMs || party.endMs > span.endMs,
    })
    const seated = present.filter(({ tableIds }) => tableIds.length).map(asTableParty)
    const waiting = present.filter(({ tableIds }) => !tableIds.length).map((party) => ({ ...asTableParty(party), fixed: false }))
    this.#evening = seatWaiting({ seatings, parties: seated, blocks }, waiting)
    this.#triedAt = new Map(this.#evening.parties.map(({ id, tableIds }) => [id, tableIds]))
  }

  /** A table or chain for the party, and who has to sit elsewhere for it. */
  find({ tableIds = [], locked = false, ...ask }: TableAsk): SeatingFound | undefined {
    const key = `${ask.startMs} ${ask.endMs} ${ask.partySize} ${ask.areaId} ${ask.online} ${locked} ${tableIds.join()}`
    if (!this.#found.has(key)) this.#found.set(key, this.#search({ ...ask, id: asker, tableIds, fixed: locked && tableIds.length > 0 }))
    return this.#found.get(key)
  }

  #search(party: TableParty): SeatingFound | undefined {
    const { seatings } = this.#evening
    const own = party.tableIds.length && suitable(seatings, party).find(({ seating: { tableIds } }) => isSame(tableIds, party.tableIds))
    const keeps = own && isApart(own.mask, takenIn(this.#evening, party))
    const stays = keeps ? { seating: own.seating, moves: new Map<string, Seating>() } : undefined
    const found = stays ?? (party.fixed ? undefined : findSeating(this.#evening, party))
    return found && this.#asItStands(party, found)
  }

  /** Of those who sit elsewhere in the evening that was tried, only those who sit in the way now. */
  #asItStands(stay: Stay, { seating, moves }: SeatingFound): SeatingFound {
    const needed = new Map<string, Seating>()
    const makeWay = (at: readonly string[], meanwhile: Stay): void => {
      for (const party of this.#parties.values()) {
        if (!overlap(party, meanwhile) || needed.has(party.id) || !party.tableIds.some((id) => at.includes(id))) continue
        const to = moves.get(party.id)?.tableIds ?? this.#triedAt.get(party.id)!
        if (isSame(to, party.tableIds)) continue
        needed.set(party.id, this.#seatingOf(to)!)
        makeWay(to, party)
      }
    }
    makeWay(seating.tableIds, stay)
    return { seating, moves: needed }
  }

  /** Undefined for what is a table or chain no more. */
  #seatingOf(tableIds: readonly string[]): Seating | undefined {
    return this.#evening.seatings.find((one) => isSame(one.tableIds, tableIds))
  }

  /** What was found, with those who would move as they were read. */
  given({ seating, moves }: SeatingFound): TablesGiven {
    return {
      seating,
      moves: [...moves].map(([id, to]) => {
        const party = this.#parties.get(id)!
        return { party, to, from: this.#seatingOf(party.tableIds)?.name ?? '' }
      }),
    }
  }

  /** How many such parties would find a table one after the other, as everybody sits; `empty`: in an empty house. */
  count(ask: TableAsk, empty: boolean): number {
    const { seatings } = this.#evening
    const party = { ...ask, id: asker, tableIds: [], fixed: false }
    const taken = empty ? newMask(masksOf(seatings)) : takenIn(this.#evening, party)
    let count = 0
    for (const { mask } of suitable(seatings, party)) {
      if (!isApart(mask, taken)) continue
      unite(taken, mask)
      count += 1
    }
    return count
  }

  /**
   * Which further tables such a party would find one after the other, once one has what it was given. A table counts as free only where nobody sits, and
   * where nobody is thought to sit.
   */
  freeBeside(ask: Omit<TableAsk, 'areaId'> & { areaId: string | null }, given: TablesGiven | undefined): Seating[] {
    const { seatings, blocks } = this.#evening
    const moved = new Map(given?.moves.map(({ party, to }) => [party.id, to.tableIds]))
    const parties = this.#evening.parties.map((party) => {
      const now = this.#parties.get(party.id)?.tableIds ?? []
      return { ...party, tableIds: moved.get(party.id) ?? [...new Set([...party.tableIds, ...now])] }
    })
    const taken = takenIn({ seatings, parties, blocks }, { ...ask, id: asker })
    if (given) unite(taken, maskOf(masksOf(seatings), given.seating.tableIds))
    return suitable(seatings, ask).flatMap(({ seating, mask }) => {
      if (!isApart(mask, taken)) return []
      unite(taken, mask)
      return [seating]
    })
  }

  /** Where `find` finds none in any of these areas. */
  whyNot(asks: readonly TableAsk[]): NoTable {
    const [{ partySize, online }] = asks as [TableAsk]
    const free = asks.flatMap((ask) => this.#freeFor(ask))
    const sold = free.filter((one) => !online || one.online)
    const largest = Math.max(0, ...sold.map(({ most }) => most))
    const offline = free.find((one) => !one.online && one.least <= partySize && one.most >= partySize)
    if (online && offline) return { largest, by: 'online_table', offline: this.#keptBack(offline) }
    const singles = sold.filter(({ kind }) => kind !== 'chain')
    const joined = [...Map.groupBy(singles, ({ areaId }) => areaId).values()].some((ofArea) => {
      const [first, second] = ofArea.toSorted((a, b) => b.most - a.most)
      return first !== undefined && second !== undefined && first.most + second.most >= partySize
    })
    if (joined && largest < partySize) return { largest, by: 'join' }
    if (largest > 0 && largest < partySize) return { largest, by: 'smaller_party' }
    // Nobody’s leaving makes a table that the house does not have.
    return { largest, by: asks.some((ask) => this.count(ask, true) > 0) ? 'cancellation' : 'setting' }
  }

  /** What of it is not sold online: a table, or all of a chain that is kept back although its tables are not. */
  #keptBack({ tableIds }: Seating): readonly string[] {
    const table = this.#evening.seatings.find((one) => one.tableIds.length === 1 && !one.online && tableIds.includes(one.tableIds[0]!))
    return table?.tableIds ?? tableIds
  }

  #freeFor({ areaId, ...ask }: TableAsk): Seating[] {
    const taken = takenIn(this.#evening, { ...ask, id: asker })
    return masksOf(this.#evening.seatings)
      .all.filter(({ seating, mask }) => seating.areaId === areaId && isApart(mask, taken))
      .map(({ seating }) => seating)
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && some.length === others.length && some.every((id) => others.includes(id))

/** Those without a table will need one as well, the largest first; for whom none can be found stands beside the tables already. */
const seatWaiting = (evening: Evening, waiting: readonly TableParty[]): Evening => {
  if (!waiting.length) return evening
  const tried = new Tried(evening)
  const seated = waiting
    .toSorted((a, b) => b.partySize - a.partySize || a.startMs - b.startMs || (a.id < b.id ? -1 : 1))
    .filter((party) => {
      tried.looks = 0
      return placeIn({ seatings: evening.seatings, tried, party })
    })
  return {
    ...evening,
    parties: [...evening.parties, ...seated].map((party) => ({
      ...party,
      tableIds: tried.moved.get(party.id)?.tableIds ?? party.tableIds,
    })),
  }
}
