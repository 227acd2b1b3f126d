import { expect, test } from 'vitest'
import { addressesInside } from '../../../../tests/build/addresses-inside.ts'
import { AddressRefused, guardedUrl, isSftpHost, isWebLink, mayBeCalled, publicLookup } from './guard.ts'
import { isPublicAddress } from './public-address.ts'

const allowed = { hosts: ['push.example.com', '*.notify.example.com'], origins: ['http://127.0.0.1:9'] }

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  'ff02::1',
  'localhost',
  '0177.0.0.1',
  '',
])('%s is not on the public Internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.184.10', '172.32.0.1', '2a00:1450:4003:80e::200a', '[2a00:1450:4003:80e::200a]'])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  'http://push.example.com/x',
  'https://push.example.com:8444/x',
  'https://user@push.example.com/x',
  'https://push.example.com.evil.test/',
  'https://evilpush.example.com/',
  'https://notify.example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'file:///etc/passwd',
  'http://127.0.0.1:10/',
  'not an address',
])('%s is refused before any call', (text) => {
  expect(() => guardedUrl(text, allowed)).toThrow(AddressRefused)
})

test('known services are called, and what whoever runs the installation named', () => {
  expect(guardedUrl('https://push.example.com/send/abc', allowed).trusted).toBe(false)
  expect(guardedUrl('https://db5.notify.example.com/w/?token=a', allowed).trusted).toBe(false)
  expect(guardedUrl('http://127.0.0.1:9/send', allowed).trusted).toBe(true)
})

const answering = (...addresses: string[]) =>
  ((_name: string, _options: unknown, callback: (error: null, found: { address: string; family: number }[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Parameters<typeof publicLookup>[0]
const look = (resolve: ReturnType<typeof answering>, all = false): Promise<unknown> =>
  new Promise((done) => publicLookup(resolve)('push.example.com', { all }, (error, address) => done(error ?? address)))

test('a name that leads into a private network is refused at the connection itself, also when only one of its addresses does', async () => {
  expect(await look(answering('8.8.8.8'))).toBe('8.8.8.8')
  expect(await look(answering('8.8.8.8', '1.1.1.1'), true)).toHaveLength(2)
  for (const found of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:10.0.0.1'], []])
    expect(await look(answering(...found))).toBeInstanceOf(AddressRefused)
})

test.each(addressesInside)('%s is never a place outside, neither on the web nor for files', (host) => {
  expect(mayBeCalled(`https://${host}/`, { origins: [] })).toBe(false)
  expect([isSftpHost(host), isSftpHost(`sftp://${host}`)]).toEqual([false, false])
})

test('a public host may be called at the two ports where web services stand, and nowhere else', () => {
  const open = (text: string): boolean => mayBeCalled(text, { origins: [] })
  for (const good of [
    'https://rms.acme.com',
    'https://rms.acme.com:443/v1',
    'https://rms.acme.com:8443',
    'https://8.8.8.8/',
    'https://köln.de/',
  ])
    expect([good, open(good)]).toEqual([good, true])
  for (const port of [22, 25, 80, 1024, 3306, 5432, 6379, 8080, 9200])
    expect([port, open(`https://rms.acme.com:${port}`)]).toEqual([port, false])
  expect(mayBeCalled('https://rms.acme.com:5432', { origins: ['https://rms.acme.com:5432'] })).toBe(true)
  expect(['sftp://feeds.acme.com', 'feeds.acme.com:19321', '8.8.8.8', 'feeds.acme.com:5432', 'me@feeds.acme.com'].map(isSftpHost)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a host for feeds has no path: the users’ folders are theirs', () => {
  expect(['sftp://feeds.acme.com/', 'sftp://feeds.acme.com/in', 'feeds.acme.com/../x'].map(isSftpHost)).toEqual([true, false, false])
})

test('a link for people leads to the web only', () => {
  const links = [
    'https://pay.acme.com/x',
    'http://127.0.0.1:9/pay',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://me:word@acme.com',
    'x',
  ]
  expect(links.map(isWebLink)).toEqual([true, true, false, false, false, false])
})
