import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Bench, round } from './bench.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Seconds from `npm start` to the ready line. */
const startOnce = async (folder: string): Promise<number> => {
  const startedMs = performance.now()
  const child = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const readyMs = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('ready at')) resolve(performance.now())
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
  return (readyMs - startedMs) / 1000
}

export const start: Bench = {
  name: 'start',
  about: 'npm start to the ready line on an installed tree: first start with a new database and the demo, and a later one',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-start-'))
    try {
      const first = await startOnce(folder)
      const later = Math.min(await startOnce(folder), await startOnce(folder))
      return [
        { name: 'start.first', value: round(first, 2), unit: 's' },
        { name: 'start.later', value: round(later, 2), unit: 's' },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
