import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { bookingsOf, type BookingVenue, readyVenue } from './a-booking-page.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, type Product, test } from './server.ts'

/** Somebody else's site: another port and host name, a policy that allows what the guide says and no more, and styles that want to rule everything. */
const ruling = '* { color: darkred !important; height: 10px !important; border: 1px solid red !important; position: static !important }'
const siteWith = async (product: Product, links: string, rules = ruling): Promise<{ url: string; server: Server }> => {
  const policy = `default-src 'none'; script-src 'self' ${product.url}; frame-src ${product.url}; style-src 'self'`
  const page = `<!doctype html><html lang="en"><head><title>Trattoria</title><link rel="stylesheet" href="/site.css"></head><body><h1>Trattoria</h1>${links}<p id="below">Below</p><script src="/site.js"></script><script async src="${product.url}/widget.js"></script></body></html>`
  const files: Record<string, [type: string, text: string]> = {
    '/': ['text/html', page],
    '/site.css': ['text/css', rules],
    '/site.js': [
      'text/javascript',
      `window.heard = []
       for (const name of ['opened', 'closed', 'search', 'no_availability', 'slot_selected', 'booked', 'requested'])
         document.addEventListener('tablewire:' + name, (event) => window.heard.push([name, event.detail, event.target.id]))`,
    ],
  }
  const server = createServer((request, response) => {
    const [type, text] = files[new URL(request.url!, 'http://site').pathname] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?utm_source=news`, server }
}

type Heard = [name: string, detail: Record<string, unknown>, id: string][]
const heard = (page: Page): Promise<Heard> => page.evaluate(() => (window as unknown as { heard: Heard }).heard)
const linkOf = (product: Product, venue: BookingVenue, mode: string): string =>
  `<a id="${mode}" href="${product.url}/book/${venue.id}?date=${venue.date}" data-tw-venue="${venue.id}" data-tw-mode="${mode}">Book a table (${mode})</a>`

const bookIn = async (page: Page, frame: FrameLocator, email: string): Promise<void> => {
  await frame.locator('.times button').first().click()
  await expect(frame.getByText('We are holding the table for you until')).toBeVisible()
  await page.waitForTimeout(1600)
  await frame.getByLabel('First name').fill('Noa')
  await frame.getByLabel('Last name').fill('Vidal')
  await frame.getByLabel('E-mail', { exact: true }).fill(email)
  await frame.getByRole('button', { name: 'Book this table' }).click()
  await expect(frame.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
}

test('WI1: another site carries it inline, as popup and as button, under a strict policy, and hears of the booking once and of nobody', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  const { url, server } = await siteWith(product, ['inline', 'popup', 'button'].map((mode) => linkOf(product, venue, mode)).join(' '))
  const complaints: string[] = []
  page.on('console', (message) => void (/Content Security|Trusted/.test(message.text()) && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  try {
    await page.goto(url)
    const inline = page.locator('#inline + iframe')
    await expect(inline).toBeVisible()
    await expect(page.locator('#inline')).toBeHidden()
    const frame = inline.contentFrame()
    await expect(frame.locator('.times button').first()).toBeVisible()
    // As high as what is in it: nothing to scroll within the page.
    await expect
      .poll(async () => {
        const [outer, inner] = await Promise.all([
          inline.evaluate((element) => element.clientHeight),
          frame.locator('body').evaluate((body) => body.getBoundingClientRect().height),
        ])
        return Math.abs(outer - inner)
      })
      .toBeLessThanOrEqual(2)
    await noSideways(page)
    await page.locator('#inline').evaluate((link) => link.setAttribute('data-tw-theme', 'dark'))
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
    await bookIn(page, frame, 'inline@guests.example')
    await page.locator('#popup').click()
    const dialog = page.getByRole('dialog', { name: 'Book a table (popup)' })
    await expect(dialog).toBeVisible()
    await dialog.locator('iframe').contentFrame().getByLabel('Guests').focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator('#popup')).toBeFocused()
    await page.locator('#button').click()
    const second = page.getByRole('dialog', { name: 'Book a table (button)' })
    await bookIn(page, second.locator('iframe').contentFrame(), 'button@guests.example')
    await second.getByRole('button', { name: 'Close' }).click()
    await expect(second).toBeHidden()
    const booked = (await heard(page)).filter(([name]) => name === 'booked')
    expect(booked.map(([, , id]) => id)).toEqual(['inline', 'button'])
    expect(JSON.stringify(await heard(page))).not.toMatch(/Noa|Vidal|guests\.example/)
    const [made] = await bookingsOf(product, 'inline@guests.example')
    expect(booked[0]![1]).toEqual({ venue: venue.id, reference: made!.reference })
    expect(
      await page.evaluate(
        () =>
          (window as unknown as { dataLayer: { event: string }[] }).dataLayer.filter(({ event }) => event === 'tablewire_booked').length,
      ),
    ).toBe(2)
    expect(complaints).toEqual([])
  } finally {
    server.close()
  }
})

test('WI1: rules of its page for everything reach neither a popup nor what is in it', async ({ page, product }) => {
  const venue = await readyVenue(product)
  const rules =
    '* { max-height: 300px !important; padding: 9px !important; opacity: 0.4 !important; background: yellow !important; filter: blur(2px) !important; transform: rotate(9deg) !important; display: block !important; border-style: dotted !important }'
  const { url, server } = await siteWith(product, linkOf(product, venue, 'popup'), rules)
  try {
    await page.goto(url)
    const dialog = page.locator('dialog')
    const frame = dialog.locator('iframe')
    await page.locator('#popup').click()
    await expect(frame.contentFrame().locator('.times button').first()).toBeVisible()
    for (const element of [dialog, frame]) {
      await expect(element).toHaveCSS('opacity', '1')
      await expect(element).toHaveCSS('filter', 'none')
      await expect(element).toHaveCSS('transform', 'none')
      await expect(element).toHaveCSS('padding', '0px')
    }
    await expect(dialog).not.toHaveCSS('background-color', 'rgb(255, 255, 0)')
    const [outer, inner] = await Promise.all([dialog, frame].map((element) => element.evaluate(({ clientHeight }) => clientHeight)))
    expect(outer).toBeGreaterThan(500)
    expect(inner).toBe(outer)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  } finally {
    server.close()
  }
})

test('WI1: a popup that is closed by mistake keeps its table and what was typed, and whoever opens it by keys stands at its first field', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  const { url, server } = await siteWith(product, linkOf(product, venue, 'popup'), '')
  try {
    await page.goto(url)
    const frame = page.locator('dialog iframe').contentFrame()
    await page.locator('#popup').press('Enter')
    await expect(frame.locator('#party')).toBeFocused()
    let keys = 0
    for (; keys < 12 && !(await frame.locator('.times button:focus').count()); keys++) await page.keyboard.press('Tab')
    // With the Enter that opened it and the one that chooses: no more than twelve.
    expect(keys).toBeLessThanOrEqual(10)
    await page.keyboard.press('Enter')
    await expect(frame.getByText('We are holding the table for you until')).toBeVisible()
    await frame.getByLabel('First name').fill('Noa')
    await page.evaluate(() => {
      const now = Date.now()
      Date.now = () => now + 601_000
    })
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog')).toBeHidden()
    await expect(page.locator('#popup')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(frame.getByText('We are holding the table for you until')).toBeVisible()
    await expect(frame.getByLabel('First name')).toHaveValue('Noa')
  } finally {
    server.close()
  }
})

test('WI1: a page that is loaded anew leaves the guest in its frame the table that is held for him, and what he typed', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  const { url, server } = await siteWith(product, linkOf(product, venue, 'inline'), '')
  try {
    await page.goto(url)
    const frame = page.locator('#inline + iframe').contentFrame()
    await frame.locator('.times button').first().click()
    await frame.getByLabel('First name').fill('Noa')
    await page.reload()
    await expect(frame.getByText('We are holding the table for you until')).toBeVisible()
    await expect(frame.getByLabel('First name')).toHaveValue('Noa')
    expect((await heard(page)).map(([name]) => name)).toEqual(['slot_selected'])
    await page.waitForTimeout(1600)
    await frame.getByLabel('Last name').fill('Vidal')
    await frame.getByLabel('E-mail', { exact: true }).fill('again@guests.example')
    await frame.getByRole('button', { name: 'Book this table' }).click()
    await expect(frame.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
    expect((await heard(page)).map(([name]) => name)).toContain('booked')
    expect(await bookingsOf(product, 'again@guests.example')).toHaveLength(1)
    await page.reload()
    await expect(frame.locator('.times button').first()).toBeVisible()
  } finally {
    server.close()
  }
})

test('WI1: what is not said by its own frame is not believed', async ({ page, product }) => {
  const venue = await readyVenue(product)
  const { url, server } = await siteWith(product, linkOf(product, venue, 'inline'))
  try {
    await page.goto(url)
    const frame = page.locator('#inline + iframe')
    await expect(frame.contentFrame().locator('.times button').first()).toBeVisible()
    const id = new URL((await frame.getAttribute('src'))!).searchParams.get('frame')!
    await page.evaluate((own) => {
      for (const frameId of [own, 'other'])
        window.postMessage({ tablewire: 1, frame: frameId, type: 'event', name: 'booked', detail: { reference: 'FAKE' } }, '*')
    }, id)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect((await heard(page)).map(([name]) => name)).not.toContain('booked')
  } finally {
    server.close()
  }
})

test('WI1: a site that builds itself anew gets a new frame, and without the script the link is a link', async ({ page, product }) => {
  const venue = await readyVenue(product)
  const { url, server } = await siteWith(product, linkOf(product, venue, 'inline'))
  try {
    await page.goto(url)
    await expect(page.locator('iframe')).toHaveCount(1)
    await page.evaluate(() => {
      const link = document.querySelector('#inline')!
      const copy = link.cloneNode(true) as HTMLElement
      copy.removeAttribute('style')
      link.remove()
      setTimeout(() => document.body.append(copy), 50)
    })
    await expect(page.locator('#inline + iframe')).toHaveCount(1)
    await expect(page.locator('iframe')).toHaveCount(1)
    await page.route('**/widget.js', (route) => route.abort())
    await page.goto(url)
    await page.locator('#inline').click()
    await expect(page.getByRole('heading', { name: `Book a table at ${venue.name}` })).toBeVisible()
    await noFindings(page)
  } finally {
    server.close()
  }
})

/** Bytes of an answer as they come over the line. */
const weighs = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => void (bytes += part.length)).on('end', () => resolve(bytes))
    }).on('error', reject)
  })

test('WI1: what is sent stays small: the loader, the first answer, the script of the whole flow', async ({ page, product }) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}`)
  const script = await page.locator('script[src]').getAttribute('src')
  expect(await weighs(`${product.url}/widget.js`)).toBeLessThanOrEqual(2048)
  expect(await weighs(`${product.url}/book/${venue.id}`)).toBeLessThanOrEqual(14_336)
  expect(await weighs(`${product.url}${script}`)).toBeLessThanOrEqual(15_360)
})
