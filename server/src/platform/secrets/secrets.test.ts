import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { loadSecrets, SecretError } from './secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablewire-secrets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const old = 'o'.repeat(40)
const fresh = 'f'.repeat(40)
const load = (secretKey: string | undefined, data = folder) =>
  loadSecrets(readConfig(['--data', data], secretKey === undefined ? {} : { TABLEWIRE_SECRET_KEY: secretKey }))

test('what is sealed comes back, looks different each time and hides its text', async () => {
  const secrets = await load(fresh)
  for (const plain of ['', 'pässwort 🔑', 'x'.repeat(100_000)]) {
    const sealed = secrets.seal(plain)
    expect(secrets.open(sealed)).toBe(plain)
    expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/)
    expect(secrets.seal(plain)).not.toBe(sealed)
  }
})

test('one changed character anywhere is noticed', async () => {
  const secrets = await load(fresh)
  const sealed = secrets.seal('the key of a partner')
  for (let at = 0; at < sealed.length; at += 3) {
    if (sealed[at] === '.') continue
    const other = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    // The last character of a part may carry bits nobody reads.
    if (
      Buffer.from(other.split('.').at(-1)!, 'base64url').equals(Buffer.from(sealed.split('.').at(-1)!, 'base64url')) &&
      at > sealed.lastIndexOf('.')
    )
      continue
    expect(() => secrets.open(other)).toThrow(SecretError)
  }
  for (const broken of [
    '',
    'v1',
    'v1.a.b.c',
    `${sealed}.x`,
    sealed.replace('v1', 'v2'),
    `${sealed.split('.').slice(0, 3).join('.')}.AAAA.${sealed.split('.')[4]}`,
  ])
    expect(() => secrets.open(broken)).toThrow(SecretError)
})

test('after a rotation the new key seals, the old one still opens, and without it nothing does', async () => {
  const before = await load(old)
  const rotated = await load(` ${fresh} , ${old}`)
  const sealed = before.seal('kept')
  expect(rotated.open(sealed)).toBe('kept')
  expect(rotated.keyId).not.toBe(before.keyId)
  expect(rotated.seal('x').split('.')[1]).toBe(rotated.keyId)
  expect((await load(fresh)).open(rotated.seal('new'))).toBe('new')
  const without = await load(fresh)
  expect(() => without.open(sealed)).toThrow(/not among the keys/)
})

test('a signature holds for its text, its purpose and its key, also after a rotation', async () => {
  const secrets = await load(old)
  const signature = secrets.sign('download', 'exports/1')
  expect(secrets.verify('download', 'exports/1', signature)).toBe(true)
  expect((await load(`${fresh},${old}`)).verify('download', 'exports/1', signature)).toBe(true)
  expect((await load(fresh)).verify('download', 'exports/1', signature)).toBe(false)
  expect(secrets.verify('download', 'exports/2', signature)).toBe(false)
  expect(secrets.verify('sign-in', 'exports/1', signature)).toBe(false)
  for (const broken of ['', '.', signature.slice(0, -3), `${signature}.x`, signature.split('.')[0]!])
    expect(secrets.verify('download', 'exports/1', broken)).toBe(false)
})

test('many processes starting at once agree on one key file that only its owner reads', async () => {
  const data = join(folder, 'deep', 'data')
  const all = await Promise.all(Array.from({ length: 20 }, () => load(undefined, data)))
  expect(new Set(all.map((secrets) => secrets.keyId)).size).toBe(1)
  expect(await readdir(data)).toEqual(['secret.key'])
  expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect((await load(undefined, data)).open(all[7]!.seal('later'))).toBe('later')
})

test('a short key and an empty key file are refused in words', async () => {
  await expect(load(`${fresh},short`)).rejects.toThrow(/at least 32 characters/)
  await writeFile(join(folder, 'secret.key'), '')
  await expect(load(undefined)).rejects.toThrow(/holds no key/)
})
