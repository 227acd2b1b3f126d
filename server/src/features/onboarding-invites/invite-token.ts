import type { Ctx } from '#src/platform/ctx.ts'

const purpose = 'onboarding invitation'

/**
 * What stands in the link: 256 bits of a keyed hash, so that a mail that is sent again, or a reminder, holds the same link although it is kept nowhere.
 */
export const tokenOf = ({ ports: { secrets } }: Pick<Ctx, 'ports'>, inviteId: string): string =>
  secrets.sign(purpose, inviteId).split('.')[1]!

export const inviteLink = (ctx: Pick<Ctx, 'ports'>, inviteId: string): string => {
  const { publicUrl, port } = ctx.ports.config
  return `${publicUrl ?? `http://localhost:${port}`}/onboarding/${tokenOf(ctx, inviteId)}`
}

export const looksLikeToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
