import type { ListingField, ShownFacts } from '@tablewire/contracts/listing/copies'
import { type ListingDetail, ListingUpdate } from '@tablewire/contracts/listing/listings'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod/mini'
import { readListing, updateListing } from '#src/features/listing-profile/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

type Shown = { field: ListingField; theirs: ShownFacts }
type Days = ListingDetail['ownDays']

const nextDay = (date: string, by = 1): string => Temporal.PlainDate.from(date).add({ days: by }).toString()

/** Days of its own without these dates: what stands on either side of them stays. */
const without = (days: Days, dates: readonly string[]): Days =>
  dates.toSorted().reduce<Days>(
    (left, date) =>
      left.flatMap((day) => {
        if (date < day.fromOn || date > day.toOn) return [day]
        return [
          ...(day.fromOn < date ? [{ ...day, toOn: nextDay(date, -1) }] : []),
          ...(date < day.toOn ? [{ ...day, fromOn: nextDay(date) }] : []),
        ]
      }),
    days,
  )

const daysWith = ({ ownDays }: ListingDetail, { specialDays }: ShownFacts): Days => {
  const shown = specialDays ?? []
  const dates = shown.map(({ date }) => date)
  return [...without(ownDays, dates), ...shown.map(({ date, periods }) => ({ fromOn: date, toOn: date, name: '', spans: periods }))]
}

const patchOf = (listing: ListingDetail, { field, theirs }: Shown): object => {
  const { name, address, postalCode, city, latitude, longitude, phone, website, menuUrl, hours } = theirs
  const patches: Record<ListingField, () => object> = {
    name: () => ({ displayName: name }),
    address: () => ({ ...(address && { address }), ...(postalCode && { postalCode }), ...(city && { city }) }),
    position: () => ({ latitude, longitude }),
    phone: () => ({ phone }),
    website: () => ({ website }),
    menu: () => ({ menuUrl }),
    // The book stays as it is: these are hours of the listing's own, and marked as such.
    hours: () => ({ ownWeek: hours }),
    specialDays: () => ({ ownDays: daysWith(listing, theirs) }),
  }
  return patches[field]()
}

/** What a place shows becomes what the venue says of itself, if a listing takes it. */
export const acceptShown = async (ctx: Ctx, venueId: string, shown: Shown): Promise<void> => {
  const listing = await readListing(ctx, venueId)
  const body = z.safeParse(ListingUpdate, { version: listing.version, ...patchOf(listing, shown) })
  if (!body.success) throw new Problem('listing.not_taken')
  await updateListing(ctx, { params: { id: venueId }, body: body.data }).catch((error: unknown) => {
    // Its fields are nobody's here.
    throw error instanceof Problem && error.code === 'request.invalid' ? new Problem('listing.not_taken') : error
  })
}
