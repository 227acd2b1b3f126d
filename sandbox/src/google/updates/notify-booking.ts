import { json, type Reply, type RouteRequest } from '../../http/router.ts'
import type { OwnBooking } from '../memory.ts'
import type { BookingStatus } from '../messages.ts'
import type { Loose } from '../proto-read.ts'
import { notification, notificationCauses } from './update-messages.ts'
import { bodyIn, refuse, type UpdatesHost } from './updates-host.ts'
import { secondsOfDuration, secondsOfTime, snake, timeOf } from '../wire-values.ts'

const identity: ReadonlySet<string> = new Set(['name', 'merchant_id', 'service_id'])

/** Fields that change: those of the mask, or all that are sent. */
const maskOf = (query: URLSearchParams, body: Loose): string[] => {
  const given = query.get('updateMask') ?? query.get('update_mask') ?? ''
  const names = given ? given.split(',').map((one) => snake(one.trim())) : Object.keys(body).filter((name) => !identity.has(name))
  const unknown = names.find((name) => !Object.hasOwn(notification, name.split('.')[0]!))
  if (unknown !== undefined) refuse(400, `Invalid update_mask: ${unknown}`)
  if (!names.length) refuse(400, 'Nothing is to be changed: update_mask is empty')
  return names
}

const statusIn = (body: Loose, query: URLSearchParams): BookingStatus => {
  const status = (body['status'] ?? 'BOOKING_STATUS_UNSPECIFIED') as BookingStatus
  if (status === 'BOOKING_STATUS_UNSPECIFIED') refuse(400, 'status is in the mask and missing')
  const cause = query.get('bookingFailure.cause')
  if (cause !== null && status !== 'FAILED') refuse(400, 'booking_failure is only set with the status FAILED')
  if (cause !== null && !notificationCauses.includes(cause)) refuse(400, `Invalid value at 'booking_failure.cause': ${cause}`)
  return status
}
const startIn = (body: Loose): number =>
  secondsOfTime(body['start_time']) ?? refuse(400, "Invalid value at 'booking.start_time' (Timestamp)")
const stayIn = (body: Loose): number => {
  const seconds = secondsOfDuration(body['duration']) ?? 0
  return seconds > 0 ? seconds : refuse(400, "Invalid value at 'booking.duration' (Duration)")
}
const sizeIn = (body: Loose): number => {
  const size = Number(body['party_size'] ?? 0)
  return size > 0 ? size : refuse(400, "Invalid value at 'booking.party_size'")
}

/** Each field of the mask as it is to be, and in words; everything is read before anything is changed. */
const changesOf = (mask: readonly string[], body: Loose, query: URLSearchParams): { change: Partial<OwnBooking>; words: string[] } => {
  const change: Partial<OwnBooking> = {}
  const words: string[] = []
  for (const field of new Set(mask.map((name) => name.split('.')[0]))) {
    if (field === 'status') words.push((change.status = statusIn(body, query)))
    else if (field === 'start_time') words.push(`at ${timeOf((change.startSec = startIn(body)))}`)
    else if (field === 'duration') words.push(`for ${(change.durationSec = stayIn(body)) / 60} minutes`)
    else if (field === 'party_size') words.push(`${(change.partySize = sizeIn(body))} people`)
    else if (field !== undefined && body[field] === undefined) refuse(400, `${field} is in the mask and missing`)
  }
  return { change, words }
}

const refuseOther = ({ partnerId }: UpdatesHost, { id, merchantId, serviceId }: OwnBooking, body: Loose): void => {
  const name = `partners/${partnerId}/bookings/${id}`
  if (body['name'] !== undefined && body['name'] !== name) refuse(400, `name is not ${name}`)
  if (!body['merchant_id'] || !body['service_id']) refuse(400, 'merchant_id and service_id are required')
  if (body['merchant_id'] !== merchantId || body['service_id'] !== serviceId) refuse(400, 'the booking is of another merchant or service')
}

/** BookingNotification: what the partner changed of a booking that Google made. */
export const notifyBooking = (host: UpdatesHost, request: RouteRequest): Reply => {
  const id = request.params['booking']!
  const booking = host.memory.bookings.find((one) => one.id === id) ?? refuse(404, 'Requested entity was not found.')
  const body = bodyIn(notification, request)
  refuseOther(host, booking, body)
  const { change, words } = changesOf(maskOf(request.query, body), body, request.query)
  Object.assign(booking, change)
  booking.told.push({ at: new Date(host.nowMs()).toISOString(), words: words.join(', ') })
  host.memory.save()
  const { merchantId, serviceId, status, startSec, durationSec, partySize } = booking
  return json({
    name: `partners/${host.partnerId}/bookings/${id}`,
    merchantId,
    serviceId,
    status,
    startTime: timeOf(startSec),
    duration: `${durationSec}s`,
    partySize: String(partySize),
  })
}
