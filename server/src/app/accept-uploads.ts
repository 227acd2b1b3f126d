import type { FastifyInstance } from 'fastify'
import { Problem } from '#src/platform/problem.ts'

type Large = { endpointId: string; bytesMax: number; tooLarge: (bytes: number) => Problem }

const whole = /^(application\/octet-stream|image\/[\w.+-]+)(;|$)/
const isWhole = (type: string | undefined): boolean => whole.test(type ?? '')

/**
 * Lets one endpoint, whose contract takes `{ content: base64 }`, accept the file itself as well, as forms and curl send it. `mountInside` mounts in
 * an encapsulated Fastify scope, so that no other call accepts files.
 */
export const acceptUploads = (
  app: FastifyInstance,
  upload: { endpointId: string } | Large,
  mountInside: (inner: FastifyInstance) => void,
): void => {
  void app.register(async (inner) => {
    if ('tooLarge' in upload) takeLargeFiles(inner, upload)
    inner.addContentTypeParser(whole, { parseAs: 'buffer' }, (request, body, done) => {
      if (request.routeOptions.config.endpointId !== upload.endpointId) done(new Problem('request.media_type'))
      else done(null, { content: (body as Buffer).toString('base64') })
    })
    mountInside(inner)
  })
}

/**
 * The file as base64 in JSON is a third larger than itself; every other call of the area stays within what all calls are allowed. Nobody reads what says
 * of itself that it is larger, so that its sender hears of files and their limit here.
 */
const takeLargeFiles = (inner: FastifyInstance, { endpointId, bytesMax, tooLarge }: Large): void => {
  const around = 1024
  const bodyLimit = Math.ceil((bytesMax * 4) / 3) + around
  inner.addHook('onRoute', (route) => {
    if (route.config?.endpointId === endpointId) route.bodyLimit = bodyLimit
  })
  inner.addHook('preParsing', async ({ headers, routeOptions: { config } }, _reply, payload) => {
    const bytes = Number(headers['content-length'] ?? 0)
    if (config.endpointId !== endpointId || bytes <= bodyLimit) return payload
    throw tooLarge(isWhole(headers['content-type']) ? bytes : ((bytes - around) * 3) / 4)
  })
}
