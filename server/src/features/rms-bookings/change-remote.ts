import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Answer, RemoteBooking } from '@tablewire/connectors/kit/connector'
import { changeable } from '@tablewire/contracts/reservations.rules'
import { Temporal } from 'temporal-polyfill'
import { requireAllowed } from '#src/features/availability/api.ts'
import { rmsClientOf } from '#src/features/rms-client/api.ts'
import {
  changeUnread,
  type Dialect,
  guestChange,
  lockReservation,
  type ChangedReservation,
  type ReservationChange,
  type ReservationRecord,
  requireInTime,
  sideOf,
  tell,
  tellGuest,
  tellGuestAsked,
  type Wish,
} from '#src/features/reservations/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { inSteps } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { applyRemoteState, asSystem, isOverThere, toldColumns } from './apply-remote-state.ts'
import { inBackground, wakeReconciler } from './reconcile-loop.ts'
import { postpone } from './give-up.ts'
import { type Ours, whileOurs } from './write-under-lease.ts'
import { areaOf, problemOf } from './place-remote.ts'
import { lockRemote, nothingWanted, type RemoteRecord, writeRemote } from './remote-rows.ts'
import { nameOf } from './reconcile-context.ts'

export type RemoteWish = {
  id: string
  wish: Wish
  dialect: Dialect
  /** Refuses what this caller may not change, on the locked row. */
  require: (ctx: Ctx, row: ReservationRecord) => Promise<void>
  /** Guests of channels are told by themselves. */
  notify: boolean
}
type Place = { startsAt?: string; partySize?: number; areaId?: string }
type Asked = { row: ReservationRecord; remote: RemoteRecord; venue: VenueWithBook; place: Place; along: ReservationChange }
type Ready = { done: ReservationRecord } | { asked: Asked }

/**
 * A channel or the venue's people change a booking that another system has: it is asked, and what it says counts. Refused: nothing has changed.
 * No answer: nobody knows yet, and the hub finds out (`remote.unclear`). What the system does not keep (tags, notes, names) changes here.
 */
export const changeRemote = async (ctx: Ctx, wanted: RemoteWish): Promise<ReservationRecord> => {
  const needsSystem = wanted.wish.startsAt !== undefined || wanted.wish.partySize !== undefined || wanted.wish.areaId !== undefined
  if (needsSystem) inSteps(ctx)
  const ready = await prepared(ctx, wanted)
  if ('done' in ready) return ready.done
  const { asked } = ready
  const asker: Asker = { waits: true, isAnswered: false }
  const asking = ask(ctx, asked, { notify: wanted.notify, asker })
  inBackground(
    ctx,
    asking.catch(() => undefined),
  )
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      // The outcome is being written down as what the caller reads.
      if (asker.isAnswered) return
      asker.waits = false
      refuse(new Problem('remote.unclear'))
    }, budgetMs)
  })
  return Promise.race([asking, over]).finally(() => clearTimeout(timer))
}

type Asker = { waits: boolean; isAnswered: boolean }
const budgetMs = 4000
const pauseMs = 200
const tries = 8

/** Somebody may just be looking at it, for a moment; a booking still on its way there takes longer, and is not waited for. */
const prepared = async (ctx: Ctx, wanted: RemoteWish): Promise<Ready> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await transaction(ctx, (inner) => prepare(inner, wanted))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'remote.unclear' || attempt === tries) throw error
      await sleep(pauseMs)
    }
}

const prepare = async (ctx: Ctx, { id, wish, dialect, require, notify }: RemoteWish): Promise<Ready> => {
  const row = await lockReservation(ctx, id)
  if (!row) throw new Problem('reservation.not_found')
  await require(ctx, row)
  if (!changeable(row.status)) throw new Problem('reservation.final')
  const venue = await venueWithBook({ ...ctx, scope: { kind: 'all' } }, row.venueId)
  const along: ReservationChange = {
    ...(wish.guest ? await guestChange(ctx, { row, guest: wish.guest, venue, dialect }) : {}),
    ...(wish.notes === undefined ? {} : { notes: wish.notes || null }),
    ...(wish.tags === undefined ? {} : { tags: [...wish.tags] }),
  }
  const place = placeOf(row, wish)
  if (!Object.keys(place).length) return { done: await changeHere(ctx, { row, along, notify }) }
  if (place.areaId !== undefined && !venue.book.areas.some((area) => area.id === place.areaId)) throw new Problem('area.not_found')
  await requireWithin(ctx, row, { venue, place })
  return { asked: { row, remote: await recordIntentToChange(ctx, row, place), venue, place, along } }
}

/** Only what differs. */
const placeOf = (row: ReservationRecord, { startsAt, partySize, areaId }: Wish): Place => ({
  ...(startsAt !== undefined && Temporal.Instant.compare(startsAt, row.startsAt) !== 0 ? { startsAt } : {}),
  ...(partySize !== undefined && partySize !== row.partySize ? { partySize } : {}),
  ...(areaId !== undefined && areaId !== row.areaId ? { areaId } : {}),
})

const changeHere = async (
  ctx: Ctx,
  { row, along, notify }: { row: ReservationRecord; along: ReservationChange; notify: boolean },
): Promise<ReservationRecord> => {
  const differs = Object.entries(along).some(([key, value]) => !isDeepStrictEqual(value, row[key as keyof ReservationRecord]))
  if (!differs) return row
  const after = await changeUnread(ctx, row, along)
  await tell(ctx, { kind: 'changed', action: 'reservation.changed', before: row, after })
  if (notify) await (ctx.actor.kind === 'channel' ? tellGuest : tellGuestAsked)(ctx, after, 'changed')
  return after.written
}

const requireWithin = async (ctx: Ctx, row: ReservationRecord, { venue, place }: { venue: VenueWithBook; place: Place }): Promise<void> => {
  if (ctx.actor.kind !== 'channel') return
  const startsAt = place.startsAt ?? row.startsAt
  const partySize = place.partySize ?? row.partySize
  await requireAllowed(ctx, { venue, startsAt, partySize, areaId: place.areaId ?? row.areaId, asker: 'channel', ignore: row.id })
  const dayOf = (instant: string): string => Temporal.Instant.from(instant).toZonedDateTimeISO(venue.timeZone).toPlainDate().toString()
  // Another evening, or seats given back, is a cancellation by another name.
  if (dayOf(startsAt) !== dayOf(row.startsAt) || partySize < row.partySize) await requireInTime(ctx, row)
}

/** Written before it is sent. A booking on whose state nobody can rely now is not changed. */
const recordIntentToChange = async (ctx: Ctx, row: ReservationRecord, place: Place): Promise<RemoteRecord> => {
  const remote = await lockRemote(ctx, { venueId: row.venueId, reservationId: row.id })
  if (!remote || remote.state !== 'live' || (remote.leaseUntil !== null && remote.leaseUntil > ctx.clock().toString()))
    throw new Problem('remote.unclear')
  return writeRemote(ctx, remote, {
    state: 'changing',
    wantedStartsAt: place.startsAt ?? null,
    wantedPartySize: place.partySize ?? null,
    wantedAreaId: place.areaId ?? null,
    sentAt: ctx.clock().toString(),
    lease: true,
  })
}

/** Who waits reads the outcome in the answer. A channel that was told that nobody knows yet hears of it by webhook, as of anything that others do. */
const writerOf = async (ctx: Ctx, { systemId }: RemoteRecord, asker: Asker): Promise<Ctx> => {
  asker.isAnswered = asker.waits
  return asker.waits || ctx.actor.kind !== 'channel' ? ctx : asSystem(ctx, { id: systemId, name: await nameOf(ctx, 'systems', systemId) })
}

type Caller = { notify: boolean; asker: Asker }
const ask = async (ctx: Ctx, asked: Asked, { notify, asker }: Caller): Promise<ReservationRecord> => {
  const { row, remote, venue, place } = asked
  const rms = await rmsClientOf(ctx, remote.systemId)
  const answer = await rms.change(
    {
      id: remote.remoteId!,
      venueId: venue.externalId ?? '',
      ...(place.startsAt === undefined ? {} : { startsAt: place.startsAt }),
      ...(place.partySize === undefined ? {} : { partySize: place.partySize }),
      ...(place.areaId === undefined ? {} : { areaId: areaOf(venue, place.areaId).externalId }),
      durationSeconds: row.duration,
      bookingType: row.bookingType,
    },
    { venueId: venue.id, reservationId: row.id, ...(row.channelId === null ? {} : { channelId: row.channelId }), requestId: ctx.requestId },
  )
  let after: ChangedReservation | undefined
  // Whoever asks may no longer see the venue (a link paused meanwhile); the outcome is written all the same.
  await whileOurs({ ...(await writerOf(ctx, remote, asker)), scope: { kind: 'all' } }, remote, async (ours) => {
    const written = await changeOutcome(ours, { asked, answer, notify, side: sideOf(ctx) })
    after = written.reservation
    return written.remote
  })
  wakeReconciler(ctx)
  if (!answer.ok) throw problemOf(answer.fault)
  if (!after) throw new Problem('remote.unclear')
  return after.written
}

type Outcome = { asked: Asked; answer: Answer<RemoteBooking>; notify: boolean; side: ReturnType<typeof sideOf> }

const changeOutcome = async (
  ours: Ours,
  { asked, answer, notify, side }: Outcome,
): Promise<{ reservation?: ChangedReservation; remote: RemoteRecord }> => {
  const { ctx, row, reservation } = ours
  if (!answer.ok) {
    // It may have carried it out: found out by asking what it has.
    if (answer.fault.done === 'unknown') return { remote: await postpone(ours, answer.fault, { sentAt: ctx.clock().toString() }) }
    const state = row.state === 'changing' ? 'live' : row.state
    return {
      remote: await writeRemote(ctx, row, { ...nothingWanted, state, lastError: answer.fault.message.slice(0, 500), release: true }),
    }
  }
  const { venue, place, along } = asked
  // What the system does not repeat in its answer is as it was asked for.
  const stated = {
    ...answer.value,
    startsAt: answer.value.startsAt ?? place.startsAt ?? null,
    partySize: answer.value.partySize ?? place.partySize ?? null,
  }
  const told = toldColumns(ctx, row, stated)
  // Canceled meanwhile: that stands, and is delivered next.
  if (row.state !== 'changing') return { remote: await writeRemote(ctx, row, { ...told, release: true }) }
  const known = stated.areaId === null && place.areaId !== undefined ? { ...along, areaId: place.areaId } : along
  const after = await applyRemoteState(ctx, {
    reservation,
    row,
    venue,
    stated,
    side: side === 'channel' ? 'channel' : 'venue',
    along: known,
    quiet: true,
  })
  if (notify) await (side === 'channel' ? tellGuest : tellGuestAsked)(ctx, after, 'changed')
  return {
    reservation: after,
    remote: await writeRemote(ctx, row, {
      ...told,
      ...nothingWanted,
      state: isOverThere(stated.status) ? 'closed' : 'live',
      release: true,
    }),
  }
}
