import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; text: string; body: Record<string, unknown> }
export type RawRequest = { headers?: readonly string[]; body?: string | Buffer }

// A busy machine takes its time; only what hangs is cut off.
const silenceMs = 60_000

/** Sends exactly these bytes and reads until the server closes; for what no HTTP client would let out. */
export const rawBytes = (url: string, bytes: Buffer): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const parts: Buffer[] = []
    const late = setTimeout(() => socket.destroy(new Error('no answer')), silenceMs)
    socket.on('data', (part: Buffer) => parts.push(part))
    // A server that has answered may hang up on the rest of what we send.
    socket.on('error', (error) => parts.length || reject(error))
    socket.on('close', () => {
      clearTimeout(late)
      const all = Buffer.concat(parts).toString()
      const end = all.indexOf('\r\n\r\n')
      const [first = '', ...lines] = all.slice(0, end).split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
      const text = all.slice(end + 4)
      const json = headers['content-type']?.startsWith('application/json') && text && !('transfer-encoding' in headers)
      resolve({ status: Number(first.split(' ')[1]), headers, text, body: json ? (JSON.parse(text) as Record<string, unknown>) : {} })
    })
    socket.write(bytes)
  })

/** One request on a connection of its own, its path and headers as they are. */
export const rawCall = (url: string, line: string, { headers = [], body = '' }: RawRequest = {}): Promise<RawAnswer> => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = bytes.length > 0 ? [`content-length: ${bytes.length}`] : []
  const head = [`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...length, ...headers, '', ''].join('\r\n')
  return rawBytes(url, Buffer.concat([Buffer.from(head, 'latin1'), bytes]))
}
