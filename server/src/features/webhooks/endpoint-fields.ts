import type { EndpointAuth } from '@tablewire/contracts/channels/webhook-objects'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId, newSecret } from '#src/platform/id.ts'
import { AddressRefused, guardedUrl } from '#src/platform/net/guard.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './webhook-rows.ts'

/** The normalized address: https on the public Internet, or an origin on the operator's allow list. */
export const endpointUrl = ({ ports }: Ctx, text: string): string => {
  try {
    return guardedUrl(text, { origins: ports.config.channelServices }).url.href
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new Problem('webhook.address_refused', {}, { url: [{ issue: 'address' }] })
  }
}

export const authColumns = ({ ports }: Ctx, auth: EndpointAuth) => ({
  authKind: auth.kind,
  authName: 'name' in auth ? auth.name : null,
  authSealed: auth.kind === 'none' ? null : ports.secrets.seal(auth.value),
})

/** A fresh secret; the answer is the only place where it ever stands in clear. */
export const addSecret = async (ctx: Ctx, endpointId: string): Promise<string> => {
  const secret = `whsec_${newSecret()}`
  await ctx.db
    .insertInto('webhookSecrets')
    .values({
      id: newId(),
      endpointId,
      sealed: ctx.ports.secrets.seal(secret),
      hint: secret.slice(-4),
      createdAt: ctx.clock().toString(),
    })
    .execute()
  return secret
}
