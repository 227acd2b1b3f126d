import { bySuitability, fits, type Seating } from '@tablewire/contracts/booking/tables.rules'
import { isApart, type Mask, maskOf, masksOf, newMask, type SeatingMask, unite } from './table-masks.ts'

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
  /** It booked online, and sits at what is sold there. */
  online?: boolean
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

/** So many seats are looked for, where it is not enough that each who sits there moves to a free one: each start of a day is searched for in every area. */
const looksMost = 4
/** So many parties in a row are asked to move for one. */
const depthMost = 3

type Sitting = { party: TableParty; mask: Mask }
type Blocked = { block: TableBlock; mask: Mask }
type Begun = {
  list: readonly Sitting[]
  /** At which place of the list a party stands. */
  places: ReadonlyMap<string, number>
  blocked: readonly Blocked[]
  /** Where each party could sit instead without anybody else moving. */
  elsewhere: Map<string, readonly SeatingMask[]>
  /** Which tables somebody has, by the start and the end of a stay. */
  taken: Map<number, Map<number, Mask>>
}

/** An evening is asked about each of its starts. */
const begun = new WeakMap<Evening, Begun>()
const begin = (evening: Evening): Begun => {
  const known = begun.get(evening)
  if (known) return known
  const masks = masksOf(evening.seatings)
  const list = evening.parties.map((party) => ({ party, mask: maskOf(masks, party.tableIds) }))
  const made = {
    list,
    places: new Map(list.map(({ party }, place) => [party.id, place])),
    elsewhere: new Map(),
    taken: new Map(),
    blocked: evening.blocks.map((block) => ({ block, mask: maskOf(masks, [block.tableId]) })),
  }
  begun.set(evening, made)
  return made
}

type TakenBy = { of: readonly (Sitting | undefined)[]; blocked: readonly Blocked[]; into: Mask }
/** Which tables somebody has during a stay, beside who asks, or that are blocked. */
const takenBy = ({ of, blocked, into }: TakenBy, stay: Stay & { id: string }, counts?: (party: TableParty) => boolean): Mask => {
  const { startMs, endMs, id } = stay
  for (const { block, mask } of blocked) if (overlap(block, stay)) unite(into, mask)
  // By its number: this is where the time of a search goes.
  for (let place = 0; place < of.length; place++) {
    const one = of[place]
    if (one === undefined || one.party.startMs >= endMs || startMs >= one.party.endMs) continue
    if (one.party.id !== id && (counts === undefined || counts(one.party))) unite(into, one.mask)
  }
  return into
}
/** The same as everybody sits; whoever asks has no table then, or only his own. */
export const takenIn = (evening: Evening, stay: Stay & { id: string }): Mask => {
  const { list, places, blocked } = begin(evening)
  return places.has(stay.id) ? takenBy({ of: list, blocked, into: newMask(masksOf(evening.seatings)) }, stay) : takenDuring(evening, stay)
}
const takenDuring = (evening: Evening, { startMs, endMs }: Stay): Mask => {
  const { list, blocked, taken } = begin(evening)
  const ofStart = taken.get(startMs) ?? new Map<number, Mask>()
  taken.set(startMs, ofStart)
  const known = ofStart.get(endMs) ?? takenBy({ of: list, blocked, into: newMask(masksOf(evening.seatings)) }, { startMs, endMs, id: '' })
  ofStart.set(endMs, known)
  return known
}

/** The evening as it is tried out: who sits where. */
export class Tried {
  readonly #seatings: readonly Seating[]
  readonly #sitting: (Sitting | undefined)[]
  readonly #blocked: readonly Blocked[]
  readonly #before: readonly Sitting[]
  readonly #places: ReadonlyMap<string, number>
  /** Who came in while it is tried. */
  readonly #added = new Map<string, number>()
  readonly moved = new Map<string, Seating>()
  looks = 0

  constructor(evening: Evening) {
    const { list, places, blocked } = begin(evening)
    this.#seatings = evening.seatings
    this.#before = list
    this.#places = places
    this.#sitting = [...list]
    this.#blocked = blocked
  }

  #placeOf(id: string): number | undefined {
    return this.#places.get(id) ?? this.#added.get(id)
  }

  #maskOf({ tableIds }: Pick<Seating, 'tableIds'>): Mask {
    return maskOf(masksOf(this.#seatings), tableIds)
  }

  blocked(seating: Pick<Seating, 'tableIds'>, stay: Stay): boolean {
    const own = this.#maskOf(seating)
    return this.#blocked.some(({ block, mask }) => overlap(block, stay) && !isApart(own, mask))
  }

  /** Who sits there meanwhile. */
  others(seating: Pick<Seating, 'tableIds'>, stay: TableParty): Set<TableParty> {
    return this.at(this.#maskOf(seating), stay)
  }

  at(own: Mask, stay: TableParty): Set<TableParty> {
    const found = new Set<TableParty>()
    for (const one of this.#sitting)
      if (one && overlap(one.party, stay) && one.party.id !== stay.id && !isApart(own, one.mask)) found.add(one.party)
    return found
  }

  /** Which tables somebody has during a stay; `staying`: only those of whoever stays where he is, and those that are blocked. */
  taken(stay: TableParty, staying: boolean): Mask {
    const into = newMask(masksOf(this.#seatings))
    const counts = staying ? (party: TableParty): boolean => party.fixed || this.moved.has(party.id) : undefined
    return takenBy({ of: this.#sitting, blocked: this.#blocked, into }, stay, counts)
  }

  leave(party: Pick<TableParty, 'id'>): void {
    const place = this.#placeOf(party.id)
    if (place !== undefined) this.#sitting[place] = undefined
  }

  sit(party: TableParty, { seating, mask }: SeatingMask): void {
    const place = this.#placeOf(party.id) ?? this.#sitting.length
    if (place === this.#sitting.length) this.#added.set(party.id, place)
    this.#sitting[place] = { party, mask }
    this.moved.set(party.id, seating)
  }

  sitAsBefore(party: Pick<TableParty, 'id'>): void {
    const place = this.#places.get(party.id)
    if (place !== undefined) this.#sitting[place] = this.#before[place]
  }
}

const suitables = new WeakMap<readonly Seating[], Map<string, SeatingMask[]>>()
/** What a party of that size can be given, the best first. */
export const suitable = (
  seatings: readonly Seating[],
  { partySize, areaId, online = false }: Pick<TableParty, 'partySize' | 'areaId' | 'online'>,
): SeatingMask[] => {
  const known = suitables.get(seatings) ?? new Map<string, SeatingMask[]>()
  suitables.set(seatings, known)
  const key = `${partySize} ${areaId} ${online}`
  const made =
    known.get(key) ??
    masksOf(seatings)
      .all.filter(
        ({ seating }) => fits(seating, partySize) && (areaId === null || seating.areaId === areaId) && (!online || seating.online),
      )
      .toSorted((one, other) => bySuitability(one.seating, other.seating))
  known.set(key, made)
  return made
}

type Try = { seatings: readonly Seating[]; tried: Tried; party: TableParty; depth: number }

/** The party takes the seat, and whoever sat there looks for another one; false = somebody would find none, and all is as before. */
const give = ({ seatings, tried, party, depth }: Try, wanted: SeatingMask): boolean => {
  const others = [...tried.at(wanted.mask, party)].toSorted((a, b) => b.partySize - a.partySize || (a.id < b.id ? -1 : 1))
  const before = new Set(tried.moved.keys())
  for (const other of others) tried.leave(other)
  tried.sit(party, wanted)
  if (others.every((other) => place({ seatings, tried, party: other, depth: depth - 1 }))) return true
  tried.leave(party)
  tried.moved.delete(party.id)
  const since = [...tried.moved.keys()].filter((id) => !before.has(id)).map((id) => ({ id }))
  for (const { id } of since) tried.moved.delete(id)
  for (const one of [...since, ...others]) tried.sitAsBefore(one)
  return false
}

/** Finds a seat for one who sits nowhere now: a free one, else one whose parties can sit elsewhere. */
const place = ({ seatings, tried, party, depth }: Try): boolean => {
  tried.looks += 1
  const open = suitable(seatings, party)
  const taken = tried.taken(party, false)
  const free = open.find(({ mask }) => isApart(mask, taken))
  if (free) tried.sit(party, free)
  if (free || depth === 0) return free !== undefined
  // Who was moved for this already would only be moved in a ring.
  const staying = tried.taken(party, true)
  for (const one of open) {
    if (tried.looks > looksMost) return false
    if (isApart(one.mask, staying) && give({ seatings, tried, party, depth }, one)) return true
  }
  return false
}

/** The same in an evening that goes on being tried: whoever moves for it moves. */
export const placeIn = ({ seatings, tried, party }: Omit<Try, 'depth'>, least = 0): boolean => {
  for (let depth = least; depth <= depthMost; depth++) {
    if (place({ seatings, tried, party, depth })) return true
    if (tried.looks > looksMost) return false
  }
  return false
}

/** Where a party could sit instead, as everybody else sits; asked again and again for one evening. */
const elsewhereFor = (evening: Evening, party: TableParty): readonly SeatingMask[] => {
  const { elsewhere } = begin(evening)
  const known = elsewhere.get(party.id)
  if (known) return known
  const taken = takenDuring(evening, party)
  const { list, places } = begin(evening)
  const own = list[places.get(party.id)!]!.mask
  // During its own stay nobody else has what it has.
  const others = taken.map((word, at) => word & ~own[at]!)
  const free = suitable(evening.seatings, party).filter(({ mask }) => isApart(mask, others))
  elsewhere.set(party.id, free)
  return free
}

/** To other tables than its own, which cannot all be left. */
const mayGo = (evening: Evening, party: TableParty): boolean => !party.fixed && elsewhereFor(evening, party).length > 0

/** Everybody who sits there goes to a seat that is free, apart from each other's. */
const movesFrom = (evening: Evening, there: ReadonlySet<TableParty>, { mask }: SeatingMask): Map<string, Seating> | undefined => {
  const gone: { party: TableParty; to: SeatingMask }[] = []
  for (const other of there) {
    const to = elsewhereFor(evening, other).find(
      (one) => isApart(one.mask, mask) && gone.every((before) => !overlap(before.party, other) || isApart(before.to.mask, one.mask)),
    )
    if (!to) return undefined
    gone.push({ party: other, to })
  }
  return new Map(gone.map(({ party: { id }, to }) => [id, to.seating]))
}

const findInOneStep = (evening: Evening, party: TableParty): SeatingFound | undefined => {
  const open = suitable(evening.seatings, party)
  const taken = takenIn(evening, party)
  const free = open.find(({ mask }) => isApart(mask, taken))
  if (free) return { seating: free.seating, moves: new Map() }
  const { list, blocked } = begin(evening)
  const present = list.filter(({ party: other }) => overlap(other, party) && other.id !== party.id)
  const staying = takenBy({ of: present, blocked, into: newMask(masksOf(evening.seatings)) }, party, (other) => !mayGo(evening, other))
  const at = new Map<string, TableParty[]>()
  for (const { party: other } of present)
    for (const id of other.tableIds) {
      const known = at.get(id)
      if (known) known.push(other)
      else at.set(id, [other])
    }
  for (const one of open) {
    if (!isApart(one.mask, staying)) continue
    const moves = movesFrom(evening, new Set(one.seating.tableIds.flatMap((id) => at.get(id) ?? [])), one)
    if (moves) return { seating: one.seating, moves }
  }
  return undefined
}

/**
 * A seat for the party without anybody losing his: the best one that is free, else one that becomes free when parties that may move do, as few in a row as
 * can be and three at most. Undefined = none was found.
 */
export const findSeating = (evening: Evening, party: TableParty): SeatingFound | undefined => {
  const found = findInOneStep(evening, party)
  if (found) return found
  const tried = new Tried(evening)
  tried.leave(party)
  // One step was tried.
  if (!placeIn({ seatings: evening.seatings, tried, party: { ...party, tableIds: [], fixed: false } }, 2)) return undefined
  const seating = tried.moved.get(party.id)!
  tried.moved.delete(party.id)
  return { seating, moves: tried.moved }
}
