import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { moveReservation } from '@tablewire/server/features/reservations/move-reservation'
import { lockReservation } from '@tablewire/server/features/reservations/reservation-rows'
import { assignTables } from '@tablewire/server/features/tables/assign-tables'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { transaction } from '@tablewire/server/platform/db/transaction'
import { newId } from '@tablewire/server/platform/id'
import { Temporal } from 'temporal-polyfill'
import { aCtx, type OpenDb } from './a-ctx.ts'
import { aReservation, type ReservationOverrides } from './a-reservation.ts'
import { anArea, aVenue, type TestVenue } from './a-venue.ts'

/** T1 and T2 seat two each, in the first of two areas. */
export const aHouseWithTables = async ({ db }: OpenDb, { timeZone, ...over }: { decides?: boolean; timeZone?: string } = {}) => {
  const book = { areas: [anArea({ byDefault: true }), anArea({ name: 'Terrace', byDefault: false })] }
  const venue = await aVenue(db, { book, ...(timeZone === undefined ? {} : { timeZone }) })
  const table = (name: string): DiningTable => ({
    id: newId(),
    name,
    areaId: venue.book.areas[0]!.id,
    minCovers: 1,
    maxCovers: 2,
    online: true,
  })
  const tables = [table('T1'), table('T2')]
  await savePlan(aCtx(db), venue.id, { on: true, tables, joins: [], chains: [], version: 0, ...over })
  return { venue, ids: tables.map(({ id }) => id) as [string, string] }
}

/** A party of two whose time begins so many minutes from now, for 90 minutes. */
export const aPartyIn = ({ db }: OpenDb, venue: TestVenue, { minutes, ...over }: { minutes: number } & ReservationOverrides) => {
  const at = Temporal.Now.zonedDateTimeISO(venue.timeZone).add({ minutes }).round('minute').toPlainDateTime()
  return aReservation(db, venue, {
    date: at.toPlainDate().toString(),
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
    areaId: venue.book.areas[0]!.id,
    ...over,
  })
}

export const giveTable = ({ db }: OpenDb, id: string, { tableId, version = 0 }: { tableId: string; version?: number }) =>
  assignTables(aCtx(db), id, { tableIds: [tableId], locked: false, version, moves: [] })

/** A step of the life cycle, whole. */
export const stepOf = (ctx: ReturnType<typeof aCtx>, id: string, move: Move) =>
  transaction(ctx, async (inner) => {
    const after = await moveReservation(inner, (await lockReservation(inner, id))!, { move })
    await after.written
    return after
  })
