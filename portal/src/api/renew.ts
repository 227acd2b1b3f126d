import type { Token } from '@tablewire/contracts/identity/session'
import { ApiError } from './api-error.ts'
import { randomKey } from './random-key.ts'
import { sessionStore } from './session.ts'
import { storageKey } from './stored-session.ts'

/** OAuth public client: its secret protects nothing and is documented in the API's description. */
export const portalClient = { client_id: 'portal', client_secret: 'portal', scope: null }

const lockName = `${storageKey}:renew`

/**
 * Refresh tokens rotate: two tabs using the same one would end the session. Tabs share a lock; without locks (plain http) they only wait a random
 * moment.
 */
const oneTabAtATime = async <T>(work: () => Promise<T>): Promise<T> => {
  if (navigator.locks) return navigator.locks.request(lockName, work)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
  return work()
}

const pendingName = `${storageKey}:renewal`
/** The refresh token and its idempotency key; in memory where storage is full or forbidden. */
let pending = ''
const keep = (text: string): void => {
  pending = text
  try {
    if (text) localStorage.setItem(pendingName, text)
    else localStorage.removeItem(pendingName)
  } catch {
    // Still in this page's memory.
  }
}
const kept = (): string => {
  try {
    return localStorage.getItem(pendingName) ?? pending
  } catch {
    return pending
  }
}

/**
 * The idempotency key of a refresh, stored until its answer has come: a page left in the middle retries with the same key, and gets the same answer
 * instead of being taken for a thief.
 */
const renewalOf = (refreshToken: string): string => {
  const [token, text] = kept().split(' ')
  if (token === refreshToken && text) return text
  const fresh = randomKey()
  keep(`${refreshToken} ${fresh}`)
  return fresh
}

const wholeAnswer = async (response: Response): Promise<Token> => {
  try {
    return (await response.json()) as Token
  } catch {
    throw new ApiError(0, 'network.failed')
  }
}

const spendRefreshToken = async (staleToken: string): Promise<string | undefined> => {
  const { user } = sessionStore.fresh()
  if (!user) return undefined
  if (user.access_token !== staleToken) return user.access_token
  // A shared tablet has no other token to get.
  if (user.refresh_token === '') return undefined
  let response: Response
  try {
    response = await fetch('/v2/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'refresh_token',
        ...portalClient,
        refresh_token: user.refresh_token,
        renewal: renewalOf(user.refresh_token),
      }),
      signal: AbortSignal.timeout(30_000),
    })
  } catch {
    throw new ApiError(0, 'network.failed')
  }
  if (response.status >= 500 || response.status === 429) throw new ApiError(response.status, 'server.busy')
  if (!response.ok) {
    keep('')
    return undefined
  }
  const token = await wholeAnswer(response)
  sessionStore.renew(token)
  // Only now: a page left before the tokens are stored has to retry.
  keep('')
  return token.access_token
}

let underWay: Promise<string | undefined> | undefined

/** A valid access token after `staleToken` was refused; undefined when the session is over. Concurrent callers share one refresh. */
export const renewedToken = (staleToken: string): Promise<string | undefined> => {
  underWay ??= oneTabAtATime(() => spendRefreshToken(staleToken)).finally(() => {
    underWay = undefined
  })
  return underWay
}
