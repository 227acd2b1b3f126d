import type { Locator, Page } from '@playwright/test'
import { aDinner, signIn } from './a-dinner.ts'
import { expect, test } from './server.ts'

const boxOf = async (one: Locator) => (await one.boundingBox())!
const lanes = (page: Page) => page.locator('.lanes')

test('what is typed into the search moves neither its field nor what stands beside it on a tablet', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  await page.setViewportSize({ width: 820, height: 1180 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await expect(page.getByText('Ana Ferreira').first()).toBeVisible()
  const find = page.locator('.find')
  const before = [await boxOf(find), await boxOf(lanes(page))]
  await page.getByRole('searchbox').fill('A')
  await expect(page).toHaveURL(/q=A/)
  await expect(page.locator('.bar li').first()).toBeVisible()
  expect([await boxOf(find), await boxOf(lanes(page))]).toEqual(before)
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } })
  test('the list stays where it is when the last mark above it comes or goes', async ({ page, product }) => {
    const dinner = await aDinner(product)
    await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
    await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
    await expect(page.getByText('Ana Ferreira').first()).toBeVisible()
    const { height } = await boxOf(page.locator('.facts'))
    await dinner.bookOnline('20:00', 8, 'Many')
    await expect(page.locator('.facts button.wait')).toBeVisible()
    expect((await boxOf(page.locator('.facts'))).height).toBe(height)
  })
})

test('a logo that does not come leaves no broken picture', async ({ page, product }) => {
  await page.route('**/login', async (route) => {
    const answer = await route.fetch()
    const brand = `<script id="brand" type="application/json">${JSON.stringify({ logo: '/files/gone.png', menuLogo: '/files/gone.png' })}</script>`
    const body = (await answer.text()).replace(/<script[^>]*id="brand"[^>]*>.*?<\/script>/s, '').replace('</head>', `${brand}</head>`)
    await route.fulfill({ response: answer, body })
  })
  const asked = page.waitForRequest('**/files/gone.png')
  await page.route('**/files/gone.png', (route) => route.abort())
  await page.goto(`${product.url}/login`)
  await asked
  await expect(page.getByLabel(/email/i).first()).toBeVisible()
  await expect(page.locator('img[src="/files/gone.png"]')).toHaveCount(0)
})
