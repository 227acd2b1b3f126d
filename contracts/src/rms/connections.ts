import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { ConnectorCode } from './system-fields.ts'
import { IdParams, Instant, LocalDate } from '../kit/wire.ts'

/** A field of a connector's settings. */
export const ConnectorField = z.object({
  name: z.string(),
  kind: z.enum(['url', 'text', 'number', 'switch', 'choice']),
  required: z.boolean(),
  options: z.array(z.string()),
  default: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
  /** The largest number it takes; null for other kinds. The smallest is 1. */
  max: z.nullable(z.int()),
})
export type ConnectorField = z.infer<typeof ConnectorField>

/** A way of speaking to a reservation system. */
export const Connector = z.object({
  code: ConnectorCode,
  name: z.string(),
  /** `hub`: nothing is sent anywhere, the hub keeps the book itself. */
  servedBy: z.enum(['system', 'hub']),
  fields: z.array(ConnectorField),
  /** Which of the system's secrets it needs. */
  secrets: z.array(z.string()),
})
export type Connector = z.infer<typeof Connector>

/** What became of one question; `incomplete`: nothing could be asked, `no_venue`: no venue of the system has an id there. */
export const TestOutcome = z.enum([
  'ok',
  'incomplete',
  'no_venue',
  'refused',
  'not_found',
  'denied',
  'busy',
  'unreachable',
  'unclear',
  'garbage',
])
export type TestOutcome = z.infer<typeof TestOutcome>

export const TestStep = z.object({
  step: z.enum(['health', 'availability']),
  outcome: TestOutcome,
  /** What the system said, for whoever runs the hub; null when all is well. */
  message: z.nullable(z.string()),
  httpStatus: z.nullable(z.int()),
  durationMs: z.int(),
})
/** Health is asked first, then one day of one venue for two people. */
export const ConnectionTest = z.object({
  at: Instant,
  ok: z.boolean(),
  steps: z.array(TestStep),
  system: z.object({ name: z.nullable(z.string()), version: z.nullable(z.string()) }),
  /** The venue asked for, and how many starts it has that day. */
  sample: z.nullable(z.object({ venueName: z.string(), date: LocalDate, slots: z.int() })),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const connections = defineArea('connections', {
  list: {
    method: 'GET',
    path: '/v1/connectors',
    summary: 'The ways of speaking to a reservation system, with the settings each one needs.',
    can: ['read', 'systems'],
    audit: 'none',
    result: z.array(Connector),
    envelope: 'data',
    errors: [],
  },
  test: {
    method: 'POST',
    path: '/v1/systems/:id/connection/test',
    summary: 'Ask a system for its health and for one day of one of its venues, with the settings that are saved.',
    can: ['update', 'systems'],
    audit: 'system.connection_tested',
    params: IdParams,
    result: ConnectionTest,
    envelope: 'data',
    errors: ['system.not_found', 'system.built_in'],
  },
})
