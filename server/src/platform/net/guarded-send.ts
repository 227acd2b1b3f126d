import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { type Allowed, guardedUrl, publicLookup } from './guard.ts'

type Outgoing = { headers: Readonly<Record<string, string>>; body: string; timeoutMs: number }
export type Heard = { status: number; headers: IncomingMessage['headers']; text: string }

/** Of an answer only the beginning is of interest. */
const longestAnswer = 4096
const pool = { keepAlive: true, maxFreeSockets: 4, timeout: 30_000 }
// Connections to named origins and to looked-up addresses never mix: only the latter were checked when they were made.
const agents = {
  trusted: { http: new HttpAgent(pool), https: new HttpsAgent(pool) },
  checked: { http: new HttpAgent(pool), https: new HttpsAgent(pool) },
}

type Address = { url: URL; trusted: boolean }

/** POSTs to a guarded address over kept connections and reads the beginning of the answer. Redirects are not followed. */
export const guardedSend = (text: string, allowed: Allowed, outgoing: Outgoing): Promise<Heard> =>
  send(guardedUrl(text, allowed), { ...outgoing, signal: AbortSignal.timeout(outgoing.timeoutMs) })

const send = ({ url, trusted }: Address, outgoing: Outgoing & { signal: AbortSignal }): Promise<Heard> => {
  const { headers, body, signal } = outgoing
  const secure = url.protocol === 'https:'
  const own = agents[trusted ? 'trusted' : 'checked']
  return new Promise((resolve, reject) => {
    const call = (secure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: secure ? own.https : own.http,
      signal,
      ...(trusted ? {} : { lookup: publicLookup() }),
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The other side had closed a kept connection a moment before: it has read nothing.
      if (call.reusedSocket && error.code === 'ECONNRESET') send({ url, trusted }, outgoing).then(resolve, reject)
      else reject(error)
    })
    call.on('response', (answer) => {
      const parts: Buffer[] = []
      let length = 0
      const done = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).subarray(0, longestAnswer).toString('utf8'),
        })
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length < longestAnswer) return
        done()
        answer.destroy()
      })
      answer.on('end', done)
      answer.on('error', reject)
    })
    call.end(body)
  })
}
