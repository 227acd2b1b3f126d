import type { Ctx } from '#src/platform/ctx.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'

const purpose = 'own booking'
type Signing = Pick<Ctx, 'ports'>

const nameOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

/** A page of a booking, for whoever got its address by mail or has just made it; `page` is below it. */
export const ownLink = ({ ports: { config, secrets } }: Signing, id: string, page = ''): string => {
  return `${guestOrigin(config)}/book/own/${nameOf(id)}.${secrets.sign(purpose, id)}${page}`
}

const split = (token: string): { id: string; signature: string } | undefined => {
  const end = token.indexOf('.')
  const hex = Buffer.from(token.slice(0, end), 'base64url').toString('hex')
  if (end !== 22 || hex.length !== 32) return undefined
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), signature: token.slice(end + 1) }
}

/** The booking that such a link is about; undefined for one that we did not make. */
export const readOwnToken = ({ ports: { secrets } }: Signing, token: string): string | undefined => {
  const { id, signature } = split(token) ?? {}
  return id !== undefined && signature !== undefined && secrets.verify(purpose, id, signature) ? id : undefined
}

/**
 * Where a guest says that he meant it, for whoever reads the mails of that address and nobody else: once it is corrected, a link that went to another one
 * opens neither this page nor, later, the booking.
 */
const meantPurpose = 'meant booking'
type Meant = { id: string; guestEmail: string | null }
const meantText = ({ id, guestEmail }: Meant): string => `${id} ${guestEmail?.toLowerCase() ?? ''}`
export const meantLink = ({ ports: { config, secrets } }: Signing, meant: Meant): string =>
  `${guestOrigin(config)}/book/own/${nameOf(meant.id)}.${secrets.sign(meantPurpose, meantText(meant))}/confirm`
/** The booking that such a link claims to be about; whether it is good its address decides. */
export const claimedBy = (token: string): string | undefined => split(token)?.id
export const isMeant = ({ ports: { secrets } }: Signing, token: string, meant: Meant): boolean =>
  secrets.verify(meantPurpose, meantText(meant), split(token)?.signature ?? '')
