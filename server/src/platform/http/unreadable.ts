import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { newId } from '../id.ts'
import { Problem } from '../problem.ts'
import { problemBody } from './errors.ts'

const mostDrainedBytes = 32_000_000
const longestDrainMs = 5000

/**
 * Drains the body of a refused request, within limits. Most clients read the answer only after sending; closing the connection while they still write
 * would lose it.
 */
export const drained = (raw: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (raw.complete || raw.readableEnded || raw.destroyed) return resolve()
    let bytes = 0
    const done = (): void => {
      clearTimeout(patience)
      raw.pause()
      resolve()
    }
    const patience = setTimeout(done, longestDrainMs)
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostDrainedBytes) done()
    })
    for (const over of ['end', 'close', 'error']) raw.on(over, done)
    raw.resume()
  })

const statuses: Record<string, [status: string, code: ErrorCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'request.too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request.malformed'],
}

/** What is not even HTTP gets the one error body as well, then the connection is closed. */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code] = statuses[error.code ?? ''] ?? ['400 Bad Request', 'request.malformed']
  const requestId = newId()
  const body = JSON.stringify(problemBody(new Problem(code), 'en', requestId))
  const head = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end([`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n'))
}
