import { createServer } from 'node:http'
import { defineArea } from '@tablewire/contracts/kit/endpoint'
import { pageOf } from '@tablewire/contracts/kit/wire'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aCtx, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/schema.ts'
import { type Edge, mount } from './mount.ts'

const area = defineArea('things', {
  list: {
    method: 'GET',
    path: '/things',
    summary: 'Things.',
    can: 'public',
    audit: 'none',
    result: pageOf(z.object({ name: z.string() })),
    envelope: 'page',
    errors: [],
  },
})

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** How far the reader came, by batches asked for. */
type Seen = { asked: number; ended: boolean }
const serve = async (batches: () => AsyncGenerator<readonly object[], void>, more: Partial<Ctx> = {}): Promise<string> => {
  const ctx = aCtx({} as Db, more)
  const edge: Edge = {
    callers: { anyone: () => ctx, user: async () => ctx, channel: async () => ctx, userOrSystem: async () => ctx },
    limit: () => undefined,
    admit: async () => ctx,
    observe: () => undefined,
    onCall: () => undefined,
  }
  const app = Fastify({ serverFactory: (handler) => createServer(handler) })
  apps.push(app)
  await app.register(compress, { threshold: 2048, encodings: ['gzip'] })
  mount(app, edge, {
    area,
    handlers: { list: async () => ({ data: [], total: 0 }) },
    streams: { list: async () => ({ batches: batches(), total: (sent) => sent }) },
  })
  return app.listen({ port: 0 })
}
const rows = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => ({ name: `thing ${n}`, ...more }))
const ask = async (url: string, encoding: string): Promise<string> => {
  const answer = await fetch(`${url}/things`, { headers: { 'accept-encoding': encoding } })
  return answer.text()
}

test.each(['identity', 'gzip'])('all rows come in the documented form, through the contract: %s', async (encoding) => {
  const url = await serve(async function* () {
    yield rows(3, { secret: 'never sent' })
    yield rows(2)
  })
  expect(await ask(url, encoding)).toBe(
    JSON.stringify({ data: [...rows(3), ...rows(2)].map(({ name }) => ({ name })), total: 5, next: null }),
  )
})

test('no rows are an empty page', async () => {
  const url = await serve(async function* () {})
  expect(await ask(url, 'identity')).toBe('{"data":[],"total":0,"next":null}')
})

test.each(['identity', 'gzip'])('what fails in the middle never looks like a whole answer: %s', async (encoding) => {
  const broken = await serve(async function* () {
    yield rows(5000)
    throw new Error('the database went away')
  })
  await expect(ask(broken, encoding)).rejects.toThrow('terminated')
  const odd = await serve(async function* () {
    yield rows(5000)
    yield [{ name: 7 }]
  })
  await expect(ask(odd, encoding)).rejects.toThrow('terminated')
})

test('what fails before anything was written is answered like any other failure', async () => {
  const url = await serve(async function* () {
    yield await Promise.reject(new Error('the database went away'))
  })
  expect((await fetch(`${url}/things`)).status).toBe(500)
})

test('a reader who goes away, or reads slowly, makes nobody read on for him', async () => {
  const seen: Seen = { asked: 0, ended: false }
  const url = await serve(async function* () {
    try {
      for (; seen.asked < 500; seen.asked++) yield rows(5000)
    } finally {
      seen.ended = true
    }
  })
  const leaving = new AbortController()
  const answer = await fetch(`${url}/things`, { signal: leaving.signal, headers: { 'accept-encoding': 'identity' } })
  await answer.body!.getReader().read()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(seen.asked).toBeLessThan(200)
  leaving.abort()
  await expect.poll(() => seen.ended).toBe(true)
})

test('one caller has four lists on their way at most, and a reader who takes nothing is let go', async () => {
  const endless = async function* () {
    for (;;) yield rows(5000)
  }
  const stalled: (() => void)[] = []
  const { ports } = recordingPorts()
  const timers = { ...ports.timers, after: (_ms: number, run: () => void) => (stalled.push(run), () => undefined) }
  const url = await serve(endless, { ports: { ...ports, timers } })
  const leaving = new AbortController()
  const open = () => fetch(`${url}/things`, { signal: leaving.signal, headers: { 'accept-encoding': 'identity' } })
  const four = await Promise.all([open(), open(), open(), open()])
  expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const status = async () => {
    const one = await open()
    await one.body?.cancel()
    return one.status
  }
  expect(await status()).not.toBe(200)
  for (const letGo of stalled) letGo()
  await expect(Promise.all(four.map((answer) => answer.text()))).rejects.toThrow('terminated')
  await expect.poll(status).toBe(200)
  leaving.abort()
})
