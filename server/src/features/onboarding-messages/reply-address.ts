import type { Ctx } from '#src/platform/ctx.ts'
import { type AddressPurpose, idOfAddress, ownAddress } from '#src/platform/mail/own-address.ts'

const replies: AddressPurpose = { letter: 'r', purpose: 'onboarding reply' }

/** To which a person's answer to a mail of one request goes; undefined where no mail is received. */
export const replyAddress = (ctx: Pick<Ctx, 'ports'>, readerId: string): string | undefined => ownAddress(ctx, replies, readerId)

/** Whose address that is: the id of the row in `onboarding_readers`; undefined for one that we did not make. */
export const readerOfAddress = (ctx: Pick<Ctx, 'ports'>, address: string): string | undefined => idOfAddress(ctx, replies, address)
