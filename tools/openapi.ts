import { endpoints } from '@tablewire/contracts/all'
import { openApi } from '@tablewire/server/platform/docs/openapi'
import type { Generated } from './generated.ts'
import { narrowedIn } from './openapi-diff.ts'

/** The contract as others read it. Once written it is a promise: generating refuses to take anything away from it unasked. */
export const openApiFile: Generated = {
  path: 'docs/generated/openapi.json',
  make: () => `${JSON.stringify(openApi(endpoints), null, 2)}\n`,
  narrowed: (before, after) => narrowedIn(JSON.parse(before), JSON.parse(after)),
}
