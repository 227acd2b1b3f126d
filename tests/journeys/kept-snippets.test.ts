import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { type BookingVenue, bookingsOf, readyVenue } from './a-booking-page.ts'
import { byApi } from './by-api.ts'
import { expect, type Product, test } from './server.ts'

/*
 * What the guide and the portal gave restaurants to paste into their pages, as it was given then, under the version of the loader of its day. It stands on
 * pages that nobody touches for years: no file there is ever changed, and each works with today's loader as long as its first number is promised.
 */
const folder = new URL('../kept-snippets/', import.meta.url)
const keptOf = (name: string): string => readFileSync(new URL(`${name}.txt`, folder), 'utf8')

type Place = BookingVenue & { channel: string }
/** What is booked again and again, and what is only looked at, asks for no other page. */
const placeOf = async (product: Product): Promise<Place> => {
  const venue = await readyVenue(product)
  const call = await byApi(product)
  const { channels } = await call<{ channels: { id: string }[] }>('GET', `/v1/venues/${venue.id}/booking-page`)
  return { ...venue, channel: channels[0]!.id }
}
const filled = (snippet: string, product: Product, { id, channel, date }: Place): string =>
  snippet.replaceAll('ORIGIN', product.url).replaceAll('VENUE', id).replaceAll('CHANNEL', channel).replaceAll('DATE', date)

const events = ['opened', 'closed', 'search', 'no_availability', 'slot_selected', 'requested', 'payment_required', 'booked']
/** A restaurant's page of that day: it listens as the guide said, and its policy allows what the guide said. */
const aSite = async (product: Product, snippet: string): Promise<{ url: string; server: Server }> => {
  const policy = `default-src 'none'; script-src 'self' ${product.url}; frame-src ${product.url}; style-src 'unsafe-inline'`
  const listens = `window.heard = []; for (const name of ${JSON.stringify(events)}) document.addEventListener('tablewire:' + name, (event) => window.heard.push([name, event.detail]))`
  const page = `<!doctype html><html lang="en"><head><title>Trattoria</title><script src="/site.js"></script></head><body><h1>Trattoria</h1>${snippet}<p id="below">Below</p></body></html>`
  const server = createServer((request, response) => {
    const isScript = request.url === '/site.js'
    response
      .writeHead(200, { 'content-type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`, 'content-security-policy': policy })
      .end(isScript ? listens : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}
type Heard = [name: string, detail: Record<string, unknown>][]
const heard = (page: Page): Promise<Heard> => page.evaluate(() => (window as unknown as { heard: Heard }).heard)
const layered = (page: Page): Promise<string[]> =>
  page.evaluate(() => ((window as unknown as { dataLayer?: { event: string }[] }).dataLayer ?? []).map(({ event }) => event))

const hasTimes = async (frame: FrameLocator): Promise<void> => {
  await expect(frame.locator('.times button').first()).toBeVisible()
  await expect.poll(() => frame.locator('html').getAttribute('lang')).not.toBe('')
}
const bookIn = async (page: Page, frame: FrameLocator, email: string): Promise<void> => {
  await frame.locator('.times button').first().click()
  await expect(frame.getByLabel('First name')).toBeVisible()
  await page.waitForTimeout(1600)
  await frame.getByLabel('First name').fill('Noa')
  await frame.getByLabel('Last name').fill('Vidal')
  await frame.getByLabel('E-mail', { exact: true }).fill(email)
  await frame.getByRole('button', { name: 'Book this table' }).click()
  await expect(frame.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
}

type Kept = { page: Page; product: Product; place: Place }
/** In the place of the link, as high as what is in it. */
const inline = async ({ page }: Kept): Promise<FrameLocator> => {
  const frame = page.locator('a[data-tw-venue] + iframe')
  await expect(frame).toBeVisible()
  await expect(page.locator('a[data-tw-venue]')).toBeHidden()
  await hasTimes(frame.contentFrame())
  return frame.contentFrame()
}
/** Opened by its link, called as the link is, closed by Escape, which gives the link its focus back. */
const popup = async ({ page, product, place }: Kept): Promise<void> => {
  const link = page.locator('a[data-tw-venue]')
  const name = (await link.textContent())!.trim()
  await link.click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  const frame = dialog.locator('iframe').contentFrame()
  await hasTimes(frame)
  if ((await frame.locator('html').getAttribute('lang')) === 'en') {
    const email = `kept-${crypto.randomUUID().slice(0, 8)}@guests.example`
    await bookIn(page, frame, email)
    const [made] = await bookingsOf(product, email)
    expect((await heard(page)).filter(([event]) => event === 'booked')).toEqual([
      ['booked', { venue: place.id, reference: made!.reference }],
    ])
    expect((await layered(page)).filter((event) => event === 'tablewire_booked')).toHaveLength(1)
  }
  await frame.locator('body').press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  const names = (await heard(page)).map(([event]) => event)
  expect([names[0], names.at(-1)]).toEqual(['opened', 'closed'])
  expect(await layered(page)).toEqual(expect.arrayContaining(['tablewire_opened', 'tablewire_closed']))
}
/** A button in the corner, of a size that can be met, on a ground of its own. */
const corner = async (kept: Kept, [ground, ink]: readonly [string, string]): Promise<void> => {
  const link = kept.page.locator('a[data-tw-venue]')
  await expect(link).toHaveCSS('position', 'fixed')
  await expect(link).toHaveCSS('background-color', ground)
  await expect(link).toHaveCSS('color', ink)
  const { width, height } = (await link.boundingBox())!
  expect([width >= 44, height >= 44]).toEqual([true, true])
  await popup(kept)
}
const inGerman = async (frame: FrameLocator): Promise<void> => {
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
}
/** By its address alone, as a page of its own. */
const opens = async ({ page, place }: Kept): Promise<void> => {
  await page.getByRole('link').first().click()
  await expect(page.locator('main .times button').first()).toBeVisible()
  expect(page.url()).toContain(`/book/${place.id}`)
}

const ways: Readonly<Record<string, (kept: Kept) => Promise<void>>> = {
  '1.0-guide': popup,
  '1.0-no-mode': popup,
  '1.0-frame': async ({ page }) => hasTimes(page.locator('iframe').contentFrame()),
  '1.0-all-attributes': async (kept) => {
    const frame = await inline(kept)
    await expect(frame.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(frame.locator('#party')).toHaveValue('4')
    await expect(frame.locator('#date')).toHaveValue(kept.place.date)
    expect(new URL((await kept.page.locator('iframe').getAttribute('src'))!).searchParams.get('channel')).toBe(kept.place.channel)
    await frame.locator('.times button').first().click()
    await expect.poll(async () => (await heard(kept.page)).map(([event]) => event)).toContain('slot_selected')
    expect(await layered(kept.page)).toEqual([])
  },
  '1.1-inline': async (kept) => {
    const below = () => kept.page.locator('#below').evaluate((element) => element.getBoundingClientRect().top)
    const before = await below()
    await inline(kept)
    // Room is kept for it: what stands below has not come nearer.
    expect(await below()).toBeGreaterThanOrEqual(before)
  },
  '1.1-popup': popup,
  // Its page has given it no look: a dark one.
  '1.1-button': (kept) => corner(kept, ['rgb(29, 29, 34)', 'rgb(255, 255, 255)']),
  '1.2-button': (kept) => corner(kept, ['rgb(122, 58, 18)', 'rgb(255, 255, 255)']),
  '1.1-page': opens,
  '1.1-inline-of-channel': async (kept) => inGerman(await inline(kept)),
  '1.1-popup-of-channel': async (kept) => {
    await popup(kept)
    await inGerman(kept.page.locator('dialog iframe').contentFrame())
  },
  '1.1-page-of-channel': async (kept) => {
    await opens(kept)
    await expect(kept.page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(kept.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  },
}

test('WI1: every snippet that was ever given is tried, and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(ways)
      .map((name) => `${name}.txt`)
      .toSorted(),
  )
})

for (const [name, works] of Object.entries(ways))
  test(`WI1: the snippet ${name} works with today's loader as on its first day`, async ({ page, product }) => {
    const place = await placeOf(product)
    const { url, server } = await aSite(product, filled(keptOf(name), product, place))
    const complaints: string[] = []
    page.on('console', (message) => void (/Content Security|Trusted/.test(message.text()) && complaints.push(message.text())))
    page.on('pageerror', (error) => void complaints.push(error.message))
    try {
      await page.goto(url)
      await works({ page, product, place })
      expect(complaints).toEqual([])
    } finally {
      server.close()
    }
  })
