import { brandOfVenue } from '#src/features/brands/api.ts'
import { brandOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

const purpose = 'onboarding invitation'

/**
 * What stands in the link: 256 bits of a keyed hash, so that a mail that is sent again, or a reminder, holds the same link although it is kept nowhere.
 */
export const tokenOf = ({ ports: { secrets } }: Pick<Ctx, 'ports'>, inviteId: string): string =>
  secrets.sign(purpose, inviteId).split('.')[1]!

/** Where a restaurant is led: to its brand's own domain, where that has one. */
export const houseOrigin = async (ctx: Ctx, venueId: string | null): Promise<string> => {
  const { publicUrl, port } = ctx.ports.config
  const origin = venueId === null ? undefined : await brandOrigin(ctx, (await brandOfVenue(ctx, venueId)).domains)
  return origin ?? publicUrl ?? `http://localhost:${port}`
}

export const inviteLink = async (ctx: Ctx, inviteId: string, venueId: string | null): Promise<string> =>
  `${await houseOrigin(ctx, venueId)}/onboarding/${tokenOf(ctx, inviteId)}`

export const looksLikeToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
