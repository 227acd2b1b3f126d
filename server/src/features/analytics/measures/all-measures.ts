import { isOfChannels, isOfPartner } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Measure } from '../measure.ts'
import { averageParty } from './average-party.ts'
import { bookings } from './bookings.ts'
import { canceledByGuestRate } from './canceled-by-guest-rate.ts'
import { canceledByVenueRate } from './canceled-by-venue-rate.ts'
import { cancellationRate } from './cancellation-rate.ts'
import { confirmationMinutes } from './confirmation-minutes.ts'
import { covers } from './covers.ts'
import { lateCancellationRate } from './late-cancellation-rate.ts'
import { leadTimeMedianMinutes } from './lead-time-median-minutes.ts'
import { newGuestShare } from './new-guest-share.ts'
import { noShowRate } from './no-show-rate.ts'
import { occupancy } from './occupancy.ts'
import { turnedAway } from './turned-away.ts'
import { turnMinutes } from './turn-minutes.ts'
import { walkIns } from './walk-ins.ts'

/** In the order of the screen. */
const allMeasures: readonly Measure[] = [
  bookings,
  covers,
  occupancy,
  turnedAway,
  averageParty,
  leadTimeMedianMinutes,
  cancellationRate,
  canceledByGuestRate,
  canceledByVenueRate,
  lateCancellationRate,
  noShowRate,
  walkIns,
  newGuestShare,
  confirmationMinutes,
  turnMinutes,
]

/** Who sees no house at all, as an agent who is bound to nothing, is told no more than a partner's people. */
const isOfNoHouse = ({ scope }: Ctx): boolean => scope.kind === 'venues' && scope.ids.length === 0

/** Those that the caller may know. */
export const measuresOf = (ctx: Ctx): readonly Measure[] =>
  allMeasures.filter(
    ({ ofGuests, partners }) =>
      (!ofGuests || ctx.ability.can('read', 'reservation-list')) &&
      (!partners || !(isOfPartner(ctx) || isOfNoHouse(ctx)) || (partners === 'channels' && isOfChannels(ctx))),
  )
