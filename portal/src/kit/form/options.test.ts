import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { documentElement: { lang: 'en' } })
const { zoneOptions } = await import('./options.ts')

test('a time zone that was chosen is among those to choose from, also UTC and one by its newer name, each once', () => {
  const values = (kept?: string) => zoneOptions(kept).map(({ value }) => value)
  expect(values()).toContain('UTC')
  expect(values('Europe/Kyiv')).toContain('Europe/Kyiv')
  expect(new Set(values('Europe/Madrid')).size).toBe(values('Europe/Madrid').length)
})
