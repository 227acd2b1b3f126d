import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Config, ConfigError } from '../config.ts'
import { keyFromFile } from './key-file.ts'

/** Encrypts what is stored (sealed), and signs what clients hand back. */
export type Secrets = {
  seal(plain: string): string
  open(sealed: string): string
  /** Id of the key that seals now; text under another one can be sealed anew to retire that key (key rotation). */
  keyId: string
  /** Ids of the keys that open. */
  keyIds: readonly string[]
  /** A signature (HMAC) of `text` bound to one purpose. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** The same in 20 hexadecimal digits, for where there is no room and capital letters get lost, such as a mail address. */
  signShort(purpose: string, text: string): string
  verifyShort(purpose: string, text: string, signature: string): boolean
}

/** Sealed text that cannot be read: damaged, or its key is gone. Never carries the text. */
export class SecretError extends Error {
  override name = 'SecretError'
}

/** 80 bits: out of reach of guessing where every guess is a call. */
const shortBytes = 10

type Key = { id: string; seal: Buffer; text: string }

const derive = (text: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', text, '', `tablewire ${purpose}`, bytes))
const toKey = (text: string): Key => ({ id: derive(text, 'key id', 6).toString('base64url'), seal: derive(text, 'seal'), text })

/**
 * From TABLEWIRE_SECRET_KEY (several by commas: the first seals, all open), else from `secret.key` in the data folder. Where something has been
 * sealed already (`used`), a missing file counts as lost and is not replaced: the key then lives as long as the process.
 */
export const loadSecrets = async (config: Config, { used = false } = {}): Promise<Secrets> => {
  const given = config.secretKey
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (given && (given.length === 0 || given.some((part) => part.length < 32)))
    throw new ConfigError('TABLEWIRE_SECRET_KEY: each key must have at least 32 characters')
  return makeSecrets(given ?? [await keyFromFile(config.data, { make: !used })])
}

export const makeSecrets = (texts: readonly string[]): Secrets => {
  const keys = new Map(texts.map((text) => toKey(text)).map((key) => [key.id, key]))
  const first = toKey(texts[0]!)
  const macOf = (key: Key, purpose: string, text: string): Buffer =>
    createHmac('sha256', derive(key.text, `sign ${purpose}`))
      .update(text)
      .digest()
  const shortOf = (key: Key, purpose: string, text: string): Buffer => macOf(key, `${purpose} short`, text).subarray(0, shortBytes)
  return {
    keyId: first.id,
    keyIds: [...keys.keys()],
    seal: (plain) => seal(first, plain),
    open: (sealed) => open(keys, sealed),
    sign: (purpose, text) => `${first.id}.${macOf(first, purpose, text).toString('base64url')}`,
    verify: (purpose, text, signature) => {
      const [id = '', mac = '', ...rest] = signature.split('.')
      const key = keys.get(id)
      const found = Buffer.from(mac, 'base64url')
      return key !== undefined && rest.length === 0 && found.length === 32 && timingSafeEqual(found, macOf(key, purpose, text))
    },
    signShort: (purpose, text) => shortOf(first, purpose, text).toString('hex'),
    verifyShort: (purpose, text, signature) => {
      const found = Buffer.from(signature, 'hex')
      return found.length === shortBytes && [...keys.values()].some((key) => timingSafeEqual(found, shortOf(key, purpose, text)))
    },
  }
}

const version = 'v1'

const seal = (key: Key, plain: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.seal, iv).setAAD(Buffer.from(`${version}.${key.id}`))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return [version, key.id, ...[iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.')
}

const open = (keys: ReadonlyMap<string, Key>, sealed: string): string => {
  const [found, id = '', iv = '', tag = '', body, ...rest] = sealed.split('.')
  if (found !== version || body === undefined || rest.length) throw new SecretError('this is not sealed text')
  const key = keys.get(id)
  if (!key) throw new SecretError(`sealed with key ${id}, which is not among the keys of this installation`)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.seal, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(`${version}.${id}`)).setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
  } catch {
    throw new SecretError('the sealed text is damaged')
  }
}
