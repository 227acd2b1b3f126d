import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'

/** Also how often it is asked whether the reader's session or key is still good: with the short memory of sessions, ten seconds at most. */
const heartbeatMs = 5000
/** A reader this far behind is cut off; it comes back and resumes. */
const mostBehindBytes = 1_000_000

type ServerEvent = { id: string; event?: string; data: unknown }
export const sendEvent = (out: ServerResponse, { id, event, data }: ServerEvent): void => {
  if (out.writableLength > mostBehindBytes) out.destroy()
  else out.write(`id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
}

type Reading = {
  /** Asked at every heartbeat; the stream of whom it refuses ends. */
  mayStay: () => Promise<unknown>
  onClose: () => void
}
export type OpenStream = (request: FastifyRequest, reply: FastifyReply, reading: Reading) => ServerResponse

/** Server-sent events over `app`: each stream beats, and all of them end before the server does. */
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
      // Ended, it would wait for another request for a minute, and keep a server from stopping.
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    const heartbeat = setInterval(() => {
      out.write(': still here\n\n')
      mayStay().catch(() => out.end())
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
