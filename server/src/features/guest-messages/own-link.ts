import type { Ctx } from '#src/platform/ctx.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'

const purpose = 'own booking'
type Signing = Pick<Ctx, 'ports'>

/** A page of a booking, for whoever got its address by mail or has just made it; `page` is below it. */
export const ownLink = ({ ports: { config, secrets } }: Signing, id: string, page = ''): string => {
  const name = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return `${guestOrigin(config)}/book/own/${name}.${secrets.sign(purpose, id)}${page}`
}

/** The booking that such a link is about; undefined for one that we did not make. */
export const readOwnToken = ({ ports: { secrets } }: Signing, token: string): string | undefined => {
  const end = token.indexOf('.')
  const hex = Buffer.from(token.slice(0, end), 'base64url').toString('hex')
  if (end !== 22 || hex.length !== 32) return undefined
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return secrets.verify(purpose, id, token.slice(end + 1)) ? id : undefined
}
