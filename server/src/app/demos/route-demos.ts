import type { FastifyInstance } from 'fastify'
import { demoTokenPrefix } from '#src/platform/demos.ts'
import type { AppContainer } from '../ports.ts'

type Build = (container: AppContainer) => Promise<FastifyInstance>

/**
 * Hands every request with a demo's token to the demos' own application, as it came and before anything here has looked at it: what is asked with such
 * a token cannot reach this application's database.
 */
export const routeDemos = (app: FastifyInstance, { demos }: AppContainer, build: Build): void => {
  let built: Promise<FastifyInstance | undefined> | undefined
  const appOf = async (): Promise<FastifyInstance | undefined> => {
    const known = await built
    if (known) return known
    built = demos.world().then(async (world) => {
      if (!world) return undefined
      const made = await build(world)
      await made.ready()
      return made
    })
    built.catch(() => (built = undefined))
    return built
  }
  const sign = new RegExp(`^bearer +${demoTokenPrefix}`, 'i')
  app.addHook('onRequest', async (request, reply) => {
    // About the link a demo came by, which is known here alone: a visitor who looks at it again, or opens a page, sends his session along.
    if (request.url.startsWith('/v1/demo/')) return
    if (!sign.test(request.headers.authorization ?? '')) return
    const found = await appOf()
    // Without demos the token is one that nobody knows.
    if (!found) return
    reply.hijack()
    found.routing(request.raw, reply.raw)
  })
  app.addHook('onClose', async () => {
    await (await built?.catch(() => undefined))?.close()
  })
}
