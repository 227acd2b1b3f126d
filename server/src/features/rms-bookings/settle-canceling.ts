import type { Speaker } from '#src/features/rms-client/api.ts'
import { findOwn } from './find-own.ts'
import { adoptFound, closeCanceled, giveToPeople, isPastCare, type Ours, postpone, tellTrouble, watchFor, whileOurs } from './outcome.ts'
import { isOverThere, type Stated } from './adopt.ts'
import { isOver, type RemoteRecord, writeRemote } from './remote-rows.ts'
import { graceMs } from './settle-creating.ts'
import type { Settling } from './settling.ts'

/** Delivers a cancellation until the system agrees, or says why not. */
export const settleCanceling = async (settling: Settling): Promise<RemoteRecord | undefined> => {
  const { ctx, row } = settling
  if (row.remoteId !== null) return cancel(settling, row.remoteId)
  if (row.sentAt === null) return whileOurs(ctx, row, (ours) => closeCanceled(ours))
  const own = await findOwn(ctx, settling)
  return whileOurs(ctx, row, (ours) => {
    if (!own.ok)
      return isPastCare(ours.ctx, ours.reservation)
        ? giveToPeople(ours, 'it could not be found out whether the system has this canceled booking')
        : postpone(ours, own.fault)
    const { value } = own
    // Its id is all that was missing; the next step cancels.
    if (value.kind === 'one') return adoptFound(ours, { venue: settling.venue, booking: value.booking })
    if (value.kind === 'several') return giveToPeople(ours, `canceled here, and the system has several like it: ${value.ids.join(', ')}`)
    if (!isOver(ours.ctx, ours.row.sentAt, graceMs)) return postpone(ours, { message: 'sent, and not there yet', retryAfterMs: null })
    return closeAndWatch(ours)
  })
}

const closeAndWatch = async (ours: Ours): Promise<RemoteRecord> =>
  watchFor(ours.ctx, await closeCanceled(ours, { attempts: 0 }), ours.row.sentAt)

const cancel = async (settling: Settling, remoteId: string): Promise<RemoteRecord | undefined> => {
  const { ctx, row, speaker, venue, reservation } = settling
  const about = { venueId: venue.id, reservationId: reservation.id, attempt: row.attempts + 1, requestId: ctx.requestId }
  const wish = { id: remoteId, venueId: venue.externalId ?? '', actor: row.cancelActor ?? 'guest', reason: row.cancelReason }
  const answer = await speaker.cancel(wish, { ...about, ...(reservation.channelId === null ? {} : { channelId: reservation.channelId }) })
  // A system that answers without saying that it is canceled is asked what it has.
  if (answer.ok && isOverThere(answer.value.status)) return closeWith(settling, answer.value)
  if (!answer.ok && answer.fault.kind === 'not_found') return whileOurs(ctx, row, (ours) => closeCanceled(ours))
  if (!answer.ok && answer.fault.kind !== 'refused' && answer.fault.kind !== 'taken')
    return whileOurs(ctx, row, (ours) =>
      isPastCare(ours.ctx, ours.reservation)
        ? giveToPeople(ours, `not canceled at the system: ${answer.fault.message}`)
        : postpone(ours, answer.fault),
    )
  const found = await speaker.find({ id: remoteId, venueId: venue.externalId ?? '' }, about)
  return afterRefusal(settling, found, answer.ok ? 'the system did not cancel it' : answer.fault.message)
}

const closeWith = ({ ctx, row }: Settling, { status }: Stated): Promise<RemoteRecord | undefined> =>
  whileOurs(ctx, row, (ours) => closeCanceled(ours, { ...(status ? { toldStatus: status } : {}), toldAt: ours.ctx.clock().toString() }))

/** Refused: what the system has is what counts, and people hear of it. */
const afterRefusal = (
  { ctx, row, venue }: Settling,
  found: Awaited<ReturnType<Speaker['find']>>,
  why: string,
): Promise<RemoteRecord | undefined> =>
  whileOurs(ctx, row, async (ours) => {
    if (!found.ok) return found.fault.kind === 'not_found' ? closeCanceled(ours) : postpone(ours, found.fault)
    if (isOverThere(found.value.status)) return closeCanceled(ours, { toldStatus: found.value.status })
    const kept = await adoptFound(ours, { venue, booking: found.value, insist: true })
    const told = await giveWord(ours, why)
    return writeRemote(ours.ctx, kept, { lastError: told })
  })

const giveWord = async ({ ctx, reservation }: Ours, why: string): Promise<string> => {
  const about = `not canceled at the system: ${why}`
  await tellTrouble(ctx, reservation, { what: about })
  return about.slice(0, 500)
}
