import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { lostGuest } from '#src/features/widget/routes.ts'
import type { Edge } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'

const dist = fileURLToPath(new URL('../../../widget/dist/', import.meta.url))

type Loader = { changedMs: number; etag: string; bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>> }
/** Cache of the loader in its encodings; read again after a new build. */
let loader: Loader | undefined

const readLoader = async (): Promise<Loader | undefined> => {
  const file = `${dist}widget.js`
  const found = await stat(file).catch(() => undefined)
  if (!found) return undefined
  if (loader?.changedMs === found.mtimeMs) return loader
  const identity = await readFile(file)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`
  return (loader = { changedMs: found.mtimeMs, etag, bodies: { br, gzip: gz, identity } })
}

/** Other people's pages load it, from any origin, and hear of a new one within minutes. */
const loaderRoute = (app: FastifyInstance): void => {
  app.get('/widget.js', async (request, reply) => {
    const found = await readLoader()
    if (!found) throw new Problem('route.unknown')
    const taken = request.headers['accept-encoding'] ?? ''
    const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(String.raw`\b${one}\b(?!;q=0)`).test(taken)) ?? 'identity'
    void reply
      .header('cache-control', 'public, max-age=300, stale-while-revalidate=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('vary', 'accept-encoding')
      .header('etag', found.etag)
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send()
    if (encoding !== 'identity') void reply.header('content-encoding', encoding)
    return reply.type('text/javascript; charset=utf-8').send(found.bodies[encoding])
  })
}

/** The scripts of the booking page, as they were built: compressed, and kept for good by their names; the loader under its own. */
export const widgetFiles = async (app: FastifyInstance, edge: Edge): Promise<void> => {
  loaderRoute(app)
  const files = async (inner: FastifyInstance): Promise<void> => {
    inner.setNotFoundHandler(lostGuest(edge))
    await inner.register(serveStatic, {
      root: `${dist}assets/`,
      index: false,
      // Files only: a folder is nothing that anybody asks for.
      allowedPath: (path) => /[^/]\.\w+$/.test(path),
      decorateReply: false,
      preCompressed: true,
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  }
  await app.register(files, { prefix: '/book/assets' })
}
