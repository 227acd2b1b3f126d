import { expect, test } from 'vitest'
import { aListener } from '../../../../tests/build/a-listener.ts'
import { guardedSend } from './guarded-send.ts'

const named = (origin: string) => ({ hosts: [], origins: [origin] })
const sent = { headers: { ttl: '60' }, body: Buffer.from('hello'), timeoutMs: 30_000, longest: 10 }

test('a redirect is an answer like any other, and is not followed', async () => {
  const seen: string[] = []
  const origin = await aListener((request, response) => {
    seen.push([request.method, request.url, request.headers['ttl'], request.headers['content-length']].join(' '))
    response.writeHead(302, { location: '/elsewhere', 'retry-after': '7' }).end()
  })
  const answer = await guardedSend(`${origin}/push`, named(origin), sent)
  expect([answer.status, answer.headers['retry-after'], seen]).toEqual([302, '7', ['POST /push 60 5']])
})

test('of an answer without end the beginning is read, or its status alone', async () => {
  const origin = await aListener((_request, response) => {
    const more = (): void => void response.write('0123456789abcdef', () => response.destroyed || setImmediate(more))
    more()
  })
  expect(await guardedSend(origin, named(origin), sent)).toMatchObject({ status: 200, text: '0123456789' })
  expect(await guardedSend(origin, named(origin), { ...sent, longest: 0 })).toMatchObject({ status: 200, text: '' })
})

test('an answer that is cut in the middle is none', async () => {
  const origin = await aListener((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(guardedSend(origin, named(origin), { ...sent, longest: 1000 })).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a kept connection that the other side has just closed costs no call', async () => {
  let answered = 0
  const cut: string[] = []
  const origin = await aListener((request, response) => {
    // The second request on a connection meets one that is being closed.
    const who = String(request.socket.remotePort)
    if (cut.includes(who)) return void request.socket.resetAndDestroy()
    cut.push(who)
    answered += 1
    response.end('yes')
  })
  for (let call = 0; call < 3; call++) expect(await guardedSend(origin, named(origin), sent)).toMatchObject({ text: 'yes' })
  expect(answered).toBe(3)
})
