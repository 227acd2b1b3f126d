import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { outageOf } from '#src/platform/db/outage.ts'
import { Problem } from '#src/platform/problem.ts'

/** Heartbeat, also the interval at which the reader's session or key is checked again: with the sessions' TTL cache, ten seconds at most. */
const heartbeatMs = 5000
/** Back-pressure: a reader this far behind is disconnected; it reconnects and resumes. */
const mostBehindBytes = 1_000_000

type ServerEvent = { id: string; event?: string; data: unknown }
export const sendEvent = (out: ServerResponse, { id, event, data }: ServerEvent): void => {
  if (out.writableLength > mostBehindBytes) out.destroy()
  else out.write(`id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
}

/** The answer is not known now: the database is away. */
export const isOutage = (error: unknown): boolean => outageOf(error) !== undefined || (error instanceof Problem && error.status === 503)

type Reading = {
  /** Checked at every heartbeat; a refused reader's stream ends. */
  mayStay: () => Promise<unknown>
  onClose: () => void
}
export type OpenStream = (request: FastifyRequest, reply: FastifyReply, reading: Reading) => ServerResponse

/** Server-sent events over `app`: each stream has a heartbeat, and all of them end before the server closes. */
export const eventStreams = (app: FastifyInstance): OpenStream => {
  const open = new Set<ServerResponse>()
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const out of open) out.end()
  })
  return (request, reply, { mayStay, onClose }) => {
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Keep-alive would hold the connection for another minute, and delay the server's shutdown.
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    const heartbeat = setInterval(() => {
      out.write(': still here\n\n')
      // Who cannot be asked about while the database is away is no less welcome than before: refused is who is known to be.
      mayStay().catch((error: unknown) => isOutage(error) || out.end())
    }, heartbeatMs)
    open.add(out)
    out.on('close', () => {
      clearInterval(heartbeat)
      open.delete(out)
      onClose()
    })
    if (closing) out.end()
    return out
  }
}
