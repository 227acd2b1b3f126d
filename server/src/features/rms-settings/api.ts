import { systemAbility } from '@tablewire/contracts/identity/access'
import type { FastifyRequest } from 'fastify'
import type { CallerDeps } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { knownSystemBy } from './known-system.ts'
import type {} from './system-rows.ts'
import { readSystem, auditedFields } from './system-view.ts'

export { createTestSystem } from './create-test-system.ts'
export { listKeys as listSystemKeys, rotateKey } from './rotate-key.ts'
export { readSystem, requireSystem } from './system-view.ts'
export { updateSystem } from './update-system.ts'

/** Prefix of API keys of reservation systems: a session's token never begins with it. */
export const systemKeyOf = (request: FastifyRequest): string | undefined =>
  /^bearer +(rms_\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]

/** Authenticates a reservation system (AC10), by `Authorization: Bearer`; `system_key.invalid` when none matches. */
export const systemCaller =
  ({ db, clock, base }: CallerDeps) =>
  async (request: FastifyRequest): Promise<Ctx> => {
    const key = systemKeyOf(request)
    if (!key) throw new Problem('system_key.invalid')
    const { expiresMs: _, ...known } = await knownSystemBy(db, key, clock().epochMilliseconds)
    return {
      ...base(request),
      actor: { kind: 'system', ...known },
      ability: systemAbility,
      scope: { kind: 'system', systemId: known.id },
      lang: langOf(request),
    }
  }

/** Internal columns that nobody edits: the version (optimistic lock) stays, so that an open form does not become stale. */
export const recordConnection = async (
  ctx: Ctx,
  id: string,
  at: { connectedAt: string } | { connectionFailedAt: string },
): Promise<void> => {
  await ctx.db.updateTable('systems').set(at).where('id', '=', id).execute()
}

/** The fields of a system that an undo can restore: not its secrets, which cannot be read. */
export const systemSettings = async (ctx: Ctx, id: string): Promise<Record<string, unknown>> => {
  const { sealedSince: _, ...settings } = auditedFields(await readSystem(ctx, id))
  return settings
}
export { bindAgainToSystem } from './system-users.ts'
