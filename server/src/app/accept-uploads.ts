import type { FastifyInstance } from 'fastify'
import { Problem } from '#src/platform/problem.ts'

/**
 * Lets one endpoint, whose contract takes `{ content: base64 }`, accept the file itself as well, as forms and curl send it. `mountInside` mounts in
 * an encapsulated Fastify scope, so that no other call accepts files.
 */
export const acceptUploads = (
  app: FastifyInstance,
  { endpointId, bytesMax }: { endpointId: string; bytesMax?: number },
  mountInside: (inner: FastifyInstance) => void,
): void => {
  void app.register(async (inner) => {
    if (bytesMax !== undefined) takeLargeFiles(inner, endpointId, bytesMax)
    inner.addContentTypeParser(/^(application\/octet-stream|image\/[\w.+-]+)(;|$)/, { parseAs: 'buffer' }, (request, body, done) => {
      if (request.routeOptions.config.endpointId !== endpointId) done(new Problem('request.media_type'))
      else done(null, { content: (body as Buffer).toString('base64') })
    })
    mountInside(inner)
  })
}

/** The file as base64 in JSON is a third larger than itself; every other call of the area stays within what all calls are allowed. */
const takeLargeFiles = (inner: FastifyInstance, endpointId: string, bytesMax: number): void => {
  inner.addHook('onRoute', (route) => {
    if (route.config?.endpointId === endpointId) route.bodyLimit = Math.ceil((bytesMax * 4) / 3) + 1024
  })
}
