import { createHmac } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Token } from '@tablewire/contracts/identity/session'
import { expect, type Product } from './server.ts'

export const demoPassword = 'tablewire-demo'
export const storageKey = 'mozrest:manager-portal'

/** Writes both fields of the sign-in page and sends them. */
export const enter = async (page: Page, email: string, password = demoPassword): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** What the portal kept of somebody who typed the password once: by origin and person. */
const kept = new Map<string, Record<string, unknown>>()
type Somebody = { origin: string; email: string; path: string }

/**
 * Somebody is signed in at that page. Typed the first time; later with a session of its own and what the portal knew then, as one who comes back:
 * signing in itself is proved where that is the story.
 */
export const signInAt = async (page: Page, { origin, email, path }: Somebody): Promise<void> => {
  const key = `${origin} ${email}`
  const known = kept.get(key)
  if (!known) {
    await page.goto(`${origin}/login?returnUrl=${encodeURIComponent(path)}`)
    // Not by their labels: the page may speak any language.
    await page.locator('input[autocomplete^="username"]').fill(email)
    await page.locator('input[autocomplete="current-password"]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/\/login/)
    await expect(page.getByRole('main')).toBeVisible()
    const now = await stored(page)
    if (now?.['user'] && now['userData']) kept.set(key, now)
    return
  }
  const data = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password: demoPassword }
  const answer = await page.request.post(`${origin}/v2/token`, { data })
  expect(answer.status(), 'signs in').toBe(200)
  const user = (await answer.json()) as unknown
  // Any page of the origin will do; this one is an answer without an app that would look into the storage.
  await page.goto(`${origin}/v1/nothing-here`)
  await page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [storageKey, JSON.stringify({ ...known, user })])
  await page.goto(`${origin}${path}`)
}

/** What is kept of the session (AC2). */
export const stored = (page: Page): Promise<Record<string, unknown> | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null, storageKey)

/** Tokens as another system would have them. */
export const tokensOf = async (request: APIRequestContext, product: Product, username: string): Promise<Token> => {
  const data = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username, password: demoPassword }
  const answer = await request.post(`${product.url}/v2/token`, { data })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Token
}

/** The newest mail to that address, from the mailbox of an installation without a mail server. */
export const mailTo = async (request: APIRequestContext, product: Product, address: string): Promise<string> => {
  const { access_token } = await tokensOf(request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  let id: string | undefined
  await expect(async () => {
    const { data } = (await (await request.get(`${product.url}/v1/mailbox?limit=50`, { headers })).json()) as {
      data: { id: string; to: string }[]
    }
    id = data.find(({ to }) => to.includes(address))?.id
    expect(id).toBeDefined()
  }).toPass()
  return ((await (await request.get(`${product.url}/v1/mailbox/${id}`, { headers })).json()) as { data: { text: string } }).data.text
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows (RFC 6238); `ahead` half minutes from now, as a code counts once. */
export const appCode = (secret: string, ahead = 0): string => {
  const bits = Array.from(secret.replaceAll(' ', ''), (char) => base32.indexOf(char).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', key).update(step).digest()
  const at = hash.at(-1)! & 15
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** A device with a fingerprint reader that always says yes. */
export const addAuthenticator = async (page: Page): Promise<void> => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
