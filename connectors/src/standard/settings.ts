import { z } from 'zod/mini'
import type { SettingField } from '../kit/connector.ts'

/** What the documents of the contract leave open, or say in two ways: each installation of it chose one. */
export const StandardSettings = z.object({
  /** Origin, and a path where the contract does not stand at the root: `https://rms.example.com`. */
  baseUrl: z.url().check(z.maxLength(500)),
  basePath: z._default(z.string().check(z.regex(/^(\/[\w.~-]+)*$/), z.maxLength(100)), '/v1/mozrest'),
  cancelBy: z._default(z.enum(['put', 'delete']), 'put'),
  searchPath: z._default(z.enum(['bookings', 'booking']), 'bookings'),
  /** How instants are sent; both are read. */
  dateForm: z._default(z.enum(['unix', 'iso']), 'unix'),
  /** The key of a booking at the end of its notes, so that a search finds it again. */
  keyInNotes: z._default(z.boolean(), true),
  /** The system answers a repeated `Idempotency-Key` with the booking made then. */
  knowsKeys: z._default(z.boolean(), false),
  /** How long a create may still be carried out after its connection ended without an answer. */
  lateSeconds: z._default(z.int().check(z.minimum(1), z.maximum(3600)), 25),
  atOnce: z._default(z.int().check(z.minimum(1), z.maximum(64)), 16),
})
export type StandardSettings = z.infer<typeof StandardSettings>

export const standardFields: readonly SettingField[] = [
  { name: 'baseUrl', kind: 'url', required: true },
  { name: 'basePath', kind: 'text', required: false, default: '/v1/mozrest' },
  { name: 'cancelBy', kind: 'choice', required: false, options: ['put', 'delete'], default: 'put' },
  { name: 'searchPath', kind: 'choice', required: false, options: ['bookings', 'booking'], default: 'bookings' },
  { name: 'dateForm', kind: 'choice', required: false, options: ['unix', 'iso'], default: 'unix' },
  { name: 'keyInNotes', kind: 'switch', required: false, default: true },
  { name: 'knowsKeys', kind: 'switch', required: false, default: false },
  { name: 'lateSeconds', kind: 'number', required: false, default: 25, max: 3600 },
  { name: 'atOnce', kind: 'number', required: false, default: 16, max: 64 },
]
