import { createHash } from 'node:crypto'
import type { RemoteDay, RemoteSlot } from '@tablewire/connectors/kit/connector'
import type { Generated } from 'kysely'
import type { NullableInstant } from '#src/platform/db/schema.ts'

type RemoteDays = {
  venueId: string
  onDate: string
  partySize: number
  area: Generated<string>
  slots: string | null
  hash: string | null
  fetchedAt: NullableInstant
  forgottenAt: NullableInstant
  askedAt: NullableInstant
  askingUntil: NullableInstant
}
type RemoteVenues = {
  venueId: string
  state: 'known' | 'unknown' | 'failed' | null
  checkedAt: NullableInstant
  error: string | null
  daysFrom: string | null
  daysTo: string | null
  daysSizes: Generated<number[]>
  daysAt: NullableInstant
  newsAt: NullableInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    remoteDays: RemoteDays
    remoteVenues: RemoteVenues
  }
}

export type StoredDay = Pick<RemoteDay, 'durationSeconds' | 'slots' | 'offers'>

/** Trailing empty values of a slot are omitted: most systems report neither deposits nor totals. */
const trimmed = (values: (number | null)[]): (number | null)[] => {
  const last = values.findLastIndex((value) => value !== null && value !== 0)
  return values.slice(0, Math.max(2, last + 1))
}

/** A day as stored: its length of stay (with the choices, if any), then per slot the Unix second, covers open, covers in all, deposit, card. */
export const packDay = ({ durationSeconds, slots, offers }: StoredDay): { slots: string; hash: string } => {
  const rows = slots.map(({ startsAt, spotsOpen, spotsTotal, deposit, requiresCard }): [number, ...(number | null)[]] => [
    Math.floor(Date.parse(startsAt) / 1000),
    spotsOpen,
    spotsTotal,
    deposit,
    requiresCard ? 1 : 0,
  ])
  const text = JSON.stringify([
    offers ? { durationSeconds, offers } : durationSeconds,
    ...rows.toSorted((a, b) => a[0] - b[0]).map(trimmed),
  ])
  return { slots: text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 22) }
}

const slotOf = ([second, spotsOpen, spotsTotal = null, deposit = null, card = 0]: (number | null)[]): RemoteSlot => ({
  startsAt: new Date(second! * 1000).toISOString().replace('.000Z', 'Z'),
  spotsOpen: spotsOpen ?? 0,
  spotsTotal,
  deposit,
  requiresCard: card === 1,
})

export const unpackDay = (text: string): StoredDay => {
  const [head, ...rows] = JSON.parse(text) as [number | null | Omit<StoredDay, 'slots'>, ...(number | null)[][]]
  return { ...(typeof head === 'object' && head !== null ? head : { durationSeconds: head }), slots: rows.map(slotOf) }
}
