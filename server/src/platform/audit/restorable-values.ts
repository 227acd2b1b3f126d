import { z } from 'zod/mini'
import { Problem } from '../problem.ts'

export type Values = Record<string, unknown>

/**
 * Values of former entries as the operation's schema accepts them today: fields it no longer has are dropped, values it no longer accepts cannot be
 * restored.
 */
export const restorableValues = <T extends z.ZodMiniType>(schema: T, values: Values): z.output<T> => {
  const { success, data } = z.safeParse(schema, values)
  if (!success) throw new Problem('undo.impossible')
  return data
}
