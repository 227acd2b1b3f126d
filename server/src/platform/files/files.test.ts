import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type FileStore, makeFileStore } from './files.ts'

const secret = 'secret/of+the+bucket'
const sha = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** Signature Version 4, computed from what arrived, as a bucket does: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const { day, region, names, signature } =
    /^AWS4-HMAC-SHA256 Credential=desk\/(?<day>\d{8})\/(?<region>[\w-]+)\/s3\/aws4_request, SignedHeaders=(?<names>[\w;-]+), Signature=(?<signature>[0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )?.groups ?? {}
  if (!day || !region || !names || request.headers['x-amz-content-sha256'] !== sha(body) || !names.includes('x-amz-content-sha256'))
    return false
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), names, sha(body)].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, sha(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  return hmac(key, toSign).toString('hex') === signature
}

const kept = new Map<string, { body: Buffer; type: string }>()
let failures = 0
/** A bucket on loopback: path-style, keeps what is rightly signed. */
const bucket = createServer((request, response) => {
  void buffer(request).then((body) => {
    const answer = (status: number, xml = '', type = 'application/xml'): void =>
      void response.writeHead(status, { 'content-type': type }).end(xml)
    const url = request.url!
    if (failures > 0 && failures--) return answer(503, '<Error><Code>SlowDown</Code></Error>')
    if (!isSigned(request, body)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (!url.startsWith('/files/')) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (request.method === 'PUT') kept.set(url, { body, type: request.headers['content-type']! })
    if (request.method === 'DELETE') return (kept.delete(url), answer(204))
    const found = kept.get(url)
    if (!found) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    return request.method === 'GET' ? void response.writeHead(200, { 'content-type': found.type }).end(found.body) : answer(200)
  })
})

let folder: string
let origin: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablewire-files-'))
  await new Promise<void>((resolve) => void bucket.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
})
afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const s3 = (path = '/files/', key = secret): FileStore =>
  makeFileStore(
    readConfig([], { FILES_URL: `${origin}${path}`, S3_ACCESS_KEY_ID: 'desk', S3_SECRET_ACCESS_KEY: key, S3_REGION: 'eu-central-1' }),
  )
const inFolder = (): FileStore => makeFileStore(readConfig(['--data', folder], {}))

describe.each([
  ['a folder', inFolder],
  ['a bucket', s3],
] as const)('%s', (_name, make) => {
  test('gives back what was put, byte for byte, with its type', async () => {
    const store = make()
    const body = Buffer.from([0, 10, 13, 10, 255, ...Array.from({ length: 300_000 }, (_, at) => at % 251)])
    await store.put('logos/a/1.png', body, 'image/png')
    expect(await store.get('logos/a/1.png')).toEqual({ body, contentType: 'image/png' })
    await store.put('logos/a/1.png', Buffer.alloc(0), 'text/plain; charset=utf-8')
    expect(await store.get('logos/a/1.png')).toEqual({ body: Buffer.alloc(0), contentType: 'text/plain; charset=utf-8' })
  })

  test('what is not there is undefined, and removing twice is fine', async () => {
    const store = make()
    await store.put('one.txt', Buffer.from('1'), 'text/plain')
    await store.remove('one.txt')
    await store.remove('one.txt')
    expect(await store.get('one.txt')).toBeUndefined()
    expect(await store.get('never/there.txt')).toBeUndefined()
  })

  test('a key cannot leave the store', async () => {
    const store = make()
    for (const key of [
      '',
      '/etc/passwd',
      '../secret.key',
      'a/../../secret.key',
      'a/./b',
      'a//b',
      '.hidden',
      'a\\..\\b',
      'a\0b',
      '%2e%2e/x',
      'a?b',
      'a#b',
      'ä',
      'x'.repeat(500),
    ]) {
      await expect(async () => store.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a file key')
      await expect(async () => store.get(key)).rejects.toThrow('not a file key')
      await expect(async () => store.remove(key)).rejects.toThrow('not a file key')
    }
    await expect(async () => store.put('a', Buffer.from('x'), 'text/html\nx: y')).rejects.toThrow('not a content type')
  })
})

test('readers of a folder see the old file or the new one, never a half, and nothing is left lying about', async () => {
  const store = inFolder()
  const bodies = [Buffer.alloc(400_000, 'a'), Buffer.alloc(400_000, 'b')]
  await store.put('busy/file', bodies[0]!, 'text/plain')
  const writing = Promise.all(Array.from({ length: 12 }, (_, at) => store.put('busy/file', bodies[at % 2]!, 'text/plain')))
  for (let look = 0; look < 30; look++) {
    const { body } = (await store.get('busy/file'))!
    expect(body.length === 400_000 && body.every((byte) => byte === body[0])).toBe(true)
  }
  await writing
  expect(await readdir(join(folder, 'files', 'busy'))).toEqual(['file'])
})

test('a bucket that is busy is asked again; one that refuses says why, without the file', async () => {
  failures = 2
  await s3().put('again.txt', Buffer.from('x'), 'text/plain')
  expect((await s3().get('again.txt'))?.body.toString()).toBe('x')
  await expect(s3('/files', 'wrong').put('x', Buffer.from('guest list'), 'text/plain')).rejects.toThrow(
    'the bucket answered 403 (SignatureDoesNotMatch)',
  )
  await expect(s3('/missing').get('x')).rejects.toThrow('the bucket does not exist')
})

test('settings that cannot work are refused in words', async () => {
  expect(() => makeFileStore(readConfig([], { FILES_URL: origin }))).toThrow(/S3_ACCESS_KEY_ID/)
  expect(() => makeFileStore(readConfig([], { FILES_URL: 'file://folder/x' }))).toThrow(/three slashes/)
  const store = makeFileStore(readConfig([], { FILES_URL: `file://${folder}/own` }))
  await store.put('a.txt', Buffer.from('1'), 'text/plain')
  await writeFile(join(folder, 'own', 'b.txt'), 'text/plain\nby hand')
  expect((await store.get('b.txt'))?.body.toString()).toBe('by hand')
})
