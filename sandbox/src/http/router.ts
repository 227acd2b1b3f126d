import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RouteRequest = {
  method: string
  path: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The body as text; `json` and `form` read it. */
  text: string
  raw: IncomingMessage
}
export type Reply = { status: number; headers?: Readonly<Record<string, string>>; body?: string } | 'hang' | 'cut'
export type Route = { method: string; path: string; act: (request: RouteRequest) => Reply | Promise<Reply> }

export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})
export const html = (body: string, status = 200): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  },
  body,
})
export const seeOther = (location: string): Reply => ({ status: 303, headers: { location } })
export const refusal = (
  status: number,
  code: string,
  said: string | { message: string; headers: Readonly<Record<string, string>> },
): Reply => {
  const { message, headers } = typeof said === 'string' ? { message: said, headers: {} } : said
  return json({ code, message }, status, headers)
}

export const jsonIn = (request: RouteRequest): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(request.text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
export const formIn = ({ text }: RouteRequest): URLSearchParams => new URLSearchParams(text)

/** All times of a restaurant's months in one replace. */
const longestBody = 32 * 1024 * 1024
const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    request.on('data', (part: Buffer) => {
      length += part.length
      if (length > longestBody) request.destroy(new Error('too long'))
      else parts.push(part)
    })
    request.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
    request.on('error', reject)
  })

type Compiled = { method: string; parts: readonly string[]; act: Route['act'] }
const paramsOf = (parts: readonly string[], given: readonly string[]): Record<string, string> | undefined => {
  if (parts.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (let i = 0; i < parts.length; i++) {
    if (parts[i]!.startsWith(':')) params[parts[i]!.slice(1)] = decodeURIComponent(given[i]!)
    else if (parts[i] !== given[i]) return undefined
  }
  return params
}

const find = (
  routes: readonly Compiled[],
  method: string,
  path: string,
): { act: Route['act']; params: Record<string, string> } | undefined => {
  const given = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const params = paramsOf(route.parts, given)
    if (params) return { act: route.act, params }
  }
  return undefined
}

/** CSRF guard: a form of another site must not be accepted. */
const fromElsewhere = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined && headers.origin !== 'null' && new URL(headers.origin).host !== headers.host

const answer = async (routes: readonly Compiled[], request: IncomingMessage): Promise<Reply> => {
  const method = request.method ?? 'GET'
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
  const found = find(routes, method, pathname)
  if (!found) return refusal(404, 'not_found', 'There is no such address.')
  if (method !== 'GET' && fromElsewhere(request)) return refusal(403, 'elsewhere', 'Asked by a page of another site.')
  const text = method === 'GET' ? '' : await bodyOf(request)
  return found.act({
    method,
    path: pathname,
    params: found.params,
    query: searchParams,
    headers: request.headers,
    text,
    raw: request,
  })
}

const send = (request: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  if (reply === 'hang') return
  if (reply === 'cut') return void request.socket.destroy()
  const body = Buffer.from(reply.body ?? '')
  response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers, 'content-length': body.length }).end(body)
}

export type Listening = { origin: string; close(): Promise<void> }
export type ListenOptions = { port?: number; host?: string }

/** Serves the routes, the first that fits, until closed. Port 0 takes a free one. */
export const listen = async (routes: readonly Route[], { port = 0, host = '127.0.0.1' }: ListenOptions = {}): Promise<Listening> => {
  const compiled = routes.map(({ method, path, act }) => ({ method, parts: path.split('/'), act }))
  const server: Server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(compiled, request).then(
      (reply) => send(request, response, reply),
      (error: unknown) => {
        process.stderr.write(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
        send(request, response, refusal(500, 'failed', 'Something went wrong.'))
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
