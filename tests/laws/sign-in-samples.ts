import { randomUUID } from 'node:crypto'
import type { PasskeyCreationOptions } from '@tablewire/contracts/identity/passkeys'
import { newSecret, secretHash } from '@tablewire/server/platform/id'
import { aPasskey } from '../build/a-passkey.ts'
import { appCode } from '../build/an-app.ts'
import { aUser, type TestUser } from '../build/a-user.ts'
import type { World } from './world.ts'

/** `token`: these calls change or end the session they come with, so each comes with one of its own. */
type SignInSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; token?: string }

const origin = 'http://localhost'
const password = 'correct horse battery'
const proof = { currentPassword: password }

const somebody = async (world: World, over: Partial<TestUser> = {}): Promise<{ user: TestUser; token: string }> => {
  const user = await aUser(world.container.db, over)
  return { user, token: await world.signIn(user) }
}
const dataOf = async <T>(world: World, ask: Parameters<World['ask']>[0]): Promise<T> => {
  const answer = await world.ask(ask)
  if (answer.statusCode >= 300) throw new Error(`${ask.url} answered ${answer.body}`)
  return answer.json<{ data: T }>().data
}

const startTotp = async (world: World, token: string): Promise<string> =>
  (await dataOf<{ secret: string }>(world, { method: 'POST', url: '/user/totp', token, body: proof })).secret

const withTotp = async (world: World) => {
  const { token } = await somebody(world)
  const otp = appCode(await startTotp(world, token))
  const made = await dataOf<{ recoveryCodes: string[] }>(world, { method: 'POST', url: '/user/totp/confirm', token, body: { otp } })
  return { token, body: { ...proof, recoveryCode: made.recoveryCodes[0] } }
}
const registration = async (world: World, token: string) => {
  const options = await dataOf<PasskeyCreationOptions>(world, { method: 'POST', url: '/user/passkeys/options', token, body: proof })
  return aPasskey().register(options, { origin })
}
export const withPasskey = async (world: World) => {
  const { token } = await somebody(world)
  const body = { name: 'Phone', response: await registration(world, token) }
  const kept = await dataOf<{ passkey: { id: string }; recoveryCodes: string[] }>(world, {
    method: 'POST',
    url: '/user/passkeys',
    token,
    body,
  })
  return { token, id: kept.passkey.id, shown: { ...proof, recoveryCode: kept.recoveryCodes[0] } }
}
/** The secret of a mail is in nobody's hands but its reader's; the law stands in for the mail. */
const recoveryLink = async (world: World): Promise<string> => {
  const [token, user] = [newSecret(), await aUser(world.container.db)]
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 600_000)]
  await world.container.db
    .insertInto('passwordResets')
    .values({ userId: user.id, hash: secretHash(token), createdAt, expiresAt })
    .execute()
  return token
}
const customer = async (world: World): Promise<string> =>
  (await aUser(world.container.db, { companyId: world.venue.companyId, roles: ['ROLE_MANAGER'] })).id

/** Samples of signing in, sessions, second factors and acting as a customer. */
export const signInSamples: Record<string, (world: World) => SignInSample | Promise<SignInSample>> = {
  'recovery.ask': () => ({ body: { email: `law-${randomUUID()}@example.test` } }),
  'recovery.check': async (world) => ({ params: { token: await recoveryLink(world) } }),
  'recovery.reset': async (world) => ({ params: { token: await recoveryLink(world) }, body: { newPassword: `new ${randomUUID()}` } }),
  'recovery.redirect': () => ({ query: { url: '/reservations' } }),
  'security.passkeyOptions': () => ({}),
  'security.sessions': () => ({}),
  'security.endSession': async (world) => {
    const { token } = await somebody(world)
    const [session] = await dataOf<{ id: string }[]>(world, { method: 'GET', url: '/user/sessions', token })
    return { params: { id: session!.id }, token }
  },
  'security.endOtherSessions': async (world) => ({ token: (await somebody(world)).token }),
  'security.state': () => ({}),
  'security.proofOptions': async (world) => ({ token: (await withPasskey(world)).token }),
  'security.startTotp': async (world) => ({ body: proof, token: (await somebody(world)).token }),
  'security.confirmTotp': async (world) => {
    const { token } = await somebody(world)
    return { body: { otp: appCode(await startTotp(world, token)) }, token }
  },
  'security.disableTotp': (world) => withTotp(world),
  'security.renewRecoveryCodes': (world) => withTotp(world),
  'security.startPasskey': async (world) => ({ body: proof, token: (await somebody(world)).token }),
  'security.addPasskey': async (world) => {
    const { token } = await somebody(world)
    return { body: { name: 'Phone', response: await registration(world, token) }, token }
  },
  'security.renamePasskey': async (world) => {
    const { token, id } = await withPasskey(world)
    return { params: { id }, body: { name: 'Old phone' }, token }
  },
  'security.deletePasskey': async (world) => {
    const { token, id, shown } = await withPasskey(world)
    return { params: { id }, body: shown, token }
  },
  'acting.customers': () => ({}),
  'acting.start': async (world) => ({ params: { id: await customer(world) } }),
  'acting.handOver': async (world) => {
    const { token } = await somebody(world, { companyId: world.venue.companyId, roles: ['ROLE_COMPANY_BOT'] })
    return { params: { id: await customer(world) }, token }
  },
  'acting.stop': async (world) => {
    const { token } = await somebody(world)
    const url = `/users/${await customer(world)}/act-as`
    const acting = await dataOf<{ access_token: string; back_token: string }>(world, { method: 'POST', url, token })
    return { token: acting.access_token, body: { backToken: acting.back_token } }
  },
}
