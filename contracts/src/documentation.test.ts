import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namedSchemas } from './documentation.ts'

test('no schema of the contract is left without its name in the documentation', async () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map(async (name) => (await import(`./${name}`)) as Record<string, unknown>))
  const exported = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => {
      const type = (value as { _zod?: { def: { type: string } } } | null)?._zod?.def.type
      return /^[A-Z]/.test(name) && (type === 'object' || type === 'enum')
    })
  expect(exported.map(([name]) => name).filter((name) => !namedSchemas.has(name))).toEqual([])
})
