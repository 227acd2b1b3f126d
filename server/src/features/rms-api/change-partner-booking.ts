import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { PartnerBooking, PartnerStatus } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { acceptRemoteState, onChangeNotice } from '#src/features/rms-bookings/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readPartnerBooking, statusOf } from './partner-bookings.ts'

const ended: readonly PartnerStatus[] = ['canceled', 'rejected']

/** A system's statement about its own booking is authoritative: it owns the tables. Named by its id or ours. */
export const changePartnerBooking = async (
  ctx: Ctx,
  { params, body }: Received<typeof partners.changeBooking>,
): Promise<PartnerBooking> => {
  const { partySize, date, status } = body
  return transaction(ctx, async (inner) => {
    const before = await readPartnerBooking(inner, params.id)
    if (inner.scope.kind !== 'system' || before.externalId === null) throw new Problem('reservation.not_found')
    // Over for its guest: a resync asks for the system's state. A mere statement would notify the guest of a booking that the resync then takes back.
    if (status !== undefined && status !== before.status && ended.includes(before.status)) {
      await onChangeNotice(inner, { systemId: inner.scope.systemId, remoteId: before.externalId, venueId: before.venueId })
      return before
    }
    const stated = {
      id: before.externalId,
      ...(partySize === undefined ? {} : { partySize }),
      ...(date === undefined ? {} : { startsAt: new Date(date * 1000).toISOString().replace('.000Z', 'Z') }),
      ...(status === undefined ? {} : { status: statusOf(status) }),
    }
    await acceptRemoteState(inner, { systemId: inner.scope.systemId, booking: stated })
    const after = await readPartnerBooking(inner, before.id)
    const auditView = ({ partySize: covers, date: at, status: word }: PartnerBooking) => ({ partySize: covers, date: at, status: word })
    await audit(inner, {
      action: 'reservation.changed',
      subject: 'reservation',
      subjectId: after.id,
      venueId: after.venueId,
      before: auditView(before),
      after: auditView(after),
    })
    return after
  })
}
