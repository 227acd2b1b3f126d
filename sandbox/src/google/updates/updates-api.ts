import { json, type Reply, type Route, type RouteRequest } from '../../http/router.ts'
import type { FeedDesk } from '../feeds/feed-desk.ts'
import { feedStatus } from '../feeds/feed-status.ts'
import { notifyBooking } from './notify-booking.ts'
import { replaceBatch, replaceService } from './replace-inventory.ts'
import { changeMerchant, changeService, createMerchant, createService, removeMerchant, removeService } from './update-merchants.ts'
import { refuse, updateRoute, type UpdatesHost } from './updates-host.ts'

/** Whether Google found the place, and has times of it to show. */
const merchantStatus = ({ memory, inventory, nowMs, partnerId }: UpdatesHost, { params }: RouteRequest): Reply => {
  const id = params['merchant']!
  const merchant = memory.merchants[id] ?? refuse(404, 'Requested entity was not found.')
  const { latitude, longitude, address, unstructured_address: text } = merchant.geo ?? {}
  const matched = (latitude !== undefined && longitude !== undefined) || address?.street_address !== undefined || text !== undefined
  return json({
    name: `partners/${partnerId}/merchants/${id}/status`,
    processingStatus: 'OK',
    ...(matched ? { geoMatch: { name: merchant.name, placeId: `sandbox-${id}` } } : {}),
    bookingStatus: { hasValidFutureInventory: inventory.hasAhead(id, nowMs() / 1000) },
  })
}

/** The Maps Booking API v1alpha, at its own addresses. */
export const updateRoutes = (host: UpdatesHost, desk: FeedDesk): Route[] => {
  const status = feedStatus(desk)
  const feeds = '/inventory/partners/:partner/feeds/:kind'
  const on = updateRoute(host)
  const merchants = '/inventory/partners/:partner/merchants'
  const services = `${merchants}/:merchant/services`
  return [
    on('PATCH', '/notification/partners/:partner/bookings/:booking', { kind: 'booking', act: notifyBooking }),
    on('POST', '/inventory/partners/:partner/availability:replace', { kind: 'availability', act: replaceBatch }),
    on('POST', `${services}/:service/availability:replace`, { kind: 'availability', act: replaceService }),
    on('POST', merchants, { kind: 'merchant', act: createMerchant }),
    on('PATCH', `${merchants}/:merchant`, { kind: 'merchant', act: changeMerchant }),
    on('DELETE', `${merchants}/:merchant`, { kind: 'merchant', act: removeMerchant }),
    on('POST', services, { kind: 'service', act: createService }),
    on('PATCH', `${services}/:service`, { kind: 'service', act: changeService }),
    on('DELETE', `${services}/:service`, { kind: 'service', act: removeService }),
    on('GET', `${feeds}/status`, status.list),
    on('GET', `${feeds}/:file/status`, status.one),
    on('GET', `${merchants}/:merchant/status`, { kind: 'status', act: merchantStatus }),
  ]
}
