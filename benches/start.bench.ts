import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Bench, round } from './bench.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Sandbox = 'on' | 'off'
type Times = { first: number; later: number }

/** Seconds from `npm start` to the ready line. */
const startOnce = async (folder: string, sandbox: Sandbox): Promise<number> => {
  const startedMs = performance.now()
  const child = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', folder], {
    cwd: root,
    env: { ...process.env, TABLEWIRE_SANDBOX: sandbox },
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

const startThrice = async (sandbox: Sandbox): Promise<Times> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-start-'))
  try {
    const first = await startOnce(folder, sandbox)
    return { first, later: Math.min(await startOnce(folder, sandbox), await startOnce(folder, sandbox)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const least = (all: readonly Times[]): Times => ({
  first: Math.min(...all.map(({ first }) => first)),
  later: Math.min(...all.map(({ later }) => later)),
})

export const start: Bench = {
  name: 'start',
  about:
    'npm start to the ready line on an installed tree: first start with a new database and the demo, and a later one; with the sandbox and without',
  run: async () => {
    const times: Record<Sandbox, Times[]> = { on: [], off: [] }
    // Alternating, so that drift of the machine favours neither; the minimum of each, because other load can only add.
    for (const sandbox of ['on', 'off', 'off', 'on'] as const) times[sandbox].push(await startThrice(sandbox))
    const [on, off] = [least(times.on), least(times.off)]
    return [
      { name: 'start.first', value: round(on.first, 2), unit: 's' },
      { name: 'start.later', value: round(on.later, 2), unit: 's' },
      {
        name: 'start.sandbox',
        value: round(Math.max(0, on.first - off.first, on.later - off.later), 2),
        unit: 's',
        note: `more than without it: ${round(on.first - off.first, 2)} at the first start, ${round(on.later - off.later, 2)} later`,
      },
    ]
  },
}
