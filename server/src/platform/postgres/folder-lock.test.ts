import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a released folder can be taken again, and nothing is left in it', async () => {
  const first = await lockFolder(folder)
  await expect(lockFolder(folder, 0)).rejects.toThrow('is in use by another Tablewire')
  first.release()
  const second = await lockFolder(folder)
  second.release()
  expect(readdirSync(folder)).toEqual([])
})

test('a holder that is just going is waited for', async () => {
  const first = await lockFolder(folder)
  setTimeout(() => first.release(), 100)
  const second = await lockFolder(folder)
  second.release()
  expect(second.leftover).toBeUndefined()
})

test('a process id that now belongs to somebody else does not count as the holder', async () => {
  writeFileSync(join(folder, 'tablewire.lock'), JSON.stringify({ pid: process.pid, life: 'another-boot:1', scratch: '/tmp/gone' }))
  const lock = await lockFolder(folder)
  expect(lock.leftover).toBe('/tmp/gone')
  lock.note('/tmp/next')
  lock.release()
})

test('a lock file cut short by a full disk does not lock everybody out', async () => {
  writeFileSync(join(folder, 'tablewire.lock'), '{"pid":')
  const lock = await lockFolder(folder)
  expect(lock.leftover).toBeUndefined()
  lock.release()
})

test('of many who find a dead holder exactly one takes its place', async () => {
  writeFileSync(join(folder, 'tablewire.lock'), JSON.stringify({ pid: 2 ** 22 + 1, life: 'gone:1' }))
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder, 0)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
