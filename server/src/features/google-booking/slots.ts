import { BadArgument } from './failure.ts'
import { type ResourceIds, type Slot } from './messages.ts'
import { serviceId } from '#src/features/google-merchants/api.ts'

/** No year beyond what the database's calendar holds. */
const latestSec = 7_258_118_400

type Named = Pick<Slot, 'service_id' | 'start_sec' | 'duration_sec'>
export type Asked = { startSec: number; startMs: number; partySize: number; roomId: string | undefined; durationSec?: number | undefined }

const secondsOf = (text: string | undefined, at: string): number => {
  const seconds = Number(text)
  if (text === undefined || seconds <= 0 || seconds >= latestSec) throw new BadArgument(`${at} is missing or impossible`)
  return seconds
}

/** A start as a slot names it, or a bad argument: such a slot was in no feed of ours. */
export const askedOf = (slot: Named, resources: ResourceIds | undefined): Asked => {
  if (slot.service_id !== serviceId) throw new BadArgument('unknown service_id')
  const startSec = secondsOf(slot.start_sec, 'start_sec')
  if (slot.duration_sec !== undefined && !(Number(slot.duration_sec) >= 0 && Number(slot.duration_sec) <= 604_800))
    throw new BadArgument('duration_sec is impossible')
  const partySize = resources?.party_size ?? 0
  if (partySize < 1 || partySize > 1000) throw new BadArgument('party_size is missing or impossible')
  return {
    startSec,
    startMs: startSec * 1000,
    partySize,
    roomId: resources?.room_id || undefined,
    durationSec: Number(slot.duration_sec ?? 0) || undefined,
  }
}
