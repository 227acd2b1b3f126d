import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OpenSpan, spans } from '#src/platform/telemetry/spans.ts'
import type { AppContainer } from './ports.ts'

/** So long what was gathered may take to be sent when the process stops. */
const patienceMs = 2000

/** Traces and numbers for whom the environment names; where it names nobody, nothing of it is loaded. */
export const openTelemetry = async ({ config, log, metrics, ports }: AppContainer): Promise<{ stop: () => Promise<void> }> => {
  const named = config.otelEndpoint ?? config.otelTracesEndpoint ?? config.otelMetricsEndpoint
  if (named === undefined || config.otelDisabled) return { stop: async () => undefined }
  const { startOtel } = await import('#src/platform/telemetry/otel.ts')
  const telemetry = startOtel({ config, log, metrics, instanceId: ports.processId })
  return {
    stop: async () => {
      let late: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, patienceMs)))
      await Promise.race([telemetry.stop(), patience])
      clearTimeout(late)
    },
  }
}

/** Probes come every second, and a stream is open for an evening. */
const isTraced = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => !/^\/(healthz|readyz|metrics)$|\/live$/.test(url)

/** Each request by the template of its route: what callers put in its place stays out. */
export const traceRequests = (app: FastifyInstance): void => {
  const traced = spans()
  if (!traced) return
  const open = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTraced(request)) return done()
    const { method, routeOptions } = request
    const { url: route, config } = routeOptions
    const { endpointId } = config as { endpointId?: string }
    const span = traced.open({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      callerHeaders: request.headers,
      attributes: {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        ...(endpointId === undefined ? {} : { 'tablewire.endpoint': endpointId }),
        // One that the caller chose may say anything.
        ...(request.headers['x-request-id'] === request.id ? {} : { 'tablewire.request_id': request.id }),
      },
    })
    open.set(request, span)
    // Who hangs up before his answer hears none, and there is no response.
    reply.raw.once('close', () => {
      if (!open.delete(request)) return
      span.set({ 'tablewire.outcome': 'caller_gone' })
      span.end()
    })
    span.run(done)
  })
  // A body is read by events of its socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    return span ? span.run(done) : done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request)
    open.delete(request)
    span?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}
