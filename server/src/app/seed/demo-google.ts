import type {} from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'

export const demoGoogleKey = 'demo'
export const demoSftpHost = 'partnerupload.google.com'

/** The demo's account at Google, which is the default; its booking server takes calls once somebody gives it a password, as the sandbox does. */
export const writeGoogleAccount = async (ctx: Ctx, channelId: string): Promise<void> => {
  const now = ctx.clock().toString()
  await ctx.db
    .insertInto('googleAccounts')
    .values({
      id: newId(),
      key: demoGoogleKey,
      name: 'Reserve with Google',
      environment: 'sandbox',
      isDefault: true,
      channelId,
      partnerId: '20002468',
      sftpUrl: demoSftpHost,
      sftpUsers: JSON.stringify({
        service: 'feeds-svc4k2',
        merchants: 'feeds-mer8d1',
        availability: 'feeds-ava3q7',
        generic: 'feeds-gen5m9',
      }),
      username: 'maps-booking',
      capabilities: ['asynchronousBookings', 'seatingSections', 'specialRequest', 'userLocale', 'waitlist'],
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
