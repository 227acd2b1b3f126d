import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen, mayEnd, type Ending, waitsFor } from '@tablewire/contracts/onboarding/onboarding.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireKnown } from './ask-system.ts'
import { placeOf, refuseOther, saidOf } from './create-request.ts'
import { refuseSecond } from './refuse-second.ts'
import { requestInScope, requireSeen, type ScopedRequest } from './request-scope.ts'
import { readRequest } from './request-view.ts'
import { stepRequest } from './step-request.ts'

type Named = {
  rmsVenueId?: string | null | undefined
  bookingChannelVenueId?: string | null | undefined
  mozrestId?: string | null | undefined
}
type Seen = { id: string; version: number }

const requireOpen = ({ status }: ScopedRequest): void => {
  if (!isOpen(status)) throw new Problem('onboarding.state_wrong')
}

/** Each partner says how the venue is called on its own side. */
const requireOwn = ({ side }: ScopedRequest, { rmsVenueId, bookingChannelVenueId, mozrestId }: Named): void => {
  const ofSystem = side === 'rms' || side === 'admin'
  const ofChannel = side === 'bc' || side === 'admin'
  const foreign =
    ((rmsVenueId !== undefined || mozrestId !== undefined) && !ofSystem) || (bookingChannelVenueId !== undefined && !ofChannel)
  if (foreign) throw new Problem('onboarding.id_of_other_side')
}

const told = ({
  rmsVenueId,
  bookingChannelVenueId,
  venueId,
  status,
}: Pick<ScopedRequest, 'rmsVenueId' | 'bookingChannelVenueId' | 'venueId' | 'status'>) => ({
  rmsVenueId,
  bookingChannelVenueId,
  mozrestId: venueId,
  status,
})

/** What one restaurant said holds for it alone: with another venue it is asked anew, and nothing is proved. */
export const forgotten = {
  restaurantConfirmedAt: null,
  termsVersion: null,
  restaurantWord: null,
  visibleAt: null,
  availableAt: null,
  onboardedAt: null,
  proofBookingId: null,
  proofIsTest: null,
}

const namedPlace = async (ctx: Ctx, request: ScopedRequest, { mozrestId, rmsVenueId }: Named): ReturnType<typeof placeOf> => {
  if (rmsVenueId === undefined && mozrestId === undefined) return { venueId: request.venueId, rmsVenueId: request.rmsVenueId }
  const place = await placeOf(ctx, request.systemId, { venueId: mozrestId ?? null, rmsVenueId: rmsVenueId ?? null })
  // Whom nobody can name any more would wait for its system again: an id is replaced, not taken away.
  if (request.rmsVenueId !== null && place.rmsVenueId === null)
    throw new Problem('request.invalid', {}, { rmsVenueId: [{ issue: 'required' }] })
  return place
}

/** ON3: the ids of the venue on either side, and which of ours it is; the request goes on to whoever is next. */
export const provideIds = async (ctx: Ctx, { id, version }: Seen, given: Named): Promise<OnboardingDetail> => {
  const seen = await requestInScope(ctx, id)
  requireOwn(seen, given)
  requireOpen(seen)
  if (given.rmsVenueId) await requireKnown(ctx, seen.systemId, given.rmsVenueId)
  return transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    requireOpen(request)
    const place = await namedPlace(inner, request, given)
    const { bookingChannelVenueId = request.bookingChannelVenueId } = given
    // Who says nothing new changes nothing for the others; nor does one who never heard the answer and asks again.
    const same =
      place.venueId === request.venueId &&
      place.rmsVenueId === request.rmsVenueId &&
      bookingChannelVenueId === request.bookingChannelVenueId
    if (same) return readRequest(inner, id)
    await requireSeen(inner, request, version)
    if (!given.mozrestId && place.venueId !== request.venueId) await refuseOther(inner, saidOf(request), place)
    await refuseSecond(inner, { ...request, ...place, bookingChannelVenueId }, id)
    const isOther = (request.rmsVenueId !== null && request.rmsVenueId !== place.rmsVenueId) || request.venueId !== place.venueId
    const restaurantConfirmedAt = isOther ? null : request.restaurantConfirmedAt
    const change = {
      ...place,
      ...(given.bookingChannelVenueId === undefined ? {} : { bookingChannelVenueId: given.bookingChannelVenueId }),
      ...(isOther ? forgotten : {}),
      status: waitsFor({ rmsVenueId: place.rmsVenueId, restaurantConfirmedAt }),
    }
    const after = await stepRequest(inner, request, {
      change,
      entry: { kind: 'provided', data: { before: told(request), after: { ...told(request), ...change } } },
    })
    await audit(inner, {
      action: 'onboarding.updated',
      subject: 'onboarding',
      subjectId: id,
      venueId: after.venueId,
      before: told(request),
      after: told(after),
    })
    return readRequest(inner, id)
  })
}

/** ON3: canceled by whoever asked for it, rejected by the others; with a reason that all sides read. */
export const endRequest = (
  ctx: Ctx,
  { id, version }: Seen,
  {
    ending,
    reason,
    because,
  }: { ending: Ending; reason: string; /** Nobody wrote the reason: it is told in the words of who reads it. */ because?: 'undone' },
): Promise<OnboardingDetail> =>
  transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    if (!mayEnd(ending, request)) throw new Problem('onboarding.ends_otherwise')
    requireOpen(request)
    await requireSeen(inner, request, version)
    const change = {
      status: ending,
      ...(ending === 'canceled' ? { cancellationReason: reason } : { rejectReason: reason }),
      ...(because ? { endedBecause: because } : {}),
    }
    const after = await stepRequest(inner, request, { change, entry: { kind: ending, data: { reason, ...(because ? { because } : {}) } } })
    const both = { before: { status: request.status }, after: { status: after.status, reason } }
    await audit(inner, { action: `onboarding.${ending}`, subject: 'onboarding', subjectId: id, venueId: request.venueId, ...both })
    return readRequest(inner, id)
  })
