import { exchange, type HttpResult, keepAliveAgents } from './exchange.ts'
import { AddressRefused, type AllowedTargets, guardedUrl } from './guard.ts'

type OutgoingRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  timeoutMs: number
  /** Bytes of the answer that are of interest. */
  longest: number
}

const connections = keepAliveAgents({ maxFreeSockets: 4, timeout: 30_000 })

/** POSTs (unless told otherwise) to a guarded address, with keep-alive. Redirects are not followed. */
export const guardedSend = async (
  text: string,
  allowed: AllowedTargets,
  { method = 'POST', timeoutMs, ...outgoing }: OutgoingRequest,
): Promise<HttpResult> =>
  exchange(connections, guardedUrl(text, allowed), { ...outgoing, method, signal: AbortSignal.timeout(timeoutMs), again: true })

export type GuardedSend = typeof guardedSend

/** For an installation that calls nobody: every address is refused, as one of a private network is. */
export const refusedSend: GuardedSend = () => Promise.reject(new AddressRefused('nothing leaves here'))
