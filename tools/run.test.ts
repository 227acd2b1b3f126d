import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

/** The program says its process id when it has set itself up; only then may a test signal it. */
const run = async (program: string): Promise<{ starter: ChildProcess; nextLine: () => Promise<string> }> => {
  const script = `${program};console.log(process.pid)`
  const starter = spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(starter)
  const lines = createInterface(starter.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => String((await lines.next()).value)
  await nextLine()
  return { starter, nextLine }
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (child.exitCode === null ? (await once(child, 'exit'))[0] : child.exitCode)

const polite = `process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(0) }); setInterval(() => {}, 1000)`

test('the exit code passes through', async () => {
  const { starter } = await run('setTimeout(() => process.exit(7), 10)')
  expect(await exitOf(starter)).toBe(7)
})

test('a signal passes through, and a clean stop is a clean exit', async () => {
  const { starter, nextLine } = await run(polite)
  starter.kill('SIGTERM')
  expect(await nextLine()).toBe('asked to stop')
  expect(await exitOf(starter)).toBe(0)
})

test.each([
  ['', 'as it is'],
  ['process.disconnect();', 'even when it has hung up itself'],
])('a starter killed outright asks its program to stop: %s%s', async (before) => {
  const { starter, nextLine } = await run(`${before}${polite}`)
  starter.kill('SIGKILL')
  expect(await nextLine()).toBe('asked to stop')
})

test('what the program forks is not watched', async () => {
  const forked = `setTimeout(() => { console.log('forked ran on'); process.exit(0) }, 300)`
  const { nextLine } = await run(
    `const { fork } = require('node:child_process'); const { writeFileSync } = require('node:fs'); const file = '/tmp/tw-fork-' + process.pid + '.cjs'; writeFileSync(file, ${JSON.stringify(forked)}); fork(file).on('exit', () => require('node:fs').rmSync(file))`,
  )
  expect(await nextLine()).toBe('forked ran on')
})
