import type { RemoteOffers, RemoteSlot } from '@tablewire/connectors/kit/connector'
import type { PushedDay } from '@tablewire/contracts/rms/rms-api-objects'
import type { Ctx } from '#src/platform/ctx.ts'
import { keepDays } from './fetch-days.ts'

type PushedDays = { venueId: string; days: readonly PushedDay[] }

const slotOf = (slot: PushedDay['slotData'][number], day: PushedDay): RemoteSlot => {
  const spotsTotal = slot.totalSpots ?? slot.totalSpot ?? day.totalSpots ?? null
  return {
    startsAt: new Date(slot.startSec * 1000).toISOString(),
    spotsTotal,
    // A start pushed without a number is open; its covers are unknown.
    spotsOpen: slot.openSpots ?? slot.openSpot ?? day.openSpots ?? spotsTotal ?? 1,
    deposit: slot.deposit && slot.depositAmount ? slot.depositAmount : null,
    requiresCard: slot.requiresCc ?? slot.requireCc ?? false,
  }
}

const offersOf = ({ requiresDuration, durations, bookingTypes }: PushedDay): RemoteOffers | undefined =>
  requiresDuration || durations?.length || bookingTypes?.length
    ? {
        requiresDuration: requiresDuration ?? false,
        durations: (durations ?? []).map(({ value, label = null }) => ({ seconds: value, label })),
        bookingTypes: bookingTypes ?? [],
      }
    : undefined

/** The hub's ids of areas by the system's own. */
const areasOf = async (ctx: Ctx, venueId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await ctx.db
    .selectFrom('areas')
    .select(['id', 'externalId'])
    .where('venueId', '=', venueId)
    .where('externalId', 'is not', null)
    .where('archivedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, externalId }) => [externalId!, id]))
}

/** Stores days that a system pushes, as if just fetched; bookings still fetch fresh. Unknown areas are dropped. Returns how many days were stored. */
export const storePushedDays = async (ctx: Ctx, { venueId, days }: PushedDays): Promise<number> => {
  const areas = days.some(({ areaId }) => areaId) ? await areasOf(ctx, venueId) : new Map<string, string>()
  const known = new Map(
    days.flatMap((day) => {
      const area = day.areaId ? areas.get(day.areaId) : ''
      return area === undefined ? [] : [[`${day.date} ${day.partySize} ${area}`, { day, area }] as const]
    }),
  )
  // Newer than an invalidation in the same request.
  const askedAt = ctx.clock().add({ milliseconds: 1 }).toString()
  await keepDays(
    ctx,
    [...known.values()].map(({ day, area }) => {
      const { date, partySize, duration, slotData } = day
      const slots = slotData.map((slot) => slotOf(slot, day))
      return { venueId, date, partySize, area, durationSeconds: duration ?? null, slots, offers: offersOf(day) }
    }),
    askedAt,
  )
  return known.size
}
