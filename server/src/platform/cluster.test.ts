import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../tests/build/a-ctx.ts'
import { joinCluster } from './cluster.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const aProcess = () => {
  const cluster = joinCluster(open.db, aCtx(open.db).log)
  const events: string[] = []
  cluster.onCircuitChange({ opened: (id) => void events.push(`${id} opened`), closed: (id) => void events.push(`${id} closed`) })
  return { ...cluster, events }
}

test('HU2: processes on one database divide what a system allows, and hear when it does not answer and when it is back', async () => {
  const [a, b] = [aProcess(), aProcess()]
  await a.start()
  expect(a.shareOf(16)).toBe(16)
  await b.start()
  // A new process takes a small share until the others have seen it.
  expect(b.shareOf(16)).toBe(1)
  const shares = (atOnce: number): number[] => [a.shareOf(atOnce), b.shareOf(atOnce)].toSorted((x, y) => x - y)
  await expect.poll(() => shares(16)).toEqual([8, 8])
  expect(shares(5)).toEqual([2, 3])

  a.announce.opened('rms', 60_000)
  await expect.poll(() => b.events).toContain('rms opened')
  expect(a.events).toEqual([])
  a.announce.closed('rms')
  await expect.poll(() => b.events).toContain('rms closed')

  // The process that opened the circuit need not be the one that closes it.
  a.events.length = 0
  b.announce.opened('rms', 60_000)
  await expect.poll(() => a.events).toContain('rms opened')
  await expect.poll(async () => (await sql`select from circuits`.execute(open.db)).rows.length).toBe(1)
  b.events.length = 0
  await sleep(2500)
  a.announce.closed('rms')
  await expect.poll(() => b.events).toEqual(['rms closed'])

  await b.stop()
  await expect.poll(() => a.shareOf(16)).toBe(16)
  await a.stop()
})
