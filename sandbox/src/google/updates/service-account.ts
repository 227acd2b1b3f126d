import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { formIn, json, type Reply, type RouteRequest } from '../../http/router.ts'
import type { Faults } from '../../rms/faults.ts'

/** The key file that Google hands out for a service account. */
export type KeyFile = {
  type: 'service_account'
  project_id: string
  private_key_id: string
  private_key: string
  client_email: string
  client_id: string
  token_uri: string
}
const scope = 'https://www.googleapis.com/auth/mapsbooking'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const tokenSeconds = 3600
/** As much as two clocks may differ. */
const slackSeconds = 300

const makeKey = (): Omit<KeyFile, 'token_uri'> => ({
  type: 'service_account',
  project_id: 'sandbox-maps-booking',
  private_key_id: randomBytes(20).toString('hex'),
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  client_email: 'tablewire@sandbox-maps-booking.iam.gserviceaccount.com',
  client_id: '104729104729104729104',
})
/** Made once; the same after a restart where there is a file to keep it in. */
const keptKey = (file: string | undefined): Omit<KeyFile, 'token_uri'> => {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Omit<KeyFile, 'token_uri'>
  const key = makeKey()
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(key), { mode: 0o600 })
  }
  return key
}

type Claims = { iss?: unknown; scope?: unknown; aud?: unknown; iat?: unknown; exp?: unknown }
const partOf = (text: string | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}

export type ServiceAccount = {
  keyFile(origin: string): KeyFile
  /** The token endpoint: a signed assertion in, a bearer token out. */
  token(request: RouteRequest, origin: string): Reply
  knows(authorization: string | undefined): boolean
}

const refused = (error: string, description: string): Reply => json({ error, error_description: description }, 400)

type ClaimsFault = readonly [error: string, description: string]
/** What is wrong with the claims, in Google's words. */
const claimsFault = (
  { iss, aud, iat, exp, scope: asked }: Claims,
  { email, url, nowSec }: { email: string; url: string; nowSec: number },
): ClaimsFault | undefined => {
  if (iss !== email) return ['invalid_grant', 'Invalid grant: account not found']
  if (aud !== url) return ['invalid_grant', 'Invalid JWT: Failed audience check.']
  const whole = typeof iat === 'number' && typeof exp === 'number'
  if (!whole || exp - iat > tokenSeconds || iat > nowSec + slackSeconds || exp < nowSec - slackSeconds)
    return [
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values.',
    ]
  if (typeof asked !== 'string' || !asked.split(' ').includes(scope))
    return ['invalid_scope', 'Invalid OAuth scope or ID token audience provided.']
  return undefined
}

export const makeServiceAccount = ({
  file,
  faults,
  nowMs,
}: {
  file: string | undefined
  faults: Faults
  nowMs: () => number
}): ServiceAccount => {
  const key = keptKey(file)
  const publicKey = createPublicKey(createPrivateKey(key.private_key))
  const tokens = new Map<string, number>()
  return {
    keyFile: (origin) => ({ ...key, token_uri: `${origin}/token` }),
    token: (request, origin) => {
      const form = formIn(request)
      if (form.get('grant_type') !== grant) return refused('unsupported_grant_type', 'Invalid grant_type')
      if (faults.strikes('expired_key', 'token')) return refused('invalid_grant', 'Invalid JWT Signature.')
      const [head, claims, signature] = (form.get('assertion') ?? '').split('.')
      const { alg, kid } = partOf(head)
      const fits =
        alg === 'RS256' &&
        (kid === undefined || kid === key.private_key_id) &&
        verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature ?? '', 'base64url'))
      if (!fits) return refused('invalid_grant', 'Invalid JWT Signature.')
      const fault = claimsFault(partOf(claims), { email: key.client_email, url: `${origin}/token`, nowSec: nowMs() / 1000 })
      if (fault) return refused(...fault)
      const token = `ya29.${randomBytes(32).toString('base64url')}`
      for (const [old, untilMs] of tokens) if (untilMs < nowMs()) tokens.delete(old)
      tokens.set(token, nowMs() + tokenSeconds * 1000)
      return json({ access_token: token, expires_in: tokenSeconds - 1, token_type: 'Bearer' })
    },
    knows: (authorization) => (tokens.get(/^bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '') ?? 0) > nowMs(),
  }
}
