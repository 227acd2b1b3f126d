import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { testMode } from '@tablewire/contracts/rms/test-mode'
import { createChannel, rotateToken } from '#src/features/channels/api.ts'
import { createTestSystem, listSystemKeys, requireSystem, rotateKey } from '#src/features/rms-settings/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

const twinOf = async (ctx: Ctx, systemId: string): Promise<string | null> =>
  (await ctx.db.selectFrom('systems').select('id').where('testOf', '=', systemId).executeTakeFirst())?.id ?? null
const channelFor = async (ctx: Ctx, twin: string): Promise<string | null> =>
  (await ctx.db.selectFrom('channels').select('id').where('testOfSystem', '=', twin).executeTakeFirst())?.id ?? null

const requireTestable = async (ctx: Ctx, id: string, { lock = false } = {}): Promise<{ name: string }> => {
  const { name, type, test } = await requireSystem(ctx, id, { lock })
  if (type === 'built_in') throw new Problem('system.built_in')
  if (test) throw new Problem('test_mode.already')
  return { name }
}

/** What a reservation system has to try things with. */
export const readSystemTestMode = async (ctx: Ctx, id: string): Promise<Result<typeof testMode.system>> => {
  await requireSystem(ctx, id)
  const systemId = await twinOf(ctx, id)
  if (systemId === null) return { systemId, channelId: null, keys: [] }
  return { systemId, channelId: await channelFor(ctx, systemId), keys: await listSystemKeys(ctx, systemId) }
}

/** New test keys; with the first ones the system's twin is made, and the channel that books at its venues. */
export const makeSystemTestKey = async (ctx: Ctx, id: string): Promise<Result<typeof testMode.systemKey>> =>
  transaction(ctx, async (inner) => {
    const { name } = await requireTestable(inner, id, { lock: true })
    const systemId = (await twinOf(inner, id)) ?? (await createTestSystem(inner, id))
    const { apiKey } = await rotateKey(inner, systemId)
    const known = await channelFor(inner, systemId)
    const { id: channelId, xToken } = known
      ? await rotateToken(inner, known)
      : await createChannel(inner, { name: `${name.slice(0, 100)} (test bookings)` }, { testOfSystem: systemId })
    await audit(inner, { action: 'system.test_key_made', subject: 'system', subjectId: id, after: { name, testSystemId: systemId } })
    return { systemId, apiKey, channelId, xToken }
  })
