import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
export type Question = { headers: Record<string, string>; body?: unknown; method?: string }

/**
 * POST with a body, else GET, unless stated. `fetch` would cost as much CPU as the server it measures, and its garbage collection stops the clock.
 */
export const ask = (url: string, { headers, body, method }: Question): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request(url, {
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      agent,
      headers: sent === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) },
    })
    outgoing.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, body: text }))
      answer.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(sent)
  })
