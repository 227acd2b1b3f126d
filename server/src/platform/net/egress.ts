import type { Http, HttpAnswer, HttpFailure, HttpRequest } from '@tablewire/connectors/kit/http'
import { exchange, type HttpResult, keptConnections } from './exchange.ts'
import { AddressRefused, guardedUrl } from './guard.ts'

/** Origins that whoever runs the installation named: called as they are, also by plain http and in a private network. */
export type TrustedOrigins = { origins(): readonly string[] }

/** A whole season of one venue for every party size fits; what is longer is cut, and no connector takes half an answer for a whole one. */
const longestAnswer = 16 * 1024 * 1024

const headersOf = ({ headers }: HttpResult): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))

const why = (error: unknown): string => {
  if (error instanceof AddressRefused) return `address refused: ${error.message}`
  const { code, name } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer within the time limit'
  return code ?? (error instanceof Error ? error.message : 'failed')
}

/** Requests on connections that are kept open. Never throws: a failure says whether the request may have reached the other side. */
export const makeEgress = (trusted: TrustedOrigins): Http => {
  const connections = keptConnections({ maxSockets: 256, maxFreeSockets: 64, scheduling: 'lifo' })
  return async ({ method, url, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer | HttpFailure> => {
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
