import type { ConfirmationMode } from './messages.ts'

/** A time of the inventory, as a feed or an update tells it. */
export type InventorySlot = {
  serviceId: string
  startSec: number
  durationSec: number
  partySize: number
  roomId?: string
  roomName?: string
  tag?: string
  mode?: ConfirmationMode
  total: number
  open: number
}
/** `code` is one of Google's list of feed errors. */
export type Fault = { code: string; words: string }

type Rules = { first?: string; last?: string; cancel?: string }
/** A slot before anything of it is believed. */
export type RawSlot = {
  merchantId?: string | undefined
  serviceId?: string | undefined
  startSec?: string | undefined
  durationSec?: string | undefined
  total?: string | undefined
  open?: string | undefined
  resources?: { party_size?: number; room_id?: string; room_name?: string; staff_id?: string } | undefined
  tag?: string | undefined
  mode?: ConfirmationMode | undefined
  rules?: Rules | undefined
}

const longestSec = 168 * 3600
const farthestDays = 732
export const mostPartySize = 20

const numbersFaults = ({ startSec, durationSec, total, open }: RawSlot, nowSec: number): Fault[] => {
  const faults: Fault[] = []
  if (startSec === undefined) faults.push({ code: 'MISSING_REQUIRED_FIELD', words: 'start_sec is missing' })
  else if (Number(startSec) < nowSec || Number(startSec) > nowSec + farthestDays * 86_400)
    faults.push({ code: 'TIMESTAMP_OUT_OF_RANGE', words: `start_sec ${startSec} is past or too far ahead` })
  if (durationSec === undefined) faults.push({ code: 'MISSING_REQUIRED_FIELD', words: 'duration_sec is missing' })
  else if (Number(durationSec) <= 0 || Number(durationSec) >= longestSec)
    faults.push({ code: 'DURATION_OUT_OF_RANGE', words: `duration_sec ${durationSec}` })
  if (total === undefined || Number(total) < 1 || Number(open ?? 0) < 0 || Number(open ?? 0) > Number(total))
    faults.push({ code: 'AVAILABILITY_SPOT_COUNT_OUT_OF_RANGE', words: `${open ?? 0} open of ${total ?? 0}` })
  return faults
}

const resourceFaults = ({ resources }: RawSlot): Fault[] => {
  const { party_size: size, room_id: room, room_name: roomName } = resources ?? {}
  if (size === undefined) return [{ code: 'MISSING_REQUIRED_FIELD', words: 'resources.party_size is missing' }]
  const faults: Fault[] = []
  if (size < 1 || size > mostPartySize)
    faults.push({ code: 'MISSING_REQUIRED_FIELD', words: `party_size ${size} is not from 1 to ${mostPartySize}` })
  if ((room === undefined) !== (roomName === undefined))
    faults.push({ code: 'MISSING_RESOURCES', words: 'a room has an id and a name, or neither' })
  return faults
}

const ruleFaults = ({ rules, startSec }: RawSlot): Fault[] => {
  const { first, last, cancel } = rules ?? {}
  const start = Number(startSec)
  const wrong =
    (last !== undefined && Number(last) >= start) ||
    (cancel !== undefined && Number(cancel) > start) ||
    (first !== undefined && Number(first) >= (last === undefined ? start : Number(last)))
  return wrong ? [{ code: 'INVALID_SCHEDULING_RULES', words: 'first_bookable, last_bookable and start are not in this order' }] : []
}

/** Everything wrong with a slot; none = it is taken. */
export const slotFaults = (slot: RawSlot, nowSec: number): Fault[] => [
  ...(slot.merchantId ? [] : [{ code: 'MISSING_ID', words: 'merchant_id is missing' }]),
  ...(slot.serviceId ? [] : [{ code: 'MISSING_ID', words: 'service_id is missing' }]),
  ...numbersFaults(slot, nowSec),
  ...resourceFaults(slot),
  ...ruleFaults(slot),
]

export const slotOf = ({ serviceId, startSec, durationSec, total, open, resources, tag, mode }: RawSlot): InventorySlot => ({
  serviceId: serviceId!,
  startSec: Number(startSec),
  durationSec: Number(durationSec),
  partySize: resources!.party_size!,
  total: Number(total),
  open: Number(open ?? 0),
  ...(resources?.room_id === undefined ? {} : { roomId: resources.room_id }),
  ...(resources?.room_name === undefined ? {} : { roomName: resources.room_name }),
  ...(tag === undefined ? {} : { tag }),
  ...(mode === undefined ? {} : { mode }),
})
/** What may not occur twice. */
export const slotKey = ({ serviceId, startSec, durationSec, partySize, roomId = '' }: InventorySlot): string =>
  `${serviceId} ${startSec} ${durationSec} ${partySize} ${roomId}`
