import { spans, within } from './spans.ts'

/** Of a long statement its beginning tells which it is. */
const longest = 1000
/** Values are parameters already; what stands in a text is ours, and is left out all the same. */
const withoutValues = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)

const operationOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'

/** A statement as part of what is being traced; what runs by itself (looks, polls) is none. */
export const traceStatement = <T>(text: string, ask: () => Promise<T>): Promise<T> => {
  if (!spans()?.isInside()) return ask()
  const operation = operationOf(text)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': withoutValues(text) }
  return within({ name: operation, kind: 'client', attributes }, ask)
}
