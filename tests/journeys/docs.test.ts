import { expect, test } from './server.ts'
import { axeFindings, colourRules } from './axe.ts'

const pages = [
  '/docs',
  '/docs/reference/bcWebhooks',
  '/docs/booking-channels',
  '/docs/schemas/BcBooking',
  '/docs/search?q=slot',
  '/docs/changelog',
]

test('HU3: axe finds nothing in the documentation, light and dark', async ({ page }) => {
  for (const path of pages) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(path)
    expect([path, await axeFindings(page)]).toEqual([path, []])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([path, await axeFindings(page, colourRules)]).toEqual([path, []])
  }
})

for (const width of [390, 820, 1440])
  test(`HU3: the documentation fits ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [...pages, '/docs/reference/bc', '/docs/errors', '/docs/webhooks']) {
      await page.goto(path)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, over <= 0]).toEqual([path, true])
    }
    await page.goto('/docs/reference/bcWebhooks')
    expect(await axeFindings(page)).toEqual([])
  })

test('HU3: whoever looks for something finds it with the keyboard alone', async ({ page }) => {
  await page.goto('/docs/booking-channels')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await expect(field).toBeFocused()
  await page.keyboard.type('pending-book')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText('POST /v1/bc/pending-booking')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/reference\/bc#bc\.hold$/)
  await page.keyboard.press('/')
  await page.keyboard.type('zzzz')
  await expect(page.locator('.finds.none')).toHaveText('Nothing found')
  await expect(options).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(page.locator('.finds.none')).toBeHidden()
  await field.pressSequentially('zzzz')
  await expect(page.locator('.finds.none')).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/docs\/search\?q=zzzz$/)
})

test('HU3: the reader’s own key stands in the examples, and stays in the page', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/docs/reference/bc')
  await page.getByLabel('Your key').fill('k_\'123"; rm')
  const hold = page.locator('[id="bc.hold"]')
  await expect(hold.locator('pre.curl')).toContainText('-H "x-token: k_123rm"')
  await hold.getByText('Python', { exact: true }).click()
  await expect(hold.locator('pre.python')).toBeVisible()
  await expect(hold.locator('pre.curl')).toBeHidden()
  await expect(page.locator('[id="bc.venues"] pre.python')).toContainText('"x-token": "k_123rm"')
  expect(
    await page.evaluate(() => JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie])),
  ).not.toContain('k_123rm')
  expect(asked.filter((one) => one.includes('k_123rm'))).toEqual([])
  await page.goto('/docs/booking-channels')
  await expect(page.getByLabel('Your key')).toHaveValue('')
  await page.getByLabel('Your key').fill('abc')
  await expect(page.locator('pre.setup').first()).toContainText('CHANNEL_KEY=abc')
})

test('HU3: addresses of before lead on', async ({ page }) => {
  await page.goto('/docs#bc.hold')
  await expect(page).toHaveURL(/\/docs\/reference\/bc#bc\.hold$/)
  await page.goto('/docs#schema-BcBooking')
  await expect(page).toHaveURL(/\/docs\/schemas\/BcBooking$/)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('HU3: it reads, finds and leads on', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/docs/reference/bc')
    await page.getByRole('link', { name: 'Contents' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Errors' }).click()
    await expect(page).toHaveURL(/\/docs\/errors$/)
    await page.getByRole('searchbox').fill('hold expired')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'hold.expired' }).click()
    await expect(page).toHaveURL(/\/docs\/errors#hold\.expired$/)
    await page.goto('/docs/reference/bc')
    const hold = page.locator('[id="bc.hold"]')
    await hold.getByText('JavaScript', { exact: true }).click()
    await expect(hold.locator('pre.javascript')).toBeVisible()
  })
})
