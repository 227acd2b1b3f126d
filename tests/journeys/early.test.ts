import type { Page, Request } from '@playwright/test'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

// It would give the page its scripts, and they are to be late.
test.use({ serviceWorkers: 'block' })

const firstPage = /^\/(v1\/reservations|venues)\?.*offset=0&/
const textOf = (request: Request): string => request.url().slice(new URL(request.url()).origin.length)
const asksOf = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const text = textOf(request)
    if (request.resourceType() === 'fetch' && (text === '/user-me' || firstPage.test(text))) asked.push(text)
  })
  return asked
}
const venueIn = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('mozrest:manager-portal')!) as { venues: { id: string }[] }).venues[0]!.id)

for (const [what, pathOf, requests] of [
  ['today', () => '/reservations', 3],
  ['the address without a page', () => '/', 3],
  ['filtered reservations', (venue: string) => `/reservations?venue=${venue}&status=confirmed,seated&q=a&date=any`, 2],
  ['the day of a venue', (venue: string) => `/reservations?venue=${venue}&view=day`, 2],
  ['venues', () => '/venues?sort=-city&q=a', 2],
] as const)
  test(`SH8: rows and person are asked for before the page's own scripts are there, and once: ${what}`, async ({ page, product }) => {
    await signInAt(page, { origin: product.url, email: product.adminEmail, path: '/reservations' })
    await expect(page.locator('[data-reservation]').first()).toBeVisible()
    // Somebody who was at the reservations before comes back to them.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mozrest:manager-portal:list') !== null)).toBe(true)
    const path = pathOf(await venueIn(page))
    await page.goto('/v1/nothing-here')
    const asked = asksOf(page)
    const arrived = Promise.withResolvers<void>()
    await page.route('**/assets/start-*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    // Asked after the person and the channels.
    const rests = page.waitForResponse('**/v1/rms/venues*')
    const opening = page.goto(path)
    await expect.poll(() => asked.length).toBe(requests)
    await expect(page.getByRole('main')).toBeHidden()
    arrived.resolve()
    await opening
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await rests
    expect(asked).toHaveLength(requests)
    expect(new Set(asked).size).toBe(requests)
  })
