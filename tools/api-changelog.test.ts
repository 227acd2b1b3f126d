import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingFromChangelog } from './api-changelog.ts'

const changelog =
  '# API changelog\n\n## 2027-01-02\n\n**Taken away**\n\n- `GET /v1/old/{id}`: …\n- `Book`\n\n## 2026-01-01\n\n- `PUT /v1/older`\n'

test('whoever takes something away has to say so in the newest entry', () => {
  expect(
    missingFromChangelog(['GET /v1/old/{id}: is gone', 'GET /v1/old/{id} size: is gone', 'schema Book: lost its name'], changelog),
  ).toEqual([])
  expect(
    missingFromChangelog(['GET /v1/old: is gone', 'PUT /v1/older body.name: is gone', 'schema Area: lost its name'], changelog),
  ).toEqual(['GET /v1/old', 'PUT /v1/older', 'Area'])
  expect(missingFromChangelog([], '')).toEqual([])
})

test('the changelog has dated entries, the newest first', () => {
  const text = readFileSync(new URL('../docs/api-changelog.md', import.meta.url), 'utf8')
  const dates = [...text.matchAll(/^## (.+)$/gm)].map(([, date]) => date!)
  expect(dates.length).toBeGreaterThan(0)
  for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(dates).toEqual(dates.toSorted((a, b) => (a < b ? 1 : -1)))
})
