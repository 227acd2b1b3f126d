import type { CallKind } from './traces.ts'

/** What is asked for, by the names operations have on either side of the hub; everything else is a look-up. */
export const operationsOf: Readonly<Record<Exclude<CallKind, 'lookup'>, readonly string[]>> = {
  availability: ['availability', 'availabilityBatch', 'calendar'],
  booking: ['hold', 'commit', 'release', 'book', 'create'],
  change: ['change', 'cancel'],
}

const known = new Map(
  (Object.keys(operationsOf) as (keyof typeof operationsOf)[]).flatMap((kind) => operationsOf[kind].map((operation) => [operation, kind])),
)
export const callKindOf = (operation: string): CallKind => known.get(operation) ?? 'lookup'
