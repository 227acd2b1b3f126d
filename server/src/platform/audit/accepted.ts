import { z } from 'zod/mini'
import { Problem } from '../problem.ts'

export type Values = Record<string, unknown>

/** Values of former entries as a verb takes them today: what it no longer knows is left out, what it would no longer take cannot be put back. */
export const accepted = <T extends z.ZodMiniType>(schema: T, values: Values): z.output<T> => {
  const { success, data } = z.safeParse(schema, values)
  if (!success) throw new Problem('undo.impossible')
  return data
}
