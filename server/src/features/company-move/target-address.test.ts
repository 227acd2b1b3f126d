import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readTarget, targetWarning } from './target-address.ts'

const own = { publicUrl: 'https://hub.example.com/', publicBookingUrl: 'https://book.example.com' }

test.each([
  ['https://eu2.example.com', 'https://eu2.example.com'],
  ['HTTPS://EU2.example.com/', 'https://eu2.example.com'],
  ['http://10.0.0.7:4100', 'http://10.0.0.7:4100'],
  ['http://localhost:4001', 'http://localhost:4001'],
])('%s is where callers are sent', (text, url) => {
  expect(readTarget(text, own)).toEqual({ url })
})

test.each([
  'eu2.example.com',
  'ftp://eu2.example.com',
  'http://user:pw@127.0.0.1:4410',
  'http://@127.0.0.1:4410',
  'http://foo bar',
  'http://?x',
  'https://#',
  'https://eu2.example.com?',
  'https://eu2.example.com/#',
  'https://eu2.example.com/v1',
  String.raw`https://eu2.example.com\v1`,
  'https://eu2.exam\nple.com',
  'https://eu2.example.com\n',
  'http://999.999.1.1:99999',
  'http://a.example:99999',
])('%j is refused, as every channel would be told it', (text) => {
  expect(readTarget(text, own)).toEqual({ fault: expect.stringContaining('--to is the address of the other installation alone') })
})

test.each(['https://hub.example.com', 'https://HUB.example.com:443/', 'https://book.example.com'])(
  '%s is this installation, where callers would be sent to itself for ever',
  (text) => {
    expect(readTarget(text, own)).toEqual({ fault: expect.stringContaining('of this installation') })
  },
)

const listening = async (answer: string): Promise<Server> => {
  const server = createServer((_request, response) => void response.end(answer))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return server
}
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('whoever moves a company is warned where nobody answers, or something else', async () => {
  const [product, other] = [await listening('{"status":"ok"}'), await listening('<h1>It works</h1>')]
  expect(await targetWarning(addressOf(product))).toBeUndefined()
  expect(await targetWarning(addressOf(other))).toContain('is no Tablewire')
  const gone = addressOf(product)
  for (const server of [product, other]) {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
  expect(await targetWarning(gone)).toContain('nobody answers')
})
