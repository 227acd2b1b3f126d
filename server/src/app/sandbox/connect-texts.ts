import type {} from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'

const name = 'Sandbox'
/** No number that anybody has (reserved for drama). */
const sender = '+447700900000'
export type SandboxTexts = { secret: string; inboundUrl: string }

/**
 * The demo's texts go to the phones of the sandbox: through a gateway made where the installation has none, led to the sandbox's current address where
 * it is still this one. Undefined when people have set up one of their own.
 */
export const connectTexts = async (ctx: Ctx, { origin, hub }: { origin: string; hub: string }): Promise<SandboxTexts | undefined> =>
  transaction(ctx, async (inner) => {
    const { db, ports } = inner
    const secret = ports.secrets.sign('sandbox', 'the secret of the text gateway')
    const now = inner.clock().toString()
    const known = await db.selectFrom('textGateways').select(['id', 'name', 'sender']).where('companyId', 'is', null).executeTakeFirst()
    if (known && (known.name !== name || known.sender !== sender)) return undefined
    const id = known?.id ?? newId()
    const current = { url: `${origin}/send`, secretSealed: ports.secrets.seal(secret), secretSetAt: now }
    if (known) await db.updateTable('textGateways').set(current).where('id', '=', id).execute()
    else
      await db
        .insertInto('textGateways')
        .values({ id, companyId: null, name, dialect: 'http', sender, username: null, ...current, createdAt: now, updatedAt: now })
        .execute()
    return { secret, inboundUrl: `${hub}/text/${id}/inbound` }
  })
