import { createSign } from 'node:crypto'
import type { UpdatingAccount } from '#src/features/google-accounts/api.ts'
import type { GoogleSlot } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

const hosts = { production: 'https://mapsbooking.googleapis.com', sandbox: 'https://partnerdev-mapsbooking.googleapis.com' } as const
const scope = 'https://www.googleapis.com/auth/mapsbooking'
const tokenUrl = 'https://oauth2.googleapis.com/token'
const timeoutMs = 15_000
const longest = 65_536

export type Request = {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  query?: Readonly<Record<string, string>>
  body?: object
  /** Free tables it tells of, which are kept once Google has them; `whole`: the dates that this call and those beside it tell of. */
  told?: { timeZone: string; from: string; to: string; slots: readonly GoogleSlot[]; whole: { from: string; to: string } }
}
/**
 * `status` null: no answer. `signedOut`: the key of the service account is not accepted, whatever is asked. `forbidden`: it may not do this; the same is
 * answered of one thing that is another partner's as of a key that may do nothing.
 */
export type Result = {
  ok: boolean
  status: number | null
  error: string | null
  retryAfterMs: number | undefined
  signedOut: boolean
  forbidden: boolean
  /** What Google said, where it is an object. */
  answer: Record<string, unknown>
}

type KeyFile = { client_email: string; private_key: string; token_uri?: string }
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A signed assertion (RFC 7523): three fields and one signature, for which Google's own library would bring a dozen packages. */
const assertionOf = ({ client_email: iss, private_key: key }: KeyFile, aud: string, nowSec: number): string => {
  const claims = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ iss, scope, aud, iat: nowSec, exp: nowSec + 3600 })}`
  return `${claims}.${createSign('RSA-SHA256').update(claims).sign(key, 'base64url')}`
}

class SignInRefused extends Error {
  readonly status: number
  constructor(status: number, why: string) {
    super(`the key of the service account was not accepted: ${why}`)
    this.status = status
  }
}

/** Good for an hour at Google; asked anew a while before. By the sealed key, so that a new one counts at once. */
const tokens = makeTtlCache<{ token: string }>({ keepMs: 50 * 60_000, max: 200 })

const signIn = async (ctx: Ctx, { sealedKey }: UpdatingAccount): Promise<{ token: string }> => {
  const file = JSON.parse(ctx.ports.secrets.open(sealedKey)) as KeyFile
  const url = file.token_uri ?? tokenUrl
  const assertion = assertionOf(file, url, Math.floor(ctx.clock().epochMilliseconds / 1000))
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await ctx.ports.send(url, { origins: ctx.ports.config.systemServices }, { headers, body, timeoutMs, longest })
  if (answer.status >= 500 || answer.status === 429) throw new Error(`Google's sign-in answered ${answer.status}`)
  const read = readObject(answer.text)
  if (answer.status !== 200 || typeof read['access_token'] !== 'string')
    throw new SignInRefused(answer.status, typeof read['error'] === 'string' ? read['error'].slice(0, 80) : String(answer.status))
  return { token: read['access_token'] }
}

const readObject = (text: string): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const retryAfterMs = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined) return undefined
  const ms = /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 3_600_000) : undefined
}

/** What went wrong, without an address or a secret. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AddressRefused) return 'the address is not a public one'
  if (error instanceof SignInRefused) return error.message
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `no answer within ${timeoutMs / 1000} seconds`
  return code ? `the call failed (${code})` : message.startsWith('Google') ? message : 'the call failed'
}

const messageIn = (text: string): string => {
  const { error } = readObject(text)
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? `: ${message.slice(0, 200)}` : ''
}

/** One call of the Maps Booking API; never throws. An access token that has lost its worth is fetched anew once. */
export const callGoogle = async (ctx: Ctx, account: UpdatingAccount, request: Request): Promise<Result> => {
  const { sealedKey, apiUrl, environment } = account
  const query = new URLSearchParams(request.query).toString()
  const url = `${(apiUrl ?? hosts[environment]).replace(/\/+$/, '')}${request.path}${query ? `?${query}` : ''}`
  let token = ''
  const send = async () => {
    ;({ token } = await tokens.getOrLoad(sealedKey, () => signIn(ctx, account)))
    const { method, body } = request
    const authorization = `Bearer ${token}`
    const sent = body
      ? { method, headers: { 'content-type': 'application/json', authorization }, body: JSON.stringify(body), timeoutMs, longest }
      : { method, headers: { authorization }, timeoutMs, longest }
    return ctx.ports.send(url, { origins: ctx.ports.config.systemServices }, sent)
  }
  try {
    let answer = await send()
    if (answer.status === 401) {
      tokens.forget((held) => held.token === token)
      answer = await send()
    }
    const { status, headers, text } = answer
    const ok = status >= 200 && status < 300
    return {
      ok,
      status,
      error: ok ? null : `Google answered ${status}${messageIn(text)}`,
      retryAfterMs: retryAfterMs(headers['retry-after'], ctx.clock().epochMilliseconds),
      signedOut: status === 401,
      forbidden: status === 403,
      answer: readObject(text),
    }
  } catch (error) {
    const signedOut = error instanceof SignInRefused
    return {
      ok: false,
      status: signedOut ? error.status : null,
      error: reasonOf(error),
      retryAfterMs: undefined,
      signedOut,
      forbidden: false,
      answer: {},
    }
  }
}
