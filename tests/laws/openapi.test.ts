import { readFileSync } from 'node:fs'
import { endpoints } from '@tablewire/contracts/all'
import { type Document, openApi } from '@tablewire/server/platform/docs/openapi'
import { expect, test } from 'vitest'
import { narrowedIn } from '../../tools/openapi-diff.ts'

test('the OpenAPI diff is additive: nothing promised in docs/generated/openapi.json is removed or narrowed', () => {
  const promised = JSON.parse(readFileSync(new URL('../../docs/generated/openapi.json', import.meta.url), 'utf8')) as Document
  expect(narrowedIn(promised, openApi(endpoints))).toEqual([])
})
