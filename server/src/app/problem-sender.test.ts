import { setImmediate as aTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { makeLogger } from '#src/platform/log.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'
import { problemSender } from './problem-sender.ts'

test('a page that fails twice, as the outage is told while its own question fails too, is answered as a page', async () => {
  const log = makeLogger('silent')
  const app = Fastify()
  app.setErrorHandler(problemSender({ log } as unknown as AppContainer))
  /** Long enough for another answer to be first. */
  const aWhile = async (): Promise<void> => {
    for (let turns = 0; turns < 50; turns++) await aTurn()
  }
  app.post(
    '/page',
    {
      errorHandler: (error, request, reply) =>
        sayAsPage({ log, error, request, reply }, async ({ status }) => {
          await aWhile()
          return reply.code(status).type('text/html').send('<p>away')
        }),
    },
    async (_request, reply) => {
      void reply.send(new Problem('server.busy'))
      await aTurn()
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
    },
  )
  const answer = await app.inject({ method: 'POST', url: '/page' })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['retry-after'], answer.body]).toEqual([
    503,
    'text/html',
    '5',
    '<p>away',
  ])
  await app.close()
})
