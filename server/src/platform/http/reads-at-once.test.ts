import { defineArea } from '@tablewire/contracts/kit/endpoint'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { mount } from './mount.ts'

const shape = {
  can: ['read', 'reservation-list'],
  result: z.object({ n: z.int() }),
  envelope: 'data',
  errors: [],
  summary: 'x',
  audit: 'none',
} as const
const area = defineArea('at_once', {
  list: { ...shape, method: 'GET', path: '/list' },
  change: { ...shape, method: 'POST', path: '/change' },
})
const settled = () => new Promise<void>((resolve) => void setTimeout(resolve, 20))

test('of one person six reads run at a time and too many are refused; another person and a change wait for none of them', async () => {
  const running = { anna: 0, ben: 0 }
  const ends: (() => void)[] = []
  const app = Fastify()
  const user = (request: { headers: Record<string, unknown> }) => {
    const id = String(request.headers['x-who'])
    return { ...aCtx({} as never), actor: { kind: 'user', id, name: id }, ability: { can: () => true } }
  }
  mount(
    app,
    { callers: { user, anyone: user }, limit: () => undefined, admit: async (ctx: never) => ctx, observe: () => undefined } as never,
    {
      area,
      handlers: {
        list: async ({ actor }) => {
          running[actor.id as 'anna'] += 1
          await new Promise<void>((resolve) => void ends.push(resolve))
          running[actor.id as 'anna'] -= 1
          return { n: 1 }
        },
        change: async () => ({ n: 2 }),
      },
    },
  )
  app.decorateRequest('lang', 'en')
  const ask = (who: string, method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url: method === 'GET' ? '/list' : '/change', headers: { 'x-who': who } })
  const asked = Array.from({ length: 120 }, () => ask('anna'))
  await settled()
  expect(running.anna).toBe(6)
  const other = ask('ben')
  await settled()
  expect(running.ben).toBe(1)
  expect((await ask('anna', 'POST')).json()).toEqual({ data: { n: 2 } })
  while (running.anna + running.ben > 0) {
    for (const end of ends.splice(0)) end()
    await settled()
  }
  const answers = await Promise.all(asked)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(106)
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toHaveLength(14)
  expect((await other).statusCode).toBe(200)
  await app.close()
})
