import { createHmac } from 'node:crypto'
import type { MetaProblem } from '@tablewire/contracts/channels/meta'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'

/** An app as it calls Meta. */
export type CallingApp = { id: string; appId: string; secret: string; graphUrl: string | null; dialogUrl: string | null }
export type Fault = { problem: MetaProblem; said: string | null }
export type Answer<T> = { found: T } | { fault: Fault }
type Asking<T extends z.ZodMiniType> = {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Whose word it is; without one the app itself asks. */
  token?: string
  fields?: Readonly<Record<string, string>>
  answer: T
}

const graphUrl = 'https://graph.facebook.com/v24.0'
const metaDialog = 'https://www.facebook.com/v24.0/dialog/oauth'
/** Where people sign in. */
export const dialogOf = ({ dialogUrl }: CallingApp): URL => new URL(dialogUrl ?? metaDialog)
const timeoutMs = 15_000
const bytesOfInterest = 256 * 1024

const Refusal = z.object({
  error: z.object({
    message: z.optional(z.string()),
    code: z.optional(z.number()),
    error_subcode: z.optional(z.number()),
    is_transient: z.optional(z.boolean()),
    error_user_msg: z.optional(z.string()),
  }),
})

/** Meta's error codes (graph-api/guides/error-handling): the session or token, rights, what is no longer there, and what passes by itself. */
const tokenCodes = [102, 190, 463, 467]
const laterCodes = [1, 2, 4, 17, 32, 341, 368, 613]
const goneSubcode = 33
const problemOf = ({ code = 0, error_subcode: sub, is_transient: transient }: z.infer<typeof Refusal>['error']): MetaProblem => {
  if (tokenCodes.includes(code)) return 'token'
  if (transient || laterCodes.includes(code)) return 'later'
  if (code === 10 || (code >= 200 && code <= 299)) return 'permission'
  return code === 100 && sub === goneSubcode ? 'missing' : 'refused'
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Never with what we showed it: some messages repeat a part of the request. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((said, secret) => (secret ? said.replaceAll(secret, '…') : said), text).slice(0, 300)

const readAnswer = <T extends z.ZodMiniType>(
  { status, text }: { status: number; text: string },
  schema: T,
  secrets: readonly string[],
): Answer<z.output<T>> => {
  const value = jsonOf(text)
  const refusal = Refusal.safeParse(value)
  if (refusal.success) {
    const { error } = refusal.data
    const said = error.error_user_msg ?? error.message
    return { fault: { problem: problemOf(error), said: said === undefined ? null : withoutSecrets(said, secrets) } }
  }
  if (status >= 500) return { fault: { problem: 'unreachable', said: null } }
  const found = schema.safeParse(value)
  return status < 300 && found.success ? { found: found.data } : { fault: { problem: 'refused', said: null } }
}

/** Proof that the call comes from the app, not from somebody who found the token. */
const proofOf = ({ secret }: CallingApp, token: string): string => createHmac('sha256', secret).update(token).digest('hex')

/** Asks Meta's Graph API; never throws for what Meta, or the way to it, does. Secrets travel in headers and bodies alone, as addresses get logged. */
export const askGraph = async <T extends z.ZodMiniType>(
  { ports }: Ctx,
  app: CallingApp,
  { method = 'GET', path, token, fields = {}, answer }: Asking<T>,
): Promise<Answer<z.output<T>>> => {
  const proof: Record<string, string> = token === undefined ? {} : { appsecret_proof: proofOf(app, token) }
  const values = new URLSearchParams({ ...fields, ...proof })
  const inBody = method === 'POST'
  const address = `${app.graphUrl ?? graphUrl}/${path}${inBody || values.size === 0 ? '' : `?${values}`}`
  const headers = {
    accept: 'application/json',
    'user-agent': 'Tablewire',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(inBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  }
  try {
    const outgoing = { method, headers, timeoutMs, longest: bytesOfInterest, ...(inBody ? { body: values.toString() } : {}) }
    const result = await ports.send(address, { origins: ports.config.channelServices }, outgoing)
    return readAnswer(result, answer, [app.secret, ...(token === undefined ? [] : [token]), fields['code'] ?? ''])
  } catch (error) {
    return { fault: { problem: error instanceof AddressRefused ? 'address' : 'unreachable', said: null } }
  }
}
