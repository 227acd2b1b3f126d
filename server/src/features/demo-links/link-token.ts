import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import type { DemoLinkRecord } from './link-rows.ts'

type Named = Pick<DemoLinkRecord, 'id' | 'turn'>

/** Computed and not stored: who reads the database opens nothing, and the link can be copied again. */
export const tokenOf = ({ ports }: Pick<Ctx, 'ports'>, { id, turn }: Named): string =>
  ports.secrets.sign('demo link', `${id} ${turn}`).split('.')[1]!

export const addressOf = ({ ports: { config } }: Pick<Ctx, 'ports'>, token: string): string =>
  `${config.publicUrl ?? `http://localhost:${config.port}`}/demo/${token}`

/** The address of the link; null when the server's key has changed since, so that it cannot be told any more. */
export const urlOf = (ctx: Pick<Ctx, 'ports'>, link: Named & Pick<DemoLinkRecord, 'tokenHash'>): string | null => {
  const token = tokenOf(ctx, link)
  return secretHash(token).equals(link.tokenHash) ? addressOf(ctx, token) : null
}
