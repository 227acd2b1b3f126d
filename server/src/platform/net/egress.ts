import type { Http, HttpAnswer, HttpFailure, HttpRequest } from '@tablewire/connectors/kit/http'
import { exchange, type HttpResult, keepAliveAgents } from './exchange.ts'
import { AddressRefused, guardedUrl } from './guard.ts'

/** The operator's allow list: origins that are called as they are, also by plain http and in a private network. */
export type TrustedOrigins = { origins(): readonly string[]; open?: boolean }

/**
 * Size limit of an answer: a whole season of one venue for every party size fits; a longer one is truncated, and connectors refuse a truncated
 * answer.
 */
const longestAnswer = 16 * 1024 * 1024

const headersOf = ({ headers }: HttpResult): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))

const why = (error: unknown): string => {
  if (error instanceof AddressRefused) return `address refused: ${error.message}`
  const { code, name } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer within the time limit'
  return code ?? (error instanceof Error ? error.message : 'failed')
}

/** HTTP client for outgoing calls, with keep-alive. Never throws: a failure says whether the request may have reached the other side. */
export const makeEgress = (trusted: TrustedOrigins): Http => {
  const connections = keepAliveAgents({ maxSockets: 256, maxFreeSockets: 64, scheduling: 'lifo' })
  return async ({ method, url, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer | HttpFailure> => {
    if (trusted.open === false) return { failure: 'address refused: nothing leaves here', sent: false }
    let sent = false
    try {
      const answer = await exchange(connections, guardedUrl(url, { origins: trusted.origins() }), {
        method,
        headers: { ...headers, 'user-agent': 'Tablewire' },
        body,
        signal,
        longest: longestAnswer,
        onSent: () => (sent = true),
      })
      return { status: answer.status, headers: headersOf(answer), text: answer.text }
    } catch (error) {
      return { failure: why(error), sent }
    }
  }
}
