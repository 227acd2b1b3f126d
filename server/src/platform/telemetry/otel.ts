import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from './metrics.ts'
import { metricsForOtel } from './otel-metrics.ts'
import { type OpenSpan, type Spans, type SpanStart, setSpans } from './spans.ts'

/** Everything of OpenTelemetry; loaded only where an address is named. Where it sends, by which headers and how long it waits its packages read from the environment. */
type OtelOptions = { config: Config; log: Logger; metrics: Metrics; instanceId: string }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

const samplerOf = ({ otelSampler: name, otelSamplerArg: share }: Config): Sampler => {
  const plain = name.replace(/^parentbased_/, '')
  const root =
    plain === 'always_off' ? new AlwaysOffSampler() : plain === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler()
  return plain === name ? root : new ParentBasedSampler({ root })
}

const resourceOf = (instanceId: string): Resource =>
  resourceFromAttributes({ 'service.name': 'tablewire', 'service.instance.id': instanceId }).merge(
    detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
  )

const propagator = new W3CTraceContextPropagator()
const fromHeaders = {
  keys: (carrier: object) => Object.keys(carrier),
  get: (carrier: object, key: string) => (carrier as Record<string, string | string[] | undefined>)[key],
}

const makeSpans = ({ traceContext }: Config, provider: TracerProvider): Spans => {
  const inside = new AsyncLocalStorage<Context>()
  const tracer = provider.getTracer('tablewire')
  const [takes, gives] = [traceContext === 'take' || traceContext === 'both', traceContext === 'give' || traceContext === 'both']
  const parentOf = ({ callerHeaders }: SpanStart): Context => {
    if (callerHeaders === undefined) return inside.getStore() ?? ROOT_CONTEXT
    const given = takes ? trace.getSpanContext(propagator.extract(ROOT_CONTEXT, callerHeaders, fromHeaders)) : undefined
    if (!given) return ROOT_CONTEXT
    // What one partner keeps in his `tracestate` is for nobody else.
    const { traceState: _, ...own } = given
    return trace.setSpanContext(ROOT_CONTEXT, own)
  }
  return {
    open: (start): OpenSpan => {
      const parent = parentOf(start)
      const span = tracer.startSpan(start.name, { kind: kinds[start.kind], attributes: { ...start.attributes } }, parent)
      const context = trace.setSpan(parent, span)
      return {
        set: (attributes) => void span.setAttributes({ ...attributes }),
        fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
        run: (work) => inside.run(context, work),
      }
    },
    isInside: () => inside.getStore() !== undefined,
    headers: () => {
      const headers: Record<string, string> = {}
      const context = gives ? inside.getStore() : undefined
      if (context)
        propagator.inject(context, headers, { set: (carrier: Record<string, string>, key, value) => void (carrier[key] = value) })
      return headers
    },
  }
}

const minuteMs = 60_000
/** A receiver that is away is said once a minute; without the error's text, which may hold an answer. */
const complainTo = (log: Logger): ((error: unknown) => void) => {
  let saidMs = -minuteMs
  return (error) => {
    if (performance.now() - saidMs < minuteMs) return
    saidMs = performance.now()
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
    log.warn({ why: code ?? name }, 'telemetry not taken')
  }
}

/** So long a receiver has, when a server stops, for what is left. */
const lastWordMs = 2000

export type Telemetry = { stop: () => Promise<void> }
export const startOtel = ({ config, log, metrics, instanceId }: OtelOptions): Telemetry => {
  setGlobalErrorHandler(complainTo(log))
  const resource = resourceOf(instanceId)
  const stops: (() => Promise<void>)[] = []
  if (config.otelTraces === 'otlp' && (config.otelEndpoint ?? config.otelTracesEndpoint)) {
    const exporter = new OTLPTraceExporter()
    const provider = new TracerProvider({
      resource,
      sampler: samplerOf(config),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: config.otelSpanDelayMs })],
    })
    setSpans(makeSpans(config, provider))
    stops.push(() => provider.shutdown())
  }
  if (config.otelMetrics === 'otlp' && (config.otelEndpoint ?? config.otelMetricsEndpoint)) {
    const interval = config.otelMetricIntervalMs
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis: interval,
      exportTimeoutMillis: Math.min(interval, 30_000),
      metricProducers: [metricsForOtel(metrics)],
    })
    const meters = new MeterProvider({ resource, readers: [reader] })
    stops.push(() => meters.shutdown())
  }
  return {
    stop: async () => {
      setSpans(undefined)
      await Promise.race([Promise.allSettled(stops.map((stop) => stop())), sleep(lastWordMs)])
    },
  }
}
