import type { Expression } from './plan.ts'
import { textOf, type Type, type Value } from './values.ts'

export const comparing: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

export const calculating: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '+': (a, b) => Number(a) + Number(b),
  '-': (a, b) => Number(a) - Number(b),
  '*': (a, b) => Number(a) * Number(b),
  '||': (a, b) => (Array.isArray(a) ? [...(a as Value[]), ...[b].flat()] : `${textOf(a)}${textOf(b)}`),
  '->': (a, b) => (a as Record<string, Value>)[String(b)] ?? null,
  '->>': (a, b) => {
    const found = (a as Record<string, Value>)[String(b)] ?? null
    return typeof found === 'object' && found !== null ? JSON.stringify(found) : found === null ? null : textOf(found)
  },
}
/** POSIX patterns as far as ours and JavaScript's are alike. */
export const patterns: Readonly<Record<string, (text: string, pattern: string) => boolean>> = {
  '~': (one, pattern) => new RegExp(pattern, 'u').test(one),
  '!~': (one, pattern) => !new RegExp(pattern, 'u').test(one),
}
export const resultOf = (name: string, left: Expression, right: Expression): Type => {
  if (name === '||') return left.type.endsWith('[]') ? left.type : 'text'
  if (name === '->') return 'json'
  if (name === '->>') return 'text'
  return [left, right].some(({ type }) => type === 'timestamptz') ? 'timestamptz' : left.type === 'unknown' ? right.type : left.type
}
