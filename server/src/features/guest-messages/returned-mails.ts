import { noteCarried } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { type AddressPurpose, idOfAddress, ownAddress } from '#src/platform/mail/own-address.ts'
import type { MailTaker } from '#src/platform/mail/receive-mail.ts'

const returns: AddressPurpose = { letter: 'b', purpose: 'guest mail return' }

const isWithin = (domain: string, other: string): boolean => domain === other || domain.endsWith(`.${other}`)

/**
 * Where a guest's message goes back to when it cannot be delivered (VERP): each has its own, so that nothing of the mail itself has to be read. Only
 * of the writer's own domain, or of one below or above it: by another one it would fail where DMARC asks SPF (RFC 7489 §3.1.2).
 */
export const returnAddress = (ctx: Pick<Ctx, 'ports'>, { id, from }: { id: string; from: string }): string | undefined => {
  const address = ownAddress(ctx, returns, id)
  const [domain, writers] = [address, oneAddress(from).address].map((one) => one?.split('@')[1]?.toLowerCase())
  return domain && writers && (isWithin(domain, writers) || isWithin(writers, domain)) ? address : undefined
}

/** What mail servers report of guests' messages: it stands with the booking. `ctx` makes one of its own for each mail. */
export const takeReturns = (ctx: () => Ctx): MailTaker => ({
  knows: async (address) => idOfAddress(ctx(), returns, address) !== undefined,
  returned: async (address, { outcome, reason }) => {
    const inner = ctx()
    const id = idOfAddress(inner, returns, address)
    if (id === undefined || outcome === null) return
    await noteCarried(inner, { id, state: outcome === 'failed' ? 'bounced' : 'delivered', reason, gatewayId: null })
  },
})
