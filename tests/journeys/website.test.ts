import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readyVenue } from './a-booking-page.ts'
import { looksRight, noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'

/** Somebody else's site with what was copied, and nothing else. */
const siteWith = async (code: string): Promise<{ url: string; server: Server }> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Trattoria</title><h1>Trattoria</h1>${code}<p id="below">Below</p>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

test('WI1: what is copied from the venue’s page stands on a website as its preview showed it, moves nothing there, and is seen', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  await signIn(page, `/venues?id=${venue.id}&tab=website`, product.adminEmail)
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.locator('iframe').contentFrame().locator('.times button').first()).toBeVisible()
  await page.getByLabel('How it appears').selectOption('popup')
  await expect(preview.getByRole('link', { name: 'Book a table' })).toBeVisible()
  await preview.getByRole('link', { name: 'Book a table' }).click()
  await expect(preview.getByRole('dialog')).toBeVisible()
  await page.getByLabel('How it appears').selectOption('page')
  await expect(page.getByRole('img', { name: 'QR code to the booking page' })).toBeVisible()
  await page.getByLabel('How it appears').selectOption('inline')
  await page.getByRole('tabpanel', { name: 'Website' }).getByLabel('Language', { exact: true }).selectOption('de')
  const code = await page.getByRole('region', { name: 'Bookings on your website' }).locator('pre').textContent()
  expect(code).toContain('data-tw-lang="de"')
  await page.getByLabel('Your website is made with').selectOption('wix')
  await expect(page.getByText('add “Embed a site”')).toBeVisible()

  const { url, server } = await siteWith(code!)
  const visitor = await page.context().newPage()
  try {
    await visitor.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await visitor.goto(`${url}/table?name=Noa`)
    const frame = visitor.locator('iframe').contentFrame()
    await expect(frame.locator('.times button').first()).toBeVisible()
    await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
    await visitor.waitForTimeout(700)
    expect(await visitor.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0)
  } finally {
    await visitor.close()
    server.close()
  }
  await page.reload()
  const sites = page.getByRole('region', { name: 'Where guests opened it' })
  await expect(sites.getByText(`${url}/table`)).toBeVisible()
  await expect(sites.getByText('Noa')).toHaveCount(0)

  const doctor = page.getByRole('region', { name: 'Check your website' })
  await doctor.getByLabel('Address of the page').press('Enter')
  await expect(doctor.getByText('Enter an address such as')).toBeVisible()
  await doctor.getByLabel('Address of the page').fill('127.0.0.1')
  await doctor.getByLabel('Address of the page').press('Enter')
  await expect(doctor.getByText('is not open to the internet over https')).toBeVisible()
  await noFindings(page)
  await looksRight(page)
})
