import type { lookup } from 'node:dns'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addressesInside } from '../../../../tests/build/addresses-inside.ts'
import { exchange, keepAliveAgents } from './exchange.ts'
import { AddressRefused, guardedUrl, publicLookup } from './guard.ts'

/** Accepts connections to this machine at the port that web services may use. */
const aWatch = async (): Promise<{ heard: number }> => {
  const watch = { heard: 0 }
  const server = createServer((socket) => {
    watch.heard += 1
    socket.destroy()
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(8443, '0.0.0.0', listening))
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())))
  return watch
}
const resolving = (...addresses: string[]) =>
  ((_name: string, _options: unknown, callback: (error: null, found: { address: string; family: number }[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup
const call = { method: 'GET', headers: {}, signal: AbortSignal.timeout(20_000), longest: 0 }

test('no spelling of a place inside is connected to, also when nobody looked at the address before', async () => {
  const watch = await aWatch()
  const connections = keepAliveAgents({})
  for (const host of addressesInside.filter((one) => !/:\d+$/.test(one))) {
    const url = URL.parse(`https://${host}:8443/`)
    if (!url) continue
    await expect(exchange(connections, { url, trusted: false }, call), host).rejects.toThrow(AddressRefused)
  }
  await sleep(50)
  expect(watch.heard).toBe(0)
})

test('a name that led outside when it was entered and leads inside when it is called is refused at the connection itself', async () => {
  const watch = await aWatch()
  const address = guardedUrl('https://rebind.acme.com:8443/', { origins: [] })
  for (const found of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['64:ff9b::7f00:1']])
    await expect(exchange(keepAliveAgents({}, publicLookup(resolving(...found))), address, call)).rejects.toThrow(AddressRefused)
  await sleep(50)
  expect(watch.heard).toBe(0)
})

test('what whoever runs the installation named is connected to', async () => {
  const watch = await aWatch()
  const address = guardedUrl('https://127.0.0.1:8443/', { origins: ['https://127.0.0.1:8443'] })
  await expect(exchange(keepAliveAgents({}), address, call)).rejects.not.toThrow(AddressRefused)
  expect(watch.heard).toBe(1)
})
