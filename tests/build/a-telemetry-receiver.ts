import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }
type Keyed = readonly { key: string; value: Value }[]
type Named = Record<string, string | number | undefined>
export type ToldSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  kind: number
  failed: boolean
  attributes: Named
  resource: Named
}
export type ToldMetric = {
  name: string
  kind: 'gauge' | 'sum' | 'histogram'
  points: { attributes: Named; point: Record<string, unknown> }[]
}
type Scopes<K extends string, T> = { resource: { attributes: Keyed }; [name: string]: unknown } & Record<K, readonly T[]>
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status?: { code?: number }
  attributes: Keyed
}
type Point = { attributes?: Keyed } & Record<string, unknown>
type Metric = { name: string } & Partial<Record<ToldMetric['kind'], { dataPoints: Point[] }>>

const named = (all: Keyed = []): Named =>
  Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]))

const spansOf = (body: string): ToldSpan[] =>
  (JSON.parse(body) as { resourceSpans: Scopes<'scopeSpans', { spans: Span[] }>[] }).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, parentSpanId = '', ...span }) => ({
        ...span,
        parentSpanId,
        failed: status?.code === 2,
        attributes: named(attributes),
        resource: named(resource.attributes),
      })),
    ),
  )
const kinds = ['gauge', 'sum', 'histogram'] as const
const metricsOf = (body: string): ToldMetric[] =>
  (JSON.parse(body) as { resourceMetrics: Scopes<'scopeMetrics', { metrics: Metric[] }>[] }).resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map((metric) => {
        const kind = kinds.find((one) => metric[one] !== undefined)!
        return {
          name: metric.name,
          kind,
          points: metric[kind]!.dataPoints.map((point) => ({ attributes: named(point.attributes), point })),
        }
      }),
    ),
  )

/** Takes OTLP over HTTP as a collector does, and everything else as a partner's address does. */
export const aTelemetryReceiver = async () => {
  const got: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      got.push({ path: request.url!, headers: request.headers, body: await text(request) })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const sentTo = (path: string) => got.filter((one) => one.path === path)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    spans: () => sentTo('/v1/traces').flatMap(({ body }) => spansOf(body)),
    /** As last sent. */
    metrics: () => metricsOf(sentTo('/v1/metrics').at(-1)?.body ?? '{"resourceMetrics":[]}'),
    sentTo,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
