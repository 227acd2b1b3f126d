import type {} from '#src/features/meta/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'

/** No number that Meta gives. */
const appId = '400000000000001'
const name = 'Sandbox'
type SandboxApp = { id: string; name: string; secret: string; redirectUris: string[]; deauthorizeUrl: string; dataDeletionUrl: string }

/**
 * The demo's app at the sandbox's Meta: made where the installation has none, led to the sandbox's current address where it is still this one.
 * Undefined when people have set up an app of their own.
 */
export const connectMeta = async (ctx: Ctx, { origin, hub }: { origin: string; hub: string }): Promise<SandboxApp | undefined> =>
  transaction(ctx, async (inner) => {
    const { db, ports } = inner
    const secret = ports.secrets.sign('sandbox', 'the secret of the app at Meta')
    const now = inner.clock().toString()
    const known = await db.selectFrom('metaApps').select(['id', 'appId']).where('companyId', 'is', null).executeTakeFirst()
    if (known && known.appId !== appId) return undefined
    const id = known?.id ?? newId()
    const current = {
      graphUrl: `${origin}/graph`,
      dialogUrl: `${origin}/dialog/oauth`,
      secretSealed: ports.secrets.seal(secret),
      secretSetAt: now,
    }
    if (known) await db.updateTable('metaApps').set(current).where('id', '=', id).execute()
    else
      await db
        .insertInto('metaApps')
        .values({ id, companyId: null, name, appId, ...current, createdAt: now, updatedAt: now })
        .execute()
    const { publicUrl } = ports.config
    return {
      id: appId,
      name,
      secret,
      redirectUris: [hub, ...(publicUrl ? [new URL(publicUrl).origin] : [])].map((from) => `${from}/meta/callback`),
      deauthorizeUrl: `${hub}/meta/apps/${id}/deauthorize`,
      dataDeletionUrl: `${hub}/meta/apps/${id}/data-deletion`,
    }
  })
