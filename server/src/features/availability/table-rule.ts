import type { Verdict } from '@tablewire/contracts/booking/availability'
import type { Area } from '@tablewire/contracts/estate/book'
import type { TableAsk, TablesGiven, TablesOfDay } from '#src/features/tables/api.ts'

type Room = { area: Area; left: number }
export type AtTables = {
  areas: Room[]
  seats?: TablesGiven
  verdicts: Verdict[]
  /** Whoever else books: the house has no table for such a party. */
  neverSeated?: boolean
}

/** Who asks beside the areas that are open to him, the best choice first. */
export type AskAtTables = Omit<TableAsk, 'areaId'> & { areas: Room[] }

/** An area that has no table for the party has no room for it either, whatever its covers; the first that has one is where it sits. */
export const atTables = (tables: TablesOfDay | undefined, { areas, ...ask }: AskAtTables): AtTables => {
  if (!tables || !areas.length) return { areas, verdicts: [] }
  const { partySize } = ask
  const roomy = areas.filter(({ left }) => left >= partySize)
  const asked = (roomy.length ? roomy : areas).map((room) => {
    const of = { ...ask, areaId: room.area.id }
    return { room, of, found: tables.find(of) }
  })
  const without = asked.filter(({ found }) => !found)
  const lefts = new Map(without.map(({ room, of }) => [room.area.id, Math.min(room.left, partySize - 1, tables.whyNot([of]).largest)]))
  const first = asked.find(({ found }) => found)
  return {
    areas: areas
      .map(({ area, left }) => ({ area, left: lefts.get(area.id) ?? left }))
      .toSorted((a, b) => Number(b.left >= partySize) - Number(a.left >= partySize)),
    ...(first?.found ? { seats: tables.given(first.found) } : {}),
    ...(first ? {} : { neverSeated: asked.every(({ of }) => tables.count(of, true) === 0) }),
    verdicts: first
      ? []
      : [
          refusalOf(
            tables,
            asked.map(({ of }) => of),
          ),
        ],
  }
}

const refusalOf = (tables: TablesOfDay, asks: readonly TableAsk[]): Verdict => {
  const { largest, by, offline = [] } = tables.whyNot(asks)
  const { partySize } = asks[0]!
  const setting = by === 'online_table' ? `tables/${offline.join('+')}/online` : by === 'join' ? 'tables/joins' : 'tables'
  const more = by === 'smaller_party' ? { partySize: largest } : by === 'cancellation' ? { covers: partySize } : {}
  return { rule: 'tables', setting, limit: largest, used: partySize, opens: { by, ...more } }
}
