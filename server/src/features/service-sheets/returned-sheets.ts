import type { Ctx } from '#src/platform/ctx.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { type AddressPurpose, idOfAddress, ownAddress } from '#src/platform/mail/own-address.ts'
import type { MailTaker } from '#src/platform/mail/receive-mail.ts'
import type {} from './mail-rows.ts'

const returns: AddressPurpose = { letter: 's', purpose: 'service sheet return' }

const isWithin = (domain: string, other: string): boolean => domain === other || domain.endsWith(`.${other}`)

/** Where a sheet goes back to when it cannot be delivered, as messages to guests do (`guest-messages/returned-mails.ts`). */
export const returnOf = (ctx: Pick<Ctx, 'ports'>, { id, from }: { id: string; from: string }): string | undefined => {
  const address = ownAddress(ctx, returns, id)
  const [domain, writers] = [address, oneAddress(from).address].map((one) => one?.split('@')[1]?.toLowerCase())
  return domain && writers && (isWithin(domain, writers) || isWithin(writers, domain)) ? address : undefined
}

/** What mail servers report of sheets stands where their recipients are set. */
export const takeSheetReturns = (ctx: () => Ctx): MailTaker => ({
  knows: async (address) => idOfAddress(ctx(), returns, address) !== undefined,
  returned: async (address, { outcome, reason }) => {
    const inner = ctx()
    const id = idOfAddress(inner, returns, address)
    if (id === undefined || outcome !== 'failed') return
    await inner.db
      .updateTable('sheetLetters')
      .set({ state: 'bounced', reason, at: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
  },
})
