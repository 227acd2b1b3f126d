import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { type GoogleSlot, serviceId } from '#src/features/google-merchants/api.ts'

/** The same in all files of a feed, and never again. */
export type FeedStamp = { generatedSec: number; nonce: string }

/** Between these stand the records, one on a line with a comma between; Google reads a file as one JSON object. */
export const brackets: Readonly<Record<GoogleFeedKind, { name: string; open: string; close: string }>> = {
  merchants: { name: 'merchants', open: '"merchant":[', close: ']}' },
  services: { name: 'services', open: '"service":[', close: ']}' },
  availability: { name: 'availability_feed', open: '"service_availability":[{"availability":[', close: ']}]}' },
}

type Shard = FeedStamp & { shard: number; shards: number }

export const headOf = (kind: GoogleFeedKind, { generatedSec, nonce, shard, shards }: Shard): string => {
  const metadata = {
    processing_instruction: 'PROCESS_AS_COMPLETE',
    shard_number: shard,
    total_shards: shards,
    generation_timestamp: generatedSec,
    nonce,
  }
  return `{"metadata":${JSON.stringify(metadata)},${brackets[kind].open}`
}

const padded = (n: number): string => String(n).padStart(3, '0')
/** Metadata count files from nought, names from one, as Google's samples do. */
export const fileName = (kind: GoogleFeedKind, { generatedSec, shard, shards }: Omit<Shard, 'nonce'>): string =>
  `${brackets[kind].name}_${generatedSec}_${padded(shard + 1)}_of_${padded(shards)}.json.gz`

/** Lines are by the million, so what all of a merchant's have in common is written once. */
export const slotLines = (merchantId: string): ((slot: GoogleSlot) => string) => {
  const head = `{"merchant_id":${JSON.stringify(merchantId)},"service_id":${JSON.stringify(serviceId)},"start_sec":`
  const described = new Set<string>()
  const roomOf = (room: NonNullable<GoogleSlot['room']>): string => {
    const first = !described.has(room.id) && room.description.trim() !== ''
    described.add(room.id)
    // Once for each room is enough.
    const description = first ? `,"room_description":${JSON.stringify({ value: room.description.trim() })}` : ''
    return `,"room_id":${JSON.stringify(room.id)},"room_name":${JSON.stringify(room.name)}${description}`
  }
  return ({ startSec, durationSec, partySize, room, spotsOpen, spotsTotal, mode, lastBookableSec }) => {
    const late = lastBookableSec === undefined ? '' : `,"scheduling_rule_overrides":{"last_bookable_sec":${lastBookableSec}}`
    return (
      `${head}${startSec},"duration_sec":${durationSec},"spots_total":${spotsTotal},"spots_open":${spotsOpen},` +
      `"resources":{"party_size":${partySize}${room ? roomOf(room) : ''}},"confirmation_mode":"${mode}"${late}}`
    )
  }
}
