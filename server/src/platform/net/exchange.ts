import { Agent as HttpAgent, type AgentOptions, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { spans, within } from '../telemetry/spans.ts'
import { type Address, publicLookup, requirePublic } from './guard.ts'

/** Keep-alive connections. Trusted origins have an agent of their own, without the check of the address. */
export type Connections = { plain: HttpAgent; trusted: HttpsAgent; checked: HttpsAgent }
export const keepAliveAgents = (options: AgentOptions, lookup = publicLookup()): Connections => {
  const kept = { ...options, keepAlive: true }
  return { plain: new HttpAgent(kept), trusted: new HttpsAgent(kept), checked: new HttpsAgent({ ...kept, lookup }) }
}

export type OutgoingRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  signal: AbortSignal
  /** The answer is truncated after so many bytes; 0 = its status alone. */
  longest: number
  /** Retried on a new connection when the server had just closed an idle one: it has read nothing. */
  again?: boolean
  /** From here on the request may have arrived. */
  onSent?: () => void
}
export type HttpResult = { status: number; headers: IncomingMessage['headers']; text: string }

const beginningOf = (answer: IncomingMessage, longest: number): Promise<string> =>
  new Promise((resolve, reject) => {
    answer.on('error', reject)
    if (longest === 0) {
      answer.resume()
      return resolve('')
    }
    const parts: Buffer[] = []
    let length = 0
    const done = (): void => resolve(Buffer.concat(parts).subarray(0, longest).toString('utf8'))
    answer.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length < longest) return
      done()
      answer.destroy()
    })
    answer.on('end', done)
  })

/** One request to a guarded address, and the beginning of its answer. Redirects are not followed. Of its address the trace knows the host alone. */
export const exchange = (connections: Connections, address: Address, { headers, ...outgoing }: OutgoingRequest): Promise<HttpResult> => {
  const { hostname, port, protocol } = address.url
  const attributes = {
    'http.request.method': outgoing.method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  const send = () => sendOnce(connections, address, { ...outgoing, headers: { ...headers, ...spans()?.headers() } })
  return within({ name: outgoing.method, kind: 'client', attributes }, send, ({ status }) => ({ 'http.response.status_code': status }))
}

const sendOnce = (connections: Connections, { url, trusted }: Address, outgoing: OutgoingRequest): Promise<HttpResult> => {
  const { method, headers, body, signal, longest, again = false, onSent } = outgoing
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    // `lookup` is called for names only: IP addresses are checked here.
    if (!trusted) requirePublic(url)
    const call = (secure ? requestHttps : requestHttp)(url, {
      method,
      agent: secure ? (trusted ? connections.trusted : connections.checked) : connections.plain,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    })
    // Node's own handling of `signal` watches the whole stream, and costs as much as the rest of the call.
    const stop = (): void => void call.destroy(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    call.on('close', () => signal.removeEventListener('abort', stop))
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (again && call.reusedSocket && error.code === 'ECONNRESET') sendOnce(connections, { url, trusted }, outgoing).then(resolve, reject)
      else reject(error)
    })
    call.on('socket', (socket: Socket) => {
      // Until the connection is established nothing of the request can have arrived.
      if (call.reusedSocket || !socket.connecting) onSent?.()
      else socket.once(secure ? 'secureConnect' : 'connect', () => onSent?.())
    })
    call.on('response', (answer) => {
      beginningOf(answer, longest).then((text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }), reject)
    })
    call.end(body)
  })
}
