import type { PasskeyAssertion, PasskeyRequestOptions } from '@tablewire/contracts/identity/passkeys'
import { type Role, signInRoles } from '@tablewire/contracts/identity/roles'
import { security } from '@tablewire/contracts/identity/security'
import { type FactorChallenge, session, type Token } from '@tablewire/contracts/identity/session'
import { ApiError } from '#src/api/api-error.ts'
import { api, apiWith } from '#src/api/client.ts'
import { deviceText } from '#src/api/device.ts'
import type { HandedOver } from '#src/api/handed-over.ts'
import { portalClient } from '#src/api/renew.ts'
import { sessionStore } from '#src/api/session.ts'

export type Credentials = { email: string; password: string; remember: boolean }

/** Seconds a session says it has when another system hands it over (AC1). */
const handedOverSeconds = 24_400

/** Comes while the server checks who it is. */
const restoring = () => import('#src/api/restore.ts')

/** AC2: stores the session and loads profile, channels and venues. */
const enter = async (token: Token, ready: ReturnType<typeof restoring>, remember: boolean): Promise<void> => {
  const { restoreOnce } = await ready
  sessionStore.start(token, { remember })
  await restoreOnce()
}

/** AC4: who holds none of these roles gets no session here. */
const needRole = (roles: readonly Role[], allowed: readonly Role[]): void => {
  if (!roles.some((role) => allowed.includes(role))) throw new ApiError(403, 'access.no_role')
}

type Grant = Omit<Parameters<typeof api<typeof session.token>>[1]['body'], keyof typeof portalClient>

const enterBy = async (grant: Grant, remember: boolean): Promise<void> => {
  const ready = restoring()
  const token = await api(session.token, { body: { ...portalClient, device: deviceText(), ...grant } })
  needRole(token.roles, signInRoles)
  await enter(token, ready, remember)
}

/** The password was right; what has to be shown beside it. */
export class SecondStepNeeded extends Error {
  override name = 'SecondStepNeeded'
  readonly challenge: FactorChallenge
  constructor(challenge: FactorChallenge) {
    super('second_factor.required')
    this.challenge = challenge
  }
}

/** The password was right and is spent: the page for choosing one's own comes, and nothing after this. */
const chooseOwn = (token: string): Promise<never> => {
  location.assign(`/reset-password/${encodeURIComponent(token)}`)
  return new Promise(() => undefined)
}

const secondStepOr = (error: unknown): never | Promise<never> => {
  if (error instanceof ApiError && error.code === 'password.one_time') return chooseOwn((error.details as { token: string }).token)
  if (!(error instanceof ApiError) || error.code !== 'second_factor.required') throw error
  throw new SecondStepNeeded(error.details as FactorChallenge)
}

/** What was chosen with the first step, for the second. */
let wasRemembered = false

/** AC4: the password grant. Throws what the server says, `access.no_role`, or SecondStepNeeded. */
export const signIn = ({ email, password, remember }: Credentials): Promise<void> => {
  wasRemembered = remember
  return enterBy({ grant_type: 'password', username: email.trim(), password, long_time: remember }, remember).catch(secondStepOr)
}

export type Factor = { otp: string } | { recovery_code: string } | { assertion: PasskeyAssertion }

/** AC9: the second step, by one of the ways the challenge offers. */
export const confirmSignIn = (challenge: string, factor: Factor): Promise<void> =>
  enterBy({ grant_type: 'second_factor', challenge, ...factor }, wasRemembered)

export const passkeyOptions = (): Promise<PasskeyRequestOptions> => api(security.passkeyOptions)

/** AC9: a passkey alone, which is two factors in one. */
export const signInByPasskey = (assertion: PasskeyAssertion, remember: boolean): Promise<void> =>
  enterBy({ grant_type: 'passkey', assertion, long_time: remember }, remember)

/** What stood in an address is replaced at once. A token without its other half cannot be, and is used as it came. */
const tokenOf = async ({ token, refreshToken }: Extract<HandedOver, { kind: 'tokens' }>): Promise<Token> => {
  if (refreshToken) {
    const body = { grant_type: 'refresh_token', ...portalClient, refresh_token: refreshToken, redirect_login: true }
    return api(session.token, { body })
  }
  const { roles } = await apiWith(token, session.me)
  return { access_token: token, refresh_token: '', token_type: 'Bearer', expires_in: handedOverSeconds, roles }
}

const tokenForHash = ({ userId, hash }: Extract<HandedOver, { kind: 'hash' }>): Promise<Token> =>
  api(session.token, { body: { grant_type: 'hash_credentials', ...portalClient, device: deviceText(), userId, hash } }).catch(secondStepOr)

/** AC3, AC4: a session handed over, or one for a hash, which may need a second step as a password does. Any role is enough, but there must be one. */
export const signInHandedOver = async (handed: HandedOver): Promise<void> => {
  const ready = restoring()
  wasRemembered = false
  const token = await (handed.kind === 'tokens' ? tokenOf(handed) : tokenForHash(handed))
  needRole(token.roles, token.roles)
  await enter(token, ready, false)
}
