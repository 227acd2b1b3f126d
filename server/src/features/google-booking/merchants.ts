import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { type Merchant, merchantOf } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { BadArgument } from './failure.ts'

/** The venue of this id; what is not on this account is a bad argument. */
export const requireMerchant = async (ctx: Ctx, account: CallingAccount, merchantId: string | undefined): Promise<Merchant> => {
  const merchant = await merchantOf(ctx, account, merchantId)
  if (!merchant) throw new BadArgument('unknown merchant_id')
  return merchant
}
