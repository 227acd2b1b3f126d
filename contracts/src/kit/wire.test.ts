import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { endpoints } from '../all.ts'
import * as wire from './wire.ts'

const isSchema = (value: unknown): value is z.ZodMiniType => typeof value === 'object' && value !== null && '_zod' in value

/** Every schema inside of another one, with the way to it. */
const inner = (schema: z.ZodMiniType, way: string, seen = new Set<unknown>()): [string, z.ZodMiniType][] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const parts = (value: unknown, at: string): [string, z.ZodMiniType][] => {
    if (isSchema(value)) return inner(value, at, seen)
    if (Array.isArray(value)) return value.flatMap((one) => parts(one, at))
    return []
  }
  const { shape, ...def } = schema._zod.def as { shape?: Record<string, unknown> }
  return [
    [way, schema],
    ...Object.entries(shape ?? {}).flatMap(([name, value]) => parts(value, `${way}.${name}`)),
    ...Object.values(def).flatMap((value) => parts(value, way)),
  ]
}
const isInstant = (schema: z.ZodMiniType): boolean => (schema._zod.def as { format?: string }).format === 'datetime'

const given = endpoints.flatMap((endpoint) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? inner(schema, `${endpoint.id} ${part}`).filter(([, one]) => isInstant(one)) : []
  }),
)

test('an instant in a query or a body is one that the database knows', () => {
  expect(given.length).toBeGreaterThan(5)
  const lax = given.filter(([, schema]) =>
    ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '2026-01-01T00:00:00+23:00'].some((text) => z.safeParse(schema, text).success),
  )
  expect(lax.map(([way]) => way)).toEqual([])
})

test.each(['2026-11-24T19:30:00Z', '2026-11-24T19:30:00.123+14:00', '1900-01-01T00:00:00-12:00', '2199-12-31T23:59:59Z'])(
  '%s is an instant somebody may give',
  (text) => expect(z.safeParse(wire.GivenInstant, text).success).toBe(true),
)

test.each(['', ' ', '\u200b', '\u2060\u3164', '\u00ad\ufe0f'])('what takes no ink is no text: %j', (nothing) => {
  expect([wire.text(10).safeParse(nothing).success, wire.prose(10).safeParse(nothing).success]).toEqual([false, false])
})
test('a text keeps the joiners it is made of', () => {
  expect(wire.prose(40).parse('👨‍👩‍👧 می‌خواهم')).toBe('👨‍👩‍👧 می‌خواهم')
})
