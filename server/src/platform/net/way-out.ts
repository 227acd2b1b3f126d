import type { Http, HttpAnswer, HttpFailure, HttpRequest } from '@tablewire/connectors/kit/http'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { AddressRefused, publicHttpsUrl, publicLookup } from './guard.ts'

/** Origins that whoever runs the installation named: called as they are, also by plain http and in a private network. */
export type Trusted = { origins(): readonly string[] }

/** A whole season of one venue for every party size fits; what is longer is cut, and no connector takes half an answer for a whole one. */
const longestAnswer = 16 * 1024 * 1024
const pool = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, scheduling: 'lifo' } as const

/** An address that may be called, and whether it is one of the trusted. */
const allowedUrl = (text: string, { origins }: Trusted): { url: URL; trusted: boolean } => {
  if (!URL.canParse(text)) throw new AddressRefused('not an address')
  const url = new URL(text)
  if (!url.username && !url.password && origins().includes(url.origin)) return { url, trusted: true }
  return { url: publicHttpsUrl(text), trusted: false }
}

const readWhole = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    answer.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length <= longestAnswer) return
      resolve(Buffer.concat(parts).subarray(0, longestAnswer).toString('utf8'))
      answer.destroy()
    })
    answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
    answer.on('error', reject)
    answer.on('aborted', () => reject(new Error('the connection was cut in the middle of the answer')))
  })

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))

const why = (error: unknown): string => {
  if (error instanceof AddressRefused) return `address refused: ${error.message}`
  const { code, name } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer within the time limit'
  return code ?? (error instanceof Error ? error.message : 'failed')
}

/** Requests on connections that are kept open. Never throws: a failure says whether the request may have reached the other side. */
export const makeWayOut = (trusted: Trusted): Http => {
  // Connections to trusted origins are kept apart: theirs are made without looking at the address.
  const agents = {
    plain: new HttpAgent(pool),
    trusted: new HttpsAgent(pool),
    public: new HttpsAgent({ ...pool, lookup: publicLookup() }),
  }
  return async ({ method, url: text, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer | HttpFailure> => {
    let sent = false
    try {
      const { url, trusted: known } = allowedUrl(text, trusted)
      const secure = url.protocol === 'https:'
      const agent = !secure ? agents.plain : known ? agents.trusted : agents.public
      const bytes = body === undefined ? undefined : Buffer.from(body)
      return await new Promise<HttpAnswer>((resolve, reject) => {
        const call = (secure ? requestHttps : requestHttp)(url, {
          method,
          agent,
          signal,
          headers: { ...headers, 'user-agent': 'Tablewire', ...(bytes ? { 'content-length': bytes.length } : {}) },
        })
        call.on('error', reject)
        call.on('socket', (socket: Socket) => {
          // Until the connection stands nothing of the request can have arrived.
          if (call.reusedSocket || !socket.connecting) sent = true
          else socket.once(secure ? 'secureConnect' : 'connect', () => (sent = true))
        })
        call.on('response', (answer) => {
          readWhole(answer).then((whole) => resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), text: whole }), reject)
        })
        call.end(bytes)
      })
    } catch (error) {
      return { failure: why(error), sent }
    }
  }
}
