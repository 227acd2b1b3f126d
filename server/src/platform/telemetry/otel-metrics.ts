import { ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricReading, Metrics, MetricValue } from './metrics.ts'

type Time = [seconds: number, nanoseconds: number]
const timeOf = (ms: number): Time => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
type Span = { startTime: Time; endTime: Time }

const pointOf = ({ labels, value }: MetricValue, span: Span): DataPoint<number> => ({ ...span, attributes: labels, value })

const seriesOf = (labels: MetricValue['labels']): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([name]) => name !== 'le')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Prometheus counts a bucket with all below it, OTLP each for itself. */
const histogramOf = (values: readonly MetricValue[], span: Span): DataPoint<Histogram> => {
  const part = (ending: string): number => values.find(({ metricName = '' }) => metricName.endsWith(ending))?.value ?? 0
  const buckets = values
    .filter(({ labels }) => labels['le'] !== undefined)
    .map(({ labels, value }) => ({ upTo: labels['le'] === '+Inf' ? Infinity : Number(labels['le']), value }))
    .toSorted((a, b) => a.upTo - b.upTo)
  const { le: _, ...attributes } = values[0]!.labels
  return {
    ...span,
    attributes,
    value: {
      buckets: {
        boundaries: buckets.map(({ upTo }) => upTo).filter(Number.isFinite),
        counts: buckets.map(({ value }, at) => value - (at ? buckets[at - 1]!.value : 0)),
      },
      sum: part('_sum'),
      count: part('_count'),
    },
  }
}

const dataOf = ({ name, help, type, values }: MetricReading, span: Span): MetricData | undefined => {
  const unit = name.endsWith('_seconds') ? 's' : name.endsWith('_bytes') ? 'By' : ''
  const base = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = values.map((value) => pointOf(value, span))
  if (type === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points }
  if (type === 'counter') return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }
  if (type !== 'histogram') return undefined
  const series = [...Map.groupBy(values, ({ labels }) => seriesOf(labels)).values()]
  return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: series.map((one) => histogramOf(one, span)) }
}

/** The numbers that Prometheus is given, by the same names: there is one count of each. */
export const metricsForOtel = (metrics: Pick<Metrics, 'read'>): MetricProducer => ({
  collect: async () => {
    const span = { startTime: timeOf(performance.timeOrigin), endTime: timeOf(performance.timeOrigin + performance.now()) }
    const data = (await metrics.read()).map((one) => dataOf(one, span)).filter((one) => one !== undefined)
    return {
      errors: [],
      resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'tablewire' }, metrics: data }] },
    }
  },
})
