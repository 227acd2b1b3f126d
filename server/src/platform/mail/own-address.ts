import type { Ctx } from '../ctx.ts'

/** What such addresses are for: the letter they begin with, and what their signatures hold for. */
export type AddressPurpose = { letter: string; purpose: string }

/**
 * An address of ours that says whose it is: `r-…@domain`, signed, in hexadecimal digits, as capital letters mean nothing in an address; undefined
 * where no mail is received.
 */
export const ownAddress = ({ ports }: Pick<Ctx, 'ports'>, { letter, purpose }: AddressPurpose, id: string): string | undefined => {
  const { replyDomain, replyListen } = ports.config
  if (replyDomain === undefined || replyListen === undefined) return undefined
  return `${letter}-${id.replaceAll('-', '')}${ports.secrets.signShort(purpose, id)}@${replyDomain}`
}

/** Whose address that is; undefined for one that we did not make for this. */
export const idOfAddress = ({ ports }: Pick<Ctx, 'ports'>, { letter, purpose }: AddressPurpose, address: string): string | undefined => {
  const found = /^(?<is>[a-z])-(?<hex>[0-9a-f]{32})(?<signature>[0-9a-f]{20})@(?<domain>.+)$/.exec(address.toLowerCase())?.groups
  const { is, hex, signature, domain } = found ?? {}
  if (!hex || !signature || is !== letter || domain !== ports.config.replyDomain?.toLowerCase()) return undefined
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return ports.secrets.verifyShort(purpose, id, signature) ? id : undefined
}
