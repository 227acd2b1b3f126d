import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = `${root}.tablewire/bench/bare-page`
const html = '<!doctype html><title>Bare</title><script type="module" src="/page.js"></script><body><div id="root"></div></body>'

/** Builds bare-page.tsx as the portal is built and serves it beside the product, whose answers it hands on. */
export const startBarePage = async (product: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  await build({
    configFile: false,
    root: `${root}benches`,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: `${root}benches/bare-page.tsx`, output: { entryFileNames: 'page.js' } } },
  })
  const script = await readFile(`${outDir}/page.js`)
  const app = Fastify({ logger: false })
  app.get('/', (_request, reply) => reply.type('text/html').header('cache-control', 'no-store').send(html))
  app.get('/page.js', (_request, reply) =>
    reply.type('text/javascript').header('cache-control', 'public, max-age=31536000, immutable').send(script),
  )
  app.get('/v1/*', async (request, reply) => {
    const answer = await fetch(product + request.url, { headers: { authorization: request.headers.authorization ?? '' } })
    return reply
      .code(answer.status)
      .type('application/json')
      .send(await answer.text())
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() }
}
