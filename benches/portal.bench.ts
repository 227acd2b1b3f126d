import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../tests/build/browser.ts'
import { type Bench, percentile, round } from './bench.ts'
import { admin, stage } from './stage.ts'

/** kB of gzipped JavaScript a page loads, whoever asked for it. */
const scriptsOf = (page: Page): { bytes: () => Promise<number> } => {
  const found = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok())
      found.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
  })
  return { bytes: async () => (await Promise.all(found.values())).reduce((sum, size) => sum + size, 0) / 1000 }
}

/** Milliseconds from navigation to the first row of the list, as the page itself sees it. */
const rowsVisibleMs = async (
  browser: Browser,
  state: Awaited<ReturnType<typeof signedIn>>,
  url: string,
  slowdown: number,
): Promise<number> => {
  const context = await browser.newContext({ storageState: state.storage, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-reservation]')) return
      observer.disconnect()
      requestAnimationFrame(() => document.documentElement.setAttribute('data-rows-at', String(performance.now())))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${url}/reservations`)
  await page.waitForSelector('[data-rows-at]', { timeout: 30_000, state: 'attached' })
  const ms = Number(await page.getAttribute('html', 'data-rows-at'))
  await context.close()
  return ms
}

const signedIn = async (browser: Browser, url: string) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const scripts = scriptsOf(page)
  await page.goto(`${url}/login`)
  await page.locator('input[type=password]').waitFor()
  await page.waitForLoadState('networkidle')
  const login = await scripts.bytes()
  await page.locator('input[type=email]').fill(admin.email)
  await page.locator('input[type=password]').fill(admin.password)
  await page.keyboard.press('Enter')
  await page.locator('[data-reservation]').first().waitFor()
  await page.waitForTimeout(1000)
  const all = await scripts.bytes()
  const storage = await context.storageState()
  await context.close()
  return { login, all, storage }
}

export const portal: Bench = {
  name: 'portal',
  about: 'JavaScript of the sign-in and the reservations page, and how soon rows are visible in a cold browser',
  run: async () => {
    const { product } = await stage()
    const browser = await chromium.launch(browserLaunch())
    try {
      const state = await signedIn(browser, product.url)
      const measure = async (slowdown: number) => {
        const all: number[] = []
        for (let n = 0; n < 5; n++) all.push(await rowsVisibleMs(browser, state, product.url, slowdown))
        return round(percentile(all, 0.5), 0)
      }
      return [
        { name: 'portal.login', value: round(state.login), unit: 'kB gzip' },
        { name: 'portal.reservations', value: round(state.all - state.login), unit: 'kB gzip more' },
        { name: 'portal.rows.cold', value: await measure(1), unit: 'ms' },
        { name: 'portal.rows.throttled', value: await measure(4), unit: 'ms' },
      ]
    } finally {
      await browser.close()
    }
  },
}
