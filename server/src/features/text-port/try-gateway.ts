import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { gatewayById } from './gateway-of.ts'
import { kept } from './gateways.ts'
import { sendText } from './send-text.ts'

/** Says nothing of any guest. */
const words = 'Tablewire: this gateway works.'

/** One text to a number that somebody names, and what the gateway says to it. */
export const tryGateway = async (ctx: Ctx, { id, to }: { id: string; to: string }): Promise<{ taken: boolean; said: string | null }> => {
  const { rows } = await sql<{
    companyId: string | null
  }>`select g.company_id from text_gateways g where g.id = ${id} and ${kept(ctx)}`.execute(ctx.db)
  const gateway = rows.length ? await gatewayById(ctx, id) : undefined
  if (!gateway) throw new Problem('text_gateway.not_found')
  const sending = await sendText(ctx, gateway, { to, text: words, ref: newId(), lang: 'en' })
  const found = sending.taken ? { taken: true, said: null } : { taken: false, said: sending.said }
  return transaction(ctx, async (inner) => {
    await audit(inner, { action: 'text_gateway.tried', subject: 'text_gateway', subjectId: id, companyId: gateway.companyId, after: found })
    return found
  })
}
