import type { Ctx } from '#src/platform/ctx.ts'

const purpose = 'onboarding reply'

/**
 * To which a person's answer to a mail of one request goes: `r-…@domain`, signed, in hexadecimal digits, as capital letters mean nothing in an
 * address; undefined where no mail is received.
 */
export const replyAddress = ({ ports }: Pick<Ctx, 'ports'>, readerId: string): string | undefined => {
  const { replyDomain, replyListen } = ports.config
  if (replyDomain === undefined || replyListen === undefined) return undefined
  return `r-${readerId.replaceAll('-', '')}${ports.secrets.signShort(purpose, readerId)}@${replyDomain}`
}

/** Whose address that is: the id of the row in `onboarding_readers`; undefined for one that we did not make. */
export const readerOfAddress = ({ ports }: Pick<Ctx, 'ports'>, address: string): string | undefined => {
  const { id, signature, domain } =
    /^r-(?<id>[0-9a-f]{32})(?<signature>[0-9a-f]{20})@(?<domain>.+)$/.exec(address.toLowerCase())?.groups ?? {}
  if (!id || !signature || domain !== ports.config.replyDomain?.toLowerCase()) return undefined
  const readerId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return ports.secrets.verifyShort(purpose, readerId, signature) ? readerId : undefined
}
