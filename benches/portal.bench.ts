import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../tests/build/browser.ts'
import { stalePortal } from '../tools/portal-build.mjs'
import { startBarePage } from './bare-server.ts'
import { type Bench, type Measure, percentile, round } from './bench.ts'
import { admin, stage } from './stage.ts'

/** kB of gzipped JavaScript a page loads, whoever asked for it. */
const scriptsOf = (page: Page): { bytes: (among?: readonly string[]) => Promise<number> } => {
  const found = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok())
      found.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
  })
  const bytes = async (among?: readonly string[]): Promise<number> => {
    const sizes = [...found].flatMap(([url, size]) => (among && !among.includes(url) ? [] : [size]))
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  }
  return { bytes }
}

type Storage = Awaited<ReturnType<typeof signedIn>>['storage']
type Stand = { browser: Browser; storage: Storage; address: string }
type Start = { slowdown: number; warm: boolean }

/** Writes down in the page itself when its first row was painted. */
const noteFirstRow = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-reservation]')) return
      observer.disconnect()
      requestAnimationFrame(() => document.documentElement.setAttribute('data-rows-at', String(performance.now())))
    }).observe(document, { childList: true, subtree: true })
  })
/** What was asked for by then. */
const askedBeforeRows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rowsAt = Number(document.documentElement.getAttribute('data-rows-at'))
    return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime < rowsAt ? [name] : []))
  })

const open = async (page: Page, address: string): Promise<number> => {
  await page.goto(address)
  await page.waitForSelector('[data-rows-at]', { timeout: 30_000, state: 'attached' })
  return Number(await page.getAttribute('html', 'data-rows-at'))
}

/** Milliseconds from navigation to the first row of the list, as the page itself sees it. */
const rowsVisibleMs = async ({ browser, storage, address }: Stand, { slowdown, warm }: Start): Promise<number> => {
  const context = await browser.newContext({ storageState: storage, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await noteFirstRow(page)
  let ms = await open(page, address)
  if (warm) {
    // The service worker has come by then.
    await page.waitForTimeout(6_000)
    await page.goto('about:blank')
    ms = await open(page, address)
  }
  await context.close()
  return ms
}

const rounds = 5
/** Interleaved with the bare page, so that other load meets both. */
const besideBare = async (name: string, both: { ours: Stand; bare: Stand }, start: Start): Promise<Measure[]> => {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let n = 0; n < rounds; n++) {
    ours.push(await rowsVisibleMs(both.ours, start))
    bare.push(await rowsVisibleMs(both.bare, start))
  }
  const [own, least] = [percentile(ours, 0.5), percentile(bare, 0.5)]
  return [
    { name: `portal.rows.${name}`, value: round(own, 0), unit: 'ms' },
    { name: `portal.beside.${name}`, value: round(own / least, 2), unit: 'of a bare page', note: `${round(least, 0)} ms` },
  ]
}

const signedIn = async (browser: Browser, url: string) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const scripts = scriptsOf(page)
  await noteFirstRow(page)
  await page.goto(`${url}/login`)
  await page.locator('input[type=password]').waitFor()
  await page.waitForLoadState('networkidle')
  const login = await scripts.bytes()
  await page.locator('input[name=username]').fill(admin.email)
  await page.locator('input[type=password]').fill(admin.password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-rows-at]', { state: 'attached' })
  // Prefetched in idle time: panels, forms and the day view, so that service goes on without a server.
  await page.waitForTimeout(5_000)
  const rows = await scripts.bytes(await askedBeforeRows(page))
  const all = await scripts.bytes()
  const storage = await context.storageState()
  await context.close()
  return { login, rows, all, storage }
}

export const portal: Bench = {
  name: 'portal',
  about: 'JavaScript of the sign-in and the reservations page, and how soon rows are visible, beside a bare page',
  run: async () => {
    await stalePortal(process.execPath)?.()
    const { product, token } = await stage()
    const browser = await chromium.launch(browserLaunch())
    const barePage = await startBarePage(product.url)
    try {
      const state = await signedIn(browser, product.url)
      const origins = [{ origin: barePage.url, localStorage: [{ name: 'token', value: token }] }]
      const both = {
        ours: { browser, storage: state.storage, address: `${product.url}/reservations` },
        bare: { browser, storage: { cookies: [], origins }, address: barePage.url },
      }
      return [
        { name: 'portal.login', value: round(state.login), unit: 'kB gzip' },
        { name: 'portal.reservations', value: round(state.rows - state.login), unit: 'kB gzip more' },
        { name: 'portal.later', value: round(state.all - state.rows), unit: 'kB gzip more' },
        ...(await besideBare('cold', both, { slowdown: 1, warm: false })),
        ...(await besideBare('warm', both, { slowdown: 1, warm: true })),
        ...(await besideBare('throttled', both, { slowdown: 4, warm: false })),
      ]
    } finally {
      await barePage.stop()
      await browser.close()
    }
  },
}
