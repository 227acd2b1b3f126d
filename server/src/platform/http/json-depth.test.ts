import { expect, test } from 'vitest'
import { isTooDeep } from './json-depth.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
test.each([
  ['as deep as it may be', nested(64), false],
  ['deeper', nested(65), true],
  ['objects', '{"a":'.repeat(65) + '1' + '}'.repeat(65), true],
  ['never closed', '['.repeat(1000), true],
  ['side by side', `[${Array(1000).fill('[]').join()}]`, false],
  ['within a text', JSON.stringify({ a: nested(200) }), false],
  ['behind quotes and backslashes in a text', `{"a":"\\\\\\"${'['.repeat(100)}","b":1}`, false],
  ['behind a text that ends with a backslash', `{"a":"\\\\","b":${nested(70)}}`, true],
  ['a text that never ends', `{"a":"${'['.repeat(100)}`, false],
])('%s', (_what, json, tooDeep) => expect(isTooDeep(json)).toBe(tooDeep))
