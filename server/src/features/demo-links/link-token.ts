import { brandById } from '#src/features/brands/api.ts'
import { brandOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import type { DemoLinkRecord } from './link-rows.ts'

type Named = Pick<DemoLinkRecord, 'id' | 'turn'>

/** Computed and not stored: who reads the database opens nothing, and the link can be copied again. */
export const tokenOf = ({ ports }: Pick<Ctx, 'ports'>, { id, turn }: Named): string =>
  ports.secrets.sign('demo link', `${id} ${turn}`).split('.')[1]!

type Of = Pick<DemoLinkRecord, 'brandId'>
/** At the brand's own domain where it has one: whoever gets it knows that name. */
export const addressOf = async (ctx: Ctx, token: string, { brandId }: Of): Promise<string> => {
  const { publicUrl, port } = ctx.ports.config
  const brand = brandId === null ? undefined : await brandById(ctx.db, brandId)
  const origin = brand && (await brandOrigin(ctx, brand.domains))
  return `${origin ?? publicUrl ?? `http://localhost:${port}`}/demo/${token}`
}

/** The address of the link; null when the server's key has changed since, so that it cannot be told any more. */
export const urlOf = async (ctx: Ctx, link: Named & Of & Pick<DemoLinkRecord, 'tokenHash'>): Promise<string | null> => {
  const token = tokenOf(ctx, link)
  return secretHash(token).equals(link.tokenHash) ? addressOf(ctx, token, link) : null
}
