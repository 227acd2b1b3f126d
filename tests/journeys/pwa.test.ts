import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

const dist = join(import.meta.dirname, '../../portal/dist')

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('tablewire-demo')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-reservation]').first()).toBeVisible()
}
const workerRules = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe('activated')
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('SH8: each host names its own brand to install, with icons that are there', async ({ page, product, request }) => {
  const port = new URL(product.url).port
  for (const [host, name, colour] of [
    ['localhost', 'Tablewire', '#7367F0'],
    ['naranja.localhost', 'Mesa Naranja', '#C2410C'],
    ['verdant.localhost', 'Verdant', '#15803D'],
  ] as const) {
    await page.goto(`http://${host}:${port}/login`)
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest')
    type Manifest = { name: string; theme_color: string; display: string; icons: { src: string; sizes: string; purpose: string }[] }
    const manifest = await page.evaluate(async () => (await (await fetch('/manifest.webmanifest')).json()) as Manifest)
    expect(manifest).toMatchObject({ name, theme_color: colour, display: 'standalone' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
    for (const { src, sizes } of manifest.icons) {
      const picture = await request.get(src)
      expect(picture.headers()['content-type']).toBe('image/png')
      // Width and height stand in the first chunk of a PNG.
      const bytes = await picture.body()
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  }
})

test('SH8: Chromium finds nothing that would keep it from installing', async ({ page }) => {
  await page.goto('/login')
  await workerRules(page)
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A browser of tests is a private window, where nothing is ever installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toContain('/manifest.webmanifest')
})

test('SH8: the worker keeps files of the shell and no answer of the API; nothing is asked of a foreign host', async ({ page, product }) => {
  const asked: string[] = []
  const refused: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => void (/Content Security Policy/i.test(message.text()) && refused.push(message.text())))
  await signIn(page, product.adminEmail)
  await workerRules(page)
  for (const path of ['/settings/account', '/mailbox', '/reservations', '/404', '/500']) {
    await page.goto(path)
    await page.waitForLoadState('load')
  }
  await page.goto('/reservations')
  await expect(page.locator('[data-reservation]').first()).toBeVisible()
  const files = await kept(page)
  expect(
    files.filter((path) => !/^\/(assets\/[\w.-]+\.(js|css)|offline|offline\.js|reservations|brands\/.+|brand-files\/.+)$/.test(path)),
  ).toEqual([])
  expect(files.length).toBeGreaterThan(8)
  expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([new URL(product.url).origin]))
  expect(refused).toEqual([])
})

test('SH8: the policy lets in no script but our own', async ({ request }) => {
  for (const path of ['/login', '/reservations', '/offline']) {
    const policy = (await request.get(path, { headers: { accept: 'text/html' } })).headers()['content-security-policy'] ?? ''
    const of = (name: string): string | undefined => policy.split('; ').find((part) => part.startsWith(`${name} `))
    expect([of('script-src'), of('default-src'), of('worker-src')]).toEqual([
      "script-src 'self'",
      "default-src 'none'",
      "worker-src 'self'",
    ])
  }
})

test('SH8: without a connection the page says so in the reader’s language, and comes back with it', async ({ page, context }) => {
  await page.goto('/login')
  await workerRules(page)
  await context.setOffline(true)
  for (const [lang, title] of [
    ['en', 'No connection'],
    ['de', 'Keine Verbindung'],
    ['es', 'Sin conexión'],
    ['fr', 'Aucune connexion'],
    ['nl', 'Geen verbinding'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('tablewire:lang', chosen), lang)
    await page.goto('/settings/account')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('heading')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    expect(await page.evaluate(() => document.querySelector('img')!.naturalWidth)).toBeGreaterThan(0)
  }
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login\?returnUrl=/)
  await expect(page.locator('input[type=password]')).toBeVisible()
})

test('SH8: an open page says that the line is gone, keeps what it shows, and takes it back', async ({ page, product, context }) => {
  await signIn(page, product.adminEmail)
  const notice = page.getByText('No connection to the server.')
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await expect(page.locator('[data-reservation]').first()).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toBeHidden()
})

test('SH8: a new version is offered, comes when asked for, and takes the old files along', async ({ page, context }) => {
  const file = join(dist, 'sw.js')
  const today = readFileSync(file, 'utf8')
  try {
    await page.goto('/login')
    await workerRules(page)
    await page.reload()
    await page.getByLabel('Email').fill('half@written')
    // A deploy: the same worker under another name, as a change of any file gives it.
    writeFileSync(file, today.replace(/const version = '[^']+'/, "const version = 'tomorrow'"))
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update())
    const offer = page.getByRole('region', { name: 'Notices' }).getByText('A new version is ready.')
    await expect(offer).toBeVisible()
    // Nothing is taken from whoever is writing.
    await expect(page.getByLabel('Email')).toHaveValue('half@written')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it now' }).click()])
    await expect(page.locator('input[type=password]')).toBeVisible()
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shell-tomorrow'])
    await context.setOffline(true)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  } finally {
    writeFileSync(file, today)
  }
})

test('SH8: a file that is gone after a deploy loads the page anew, once', async ({ page, product }) => {
  await signIn(page, product.adminEmail)
  let gone = 0
  await page.route('**/assets/MailboxPage-*.js', async (route) => {
    gone++
    await (gone === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue())
  })
  await page.evaluate(() => ((globalThis as { before?: boolean }).before = true))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('mailb')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as { before?: boolean }).before)).toBeUndefined()
})
