// Writes docs/generated from the contract and the migrations; with --check it only compares and fails on a difference.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accessMatrixFile } from './access-matrix.ts'
import { missingFromChangelog } from './api-changelog.ts'
import { columnsFile } from './columns.ts'
import type { Generated } from './generated.ts'
import { openApiFile } from './openapi.ts'

const root = join(import.meta.dirname, '..')
const files: readonly Generated[] = [openApiFile, accessMatrixFile, columnsFile]

const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

const check = (): number => {
  const stale = files.filter(({ path, make }) => read(join(root, path)) !== make())
  for (const { path } of stale) console.error(`${path} does not match what it is made of; run npm run generate`)
  return stale.length
}

const write = (breaking: boolean): number => {
  let refused = 0
  for (const { path, make, narrowed } of files) {
    const target = join(root, path)
    const before = read(target)
    const after = make()
    const lost = before === undefined ? [] : (narrowed?.(before, after) ?? [])
    const silent = breaking ? missingFromChangelog(lost, read(join(root, 'docs/api-changelog.md')) ?? '') : []
    if (silent.length) {
      refused++
      console.error(`The newest entry of docs/api-changelog.md does not name what this takes away: ${silent.join(', ')}`)
    } else if (lost.length && !breaking) {
      refused++
      console.error(
        `${path} is a promise, and this would take away:\n${lost.map((line) => `  ${line}`).join('\n')}\nIf it has to be, say so in docs/api-changelog.md and run npm run generate -- --breaking`,
      )
    } else if (before !== after) {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, after)
      console.log(`wrote ${path}`)
    }
  }
  return refused
}

const options = process.argv.slice(2)
const unknown = options.find((option) => option !== '--check' && option !== '--breaking')
if (unknown) console.error(`unknown option ${unknown}; known are --check and --breaking`)
process.exitCode = unknown || (options.includes('--check') ? check() : write(options.includes('--breaking'))) ? 1 : 0
