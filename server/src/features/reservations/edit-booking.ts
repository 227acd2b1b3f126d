import { isDeepStrictEqual } from 'node:util'
import { after as statusAfter, changeable, type Move, movesFrom, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { changeReservation, type ChangeInput } from './change-reservation.ts'
import { type SheetRow, sheetRow } from './export-reservations.ts'
import { moveReservation } from './move-reservation.ts'
import { requireReservation, type ReservationRecord, visible } from './reservation-rows.ts'
import { listedJoins } from './reservation-view.ts'

/** A booking that a row of a file names, as our own file would tell it. */
export type NamedBooking = SheetRow & Pick<ReservationRecord, 'version' | 'areaId' | 'startsAt' | 'remote'>

type Name = { venueId: string; id: string; number: string }

/** The bookings of these ids within the caller's scope: by our id at any venue, by their number at their own. */
export const bookingsNamed = async (ctx: Ctx, names: readonly Name[]): Promise<NamedBooking[]> => {
  const ids = names.flatMap(({ id }) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? [id] : []))
  const numbered = names.filter(({ number }) => number !== '')
  if (!ids.length && !numbered.length) return []
  const { rows } = await sql<NamedBooking>`
    select ${sheetRow}, r.version, r.area_id, r.starts_at, r.remote
    from reservations r ${listedJoins}
    where ${visible(ctx, 'r')} and r.id in (
      select n::uuid from unnest(${ids}::text[]) n
      union all
      select o.id from unnest(${numbered.map(({ venueId }) => venueId)}::uuid[], ${numbered.map(({ number }) => number)}::text[]) as w (venue, number)
        join reservations o on o.venue_id = w.venue and o.reference = w.number)`.execute(ctx.db)
  return rows
}

/** The most moves in one edit, such as to the table and away from it. */
const stepsTo = (from: Status, to: Status): Move[] | undefined => {
  for (const move of movesFrom(from)) if (statusAfter(move, from) === to) return [move]
  for (const first of movesFrom(from)) {
    const between = statusAfter(first, from)!
    for (const move of movesFrom(between)) if (statusAfter(move, between) === to) return [first, move]
  }
  return undefined
}

export type BookingEdit = { patch: ChangeInput; status?: Status | undefined; reason?: string | null | undefined }

const move = async (ctx: Ctx, row: ReservationRecord, { status, reason, patch }: BookingEdit): Promise<ReservationRecord> => {
  if (status === undefined || status === row.status) return row
  const steps = stepsTo(row.status, status)
  if (!steps) throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
  let now = row
  for (const one of steps) {
    const moved = await moveReservation(ctx, now, {
      move: one,
      reason,
      notify: false,
      ...(one === 'reopen' ? { override: patch.override } : {}),
    })
    now = await moved.written
  }
  return now
}

/** Changes and moves a booking by the same rules as by hand; no guest is notified. Must run inside `attempt()`. */
export const editBooking = async (ctx: Ctx, id: string, edit: BookingEdit): Promise<void> => {
  const { override: _, ...patch } = edit.patch
  const locked = await requireReservation(ctx, id)
  if (locked.remote) throw new Problem('remote.decides')
  const dialect = { phoneField: 'phone', international: false }
  const change = (row: ReservationRecord): Promise<ReservationRecord> =>
    Object.keys(patch).length ? changeReservation(ctx, { row, patch: edit.patch, dialect }) : Promise.resolve(row)
  // A completed one is reopened first; one to be completed is changed before.
  if (changeable(locked.status)) await move(ctx, await change(locked), edit)
  else await change(await move(ctx, locked, edit))
}

/** What an undo restores. */
export type BookingBefore = Required<Omit<ChangeInput, 'override' | 'asks' | 'guest' | 'tables' | 'until'>> & {
  guest: Pick<NonNullable<ChangeInput['guest']>, 'firstName' | 'lastName' | 'email' | 'phone' | 'lang'>
  status: Status
  reason: string | null
}

export const bookingBefore = (row: NamedBooking): BookingBefore => ({
  startsAt: row.startsAt,
  partySize: row.partySize,
  areaId: row.areaId,
  guest: { firstName: row.firstName, lastName: row.lastName, email: row.email, phone: row.phone, lang: row.lang },
  notes: row.notes,
  tags: row.tags,
  status: row.status,
  reason: row.cancelReason,
})

/** Undo: restores it, also beyond the book's limits for callers with that permission, as the place was theirs. */
export const restoreBooking = async (ctx: Ctx, id: string, before: BookingBefore): Promise<void> => {
  const { status, reason, startsAt, partySize, areaId, ...rest } = before
  const row = await requireReservation(ctx, id)
  const moved = Date.parse(row.startsAt) !== Date.parse(startsAt ?? row.startsAt)
  const placed = moved || row.partySize !== partySize || row.areaId !== areaId
  const guest = {
    firstName: row.guestFirstName,
    lastName: row.guestLastName,
    email: row.guestEmail,
    phone: row.guestPhone,
    lang: row.guestLang,
  }
  // Not as text: the database keeps the parts of `before` in an order of its own.
  const words = !isDeepStrictEqual({ guest, notes: row.notes, tags: row.tags }, { guest: rest.guest, notes: rest.notes, tags: rest.tags })
  await editBooking(ctx, id, {
    patch: {
      ...(placed ? { startsAt, partySize, areaId, override: ctx.ability.can('override', 'reservation-list') } : {}),
      ...(words ? rest : {}),
    },
    status,
    reason: reason ?? '–',
  })
}
