import type { Ctx } from '#src/platform/ctx.ts'

const purpose = 'waitlist entry'
type Signing = Pick<Ctx, 'ports'>

/** The page of who waits, for whoever got its address by a message; shown on no other page. */
export const waitPath = ({ ports: { secrets } }: Signing, id: string): string =>
  `/book/wait/${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${secrets.sign(purpose, id)}`

/** Who such a link is about; undefined for one that we did not make. */
export const readWaitToken = ({ ports: { secrets } }: Signing, token: string): string | undefined => {
  const end = token.indexOf('.')
  const hex = Buffer.from(token.slice(0, end), 'base64url').toString('hex')
  if (end !== 22 || hex.length !== 32) return undefined
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return secrets.verify(purpose, id, token.slice(end + 1)) ? id : undefined
}
