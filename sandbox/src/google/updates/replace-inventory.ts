import { json, type Reply, type RouteRequest } from '../../http/router.ts'
import type { Window } from '../inventory.ts'
import type { ConfirmationMode } from '../messages.ts'
import type { Loose } from '../proto-read.ts'
import { type Fault, type RawSlot, slotFaults, slotKey, slotOf } from '../slot-rules.ts'
import { batchReplace, serviceReplace } from './update-messages.ts'
import { bodyIn, refuse, type UpdatesHost } from './updates-host.ts'
import { secondsOfDuration, secondsOfTime } from '../wire-values.ts'

type Owner = { merchantId: string; serviceId: string }
/** An update is some minutes on its way. */
const slackSec = 900

const textOf = (seconds: number | undefined): string | undefined => (seconds === undefined ? undefined : String(seconds))
const rulesOf = (given: Loose | undefined): RawSlot['rules'] =>
  given && {
    ...(given['first_bookable_sec'] === undefined ? {} : { first: given['first_bookable_sec'] as string }),
    ...(given['last_bookable_sec'] === undefined ? {} : { last: given['last_bookable_sec'] as string }),
    ...(given['last_online_cancellable_sec'] === undefined ? {} : { cancel: given['last_online_cancellable_sec'] as string }),
  }
const rawOf = (owner: Owner, given: Loose): RawSlot => ({
  ...owner,
  startSec: textOf(secondsOfTime(given['start_time'])),
  durationSec: textOf(secondsOfDuration(given['duration'])),
  total: given['spots_total'] as string | undefined,
  open: given['spots_open'] as string | undefined,
  resources: given['resources'] as RawSlot['resources'],
  tag: given['availability_tag'] as string | undefined,
  mode: given['confirmation_mode'] as ConfirmationMode | undefined,
  rules: rulesOf(given['scheduling_rule_overrides'] as Loose | undefined),
})

const boundOf = (given: Loose, name: string, faults: Fault[]): number | undefined => {
  if (given[name] === undefined) return undefined
  const seconds = secondsOfTime(given[name])
  if (seconds === undefined) faults.push({ code: 'INVALID_TIME_RANGE', words: `${name} is no time` })
  return seconds
}

/** A replace as it would be carried out, with everything wrong of it. */
const windowOf = (owner: Owner, given: Loose, nowSec: number): { window: Window; faults: Fault[] } => {
  const faults: Fault[] = []
  const fromSec = boundOf(given, 'start_time_restrict', faults) ?? -Infinity
  const toSec = boundOf(given, 'end_time_restrict', faults) ?? Infinity
  if (fromSec >= toSec) faults.push({ code: 'INVALID_TIME_RANGE', words: 'the window ends before it begins' })
  const durationSec = secondsOfDuration(given['duration_restrict'])
  const roomId = (given['resources_restrict'] as { room_id?: string } | undefined)?.room_id
  const raw = ((given['availability'] ?? []) as Loose[]).map((one) => rawOf(owner, one))
  for (const one of raw) faults.push(...slotFaults(one, nowSec - slackSec))
  if (faults.length) return { window: { serviceId: owner.serviceId, fromSec, toSec, slots: [] }, faults }
  const slots = raw.map((one) => slotOf(one))
  const outside = slots.filter(
    (one) =>
      one.startSec < fromSec ||
      one.startSec >= toSec ||
      (durationSec !== undefined && one.durationSec !== durationSec) ||
      (roomId !== undefined && one.roomId !== roomId),
  )
  if (outside.length) faults.push({ code: 'RECORD_OUT_OF_RESTRICTION', words: `${outside.length} slots are outside of what is restricted` })
  if (new Set(slots.map((one) => slotKey(one))).size < slots.length) faults.push({ code: 'DUPLICATE_SLOT', words: 'a slot is told twice' })
  return { window: { serviceId: owner.serviceId, fromSec, toSec, durationSec, roomId, slots }, faults }
}
const inWords = (faults: readonly Fault[]): string =>
  faults
    .slice(0, 5)
    .map(({ code, words }) => `${code}: ${words}`)
    .join('; ')

/** Several merchants at once: each stands for itself, and only those that were carried out are answered. */
export const replaceBatch = (host: UpdatesHost, request: RouteRequest): Reply => {
  const body = bodyIn(batchReplace, request)
  const sent = (JSON.parse(request.text) as Record<string, Loose[]>)['extendedServiceAvailability'] ?? []
  const nowSec = host.nowMs() / 1000
  const done = ((body['extended_service_availability'] ?? []) as Loose[]).flatMap((one, index) => {
    const owner = { merchantId: (one['merchant_id'] ?? '') as string, serviceId: (one['service_id'] ?? '') as string }
    const { window, faults } = windowOf(owner, one, nowSec)
    const missing = owner.merchantId && owner.serviceId ? [] : [{ code: 'MISSING_ID', words: 'merchant_id or service_id is missing' }]
    const all = [...missing, ...faults]
    if (!all.length) {
      host.inventory.replace(owner.merchantId, window, host.nowMs())
      return [sent[index] ?? one]
    }
    const at = new Date(host.nowMs()).toISOString()
    host.log.complain({ at, about: `availability of ${owner.merchantId}`, code: all[0]!.code, words: inWords(all) })
    return []
  })
  return json({ extendedServiceAvailability: done })
}

/** One merchant's service. */
export const replaceService = (host: UpdatesHost, request: RouteRequest): Reply => {
  const { merchant: merchantId = '', service: serviceId = '' } = request.params
  const body = bodyIn(serviceReplace, request)
  const given = (body['service_availability'] ?? refuse(400, 'service_availability is missing')) as Loose
  const name = `partners/${host.partnerId}/merchants/${merchantId}/services/${serviceId}`
  // Of the service; its availability is named in the address.
  if (given['name'] !== undefined && given['name'] !== name && given['name'] !== `${name}/availability`) refuse(400, `name is not ${name}`)
  const { window, faults } = windowOf({ merchantId, serviceId }, given, host.nowMs() / 1000)
  if (faults.length) refuse(400, inWords(faults))
  host.inventory.replace(merchantId, window, host.nowMs())
  return json((JSON.parse(request.text) as Record<string, unknown>)['serviceAvailability'] ?? {})
}
