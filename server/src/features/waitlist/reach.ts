import { type NoticePorts, portOf } from '@tablewire/contracts/booking/reservations.rules'
import type { WaitKind } from '@tablewire/contracts/booking/waitlist.rules'
import { sql } from 'kysely'
import { gatewayFor, stoppedAmong } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Party = { kind: WaitKind; email: string | null; phone: string | null }
type House = { id: string; companyId: string }

const portsOf = async ({ db }: Ctx, venueId: string): Promise<NoticePorts> => {
  const { rows } = await sql<{ messagePorts: NoticePorts }>`
    select v.message_ports from venues v where v.id = ${venueId}`.execute(db)
  return rows[0]?.messagePorts ?? {}
}

/** Who of those who wait hears of a place in time, by mail or by text; others are called, by the house. */
export const reachOf = async (ctx: Ctx, { id, companyId }: House, parties: readonly Party[]): Promise<(party: Party) => boolean> => {
  const numbers = parties.flatMap(({ email, phone }) => (email === null && phone !== null ? [phone] : []))
  const gateway = numbers.length ? await gatewayFor(ctx, companyId) : undefined
  if (!gateway) return ({ email }) => email !== null
  const [ports, stopped] = await Promise.all([portsOf(ctx, id), stoppedAmong(ctx, gateway.id, numbers)])
  const byText = { day: portOf(ports, 'waitlist_offer') !== 'mail', door: portOf(ports, 'table_ready') !== 'mail' }
  return ({ kind, email, phone }) => email !== null || (phone !== null && byText[kind] && !stopped.has(phone))
}
