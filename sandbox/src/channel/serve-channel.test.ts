import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serveChannel } from './serve-channel.ts'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A hub that refuses the first verifications; tells what it was asked. */
const aHub = async (refusals: number): Promise<{ url: string; asked: string[]; state: () => string }> => {
  const asked: string[] = []
  let [left, state] = [refusals, 'none']
  const answerTo = ({ method, url }: IncomingMessage): unknown => {
    asked.push(`${method} ${url}`)
    if (method === 'GET') return { data: state === 'none' ? [] : [{ id: 'e1', url: 'http://gone.test/webhooks/hub', state }] }
    if (url!.endsWith('/verify')) {
      const ok = left-- <= 0
      if (ok) state = 'active'
      return { outcome: { ok, error: ok ? null : 'no answer' } }
    }
    state = 'unverified'
    return { id: 'e1', secret: 'a secret' }
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    request.resume().on('end', () => response.end(JSON.stringify(answerTo(request))))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, state: () => state }
}

test('the address of the partner site is verified again until it is, while its hub is busy with its start', async () => {
  const hub = await aHub(2)
  const channel = await serveChannel({ port: 0, hub: hub.url, key: 'key' })
  closing.push(() => channel.close())
  await channel.register()
  expect(hub.state()).toBe('active')
  expect(hub.asked.filter((line) => line.endsWith('/verify'))).toHaveLength(3)
})
