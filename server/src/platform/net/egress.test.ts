import { createServer as createTcp, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { aListener } from '../../../../tests/build/a-listener.ts'
import { makeEgress } from './egress.ts'

const get = (url: string) => ({ method: 'GET', url, headers: {} }) as const
const forEver = new AbortController().signal

test.each([
  'http://127.0.0.1:9/',
  'http://example.org/',
  'https://localhost/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://user:pass@example.org/',
  'https://2130706433/',
  'gopher://example.org/',
  'nonsense',
])('HU2: %s is not called, and nothing was sent', async (url) => {
  const answer = await makeEgress({ origins: () => [] })(get(url), forEver)
  expect(answer).toMatchObject({ failure: expect.stringContaining('address refused') as string, sent: false })
})

test('HU2: only the very origin that was named is trusted, not its neighbours', async () => {
  const origin = await aListener((_request, response) => response.end('yes'))
  const out = makeEgress({ origins: () => [origin] })
  expect(await out(get(`${origin}/x`), forEver)).toMatchObject({ status: 200, text: 'yes' })
  expect(await out(get(origin.replace('127.0.0.1', 'localhost')), forEver)).toMatchObject({ sent: false })
  expect(await out(get(origin.replace('http://', 'http://someone@')), forEver)).toMatchObject({ sent: false })
})

test('HU2: connections are kept, redirects are answers, and the name of the product is told', async () => {
  const ports = new Set<number>()
  const agents: (string | undefined)[] = []
  const origin = await aListener((request, response) => {
    ports.add(request.socket.remotePort ?? 0)
    agents.push(request.headers['user-agent'])
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  })
  const out = makeEgress({ origins: () => [origin] })
  for (let i = 0; i < 3; i++) expect(await out(get(origin), forEver)).toMatchObject({ status: 302 })
  expect(ports.size).toBe(1)
  expect(agents).toEqual(['Tablewire', 'Tablewire', 'Tablewire'])
})

test('HU2: whether a request may have arrived is told: cut, silent, refused', async () => {
  const cutting = await aListener((request) => void request.socket.destroy())
  const silent = await aListener(() => undefined)
  const half = await aListener((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  const tcp = createTcp().listen(0, '127.0.0.1')
  await new Promise((resolve) => tcp.once('listening', resolve))
  const closed = `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`
  await new Promise((resolve) => tcp.close(resolve))
  const out = makeEgress({ origins: () => [cutting, silent, half, closed] })
  expect(await out(get(cutting), forEver)).toMatchObject({ sent: true })
  expect(await out(get(silent), AbortSignal.timeout(60))).toEqual({ failure: 'no answer within the time limit', sent: true })
  expect(await out(get(half), forEver)).toMatchObject({ sent: true })
  expect(await out(get(closed), forEver)).toEqual({ failure: 'ECONNREFUSED', sent: false })
})

test('HU2: an answer without end is cut, and does not fill the memory', async () => {
  const block = 'x'.repeat(1024 * 1024)
  const origin = await aListener((_request, response) => {
    const more = (): void => void response.write(block, () => response.destroyed || more())
    more()
  })
  const answer = await makeEgress({ origins: () => [origin] })(get(origin), forEver)
  expect('text' in answer && answer.text.length).toBe(16 * 1024 * 1024)
})
