import { defineArea } from '@tablewire/contracts/kit/endpoint'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { mount } from './mount.ts'

const shape = { method: 'GET', can: 'public', result: z.object({ n: z.int() }), envelope: 'data', errors: [], summary: 'x' } as const
const area = defineArea('head', {
  look: { ...shape, path: '/look', audit: 'none' },
  renew: { ...shape, path: '/renew', audit: 'venue.credential_issued' },
})

test('HEAD looks at what GET only shows, and never does what a GET does', async () => {
  let renewed = 0
  const app = Fastify()
  const callers = { anyone: () => aCtx({} as never) }
  mount(app, { callers, limit: () => undefined, admit: async (ctx: never) => ctx, observe: () => undefined } as never, {
    area,
    handlers: { look: async () => ({ n: 1 }), renew: async () => ({ n: ++renewed }) },
  })
  app.decorateRequest('lang', 'en')
  expect((await app.inject({ method: 'HEAD', url: '/look' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'HEAD', url: '/renew' })).statusCode).toBe(404)
  expect(renewed).toBe(0)
  expect((await app.inject('/renew')).json()).toEqual({ data: { n: 1 } })
  await app.close()
})
