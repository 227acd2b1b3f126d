import { expect, test } from 'vitest'
import { zoneOptions } from './options.ts'

test('a time zone that was chosen is among those to choose from, also UTC and one by its newer name, each once', () => {
  const values = (kept?: string) => zoneOptions(kept).map(({ value }) => value)
  expect(values()).toContain('UTC')
  expect(values('Europe/Kyiv')).toContain('Europe/Kyiv')
  expect(new Set(values('Europe/Madrid')).size).toBe(values('Europe/Madrid').length)
})
