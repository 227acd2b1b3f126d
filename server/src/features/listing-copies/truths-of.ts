import { createHash } from 'node:crypto'
import type { ChannelListing } from '@tablewire/contracts/listing/copies'
import type { ListingPhoto, ListingProfile } from '@tablewire/contracts/listing/profile'
import { linkOrigin } from '#src/features/factors/api.ts'
import { listingProfilesOf } from '#src/features/listing-profile/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** A listing as it is told, and a mark of its content; `ownHours`: its week does not follow the book. */
export type Truth = { listing: ChannelListing; mark: string; today: string; enabled: boolean; ownHours: boolean }

/** For somebody elsewhere: its pictures with this server's address. */
export const withAddresses = async (ctx: Ctx, listing: ChannelListing): Promise<ChannelListing> => {
  const at = await linkOrigin(ctx)
  const placed = (photo: ListingPhoto): ListingPhoto => ({
    ...photo,
    sizes: photo.sizes.map((size) => ({ ...size, url: new URL(size.url, at).href })),
  })
  return { ...listing, photos: listing.photos.map(placed), logo: listing.logo && placed(listing.logo) }
}

const listingOf = ({ hours, ...profile }: ListingProfile): ChannelListing => {
  const { enabled: _enabled, version: _version, updatedAt: _at, ...told } = profile
  return {
    ...told,
    timezone: hours.timezone,
    hours: hours.known ? hours.week : null,
    specialDays: hours.days.map(({ date, spans }) => ({ date, periods: spans })),
  }
}

/** LI1: what every place should show of these venues. */
export const truthsOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, Truth>> => {
  const profiles = await listingProfilesOf(ctx, venueIds)
  return new Map(
    [...profiles].map(([id, profile]) => {
      const listing = listingOf(profile)
      // Whoever asks, and by whatever name of this server.
      const mark = createHash('sha256').update(JSON.stringify(listing)).digest('base64url')
      const enabled = profile.enabled && profile.status !== 'closed_for_good'
      return [id, { listing, mark, today: profile.hours.from, enabled, ownHours: profile.hours.source === 'own' }]
    }),
  )
}
