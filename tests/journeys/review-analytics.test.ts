import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test('AN2: figures of reviews say what they mean, and open exactly the reviews they count', async ({ page, product }) => {
  await signIn(page, '/analytics/reviews?range=lastTwelve', product.adminEmail)
  const figure = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Reviews', exact: true }) })
  await expect(figure).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'What is meant by “Time to answer”' }).click()
  await expect(page.getByRole('dialog', { name: 'Time to answer' })).toContainText('median')
  await page.keyboard.press('Escape')
  const link = figure.getByRole('link').first()
  const count = (await link.innerText()).replaceAll(/\D/g, '')
  expect(Number(count)).toBeGreaterThan(0)
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
    await noFindings(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await link.click()
  await expect(page).toHaveURL(/\/reviews\?.*from=/)
  await expect(page.locator('output.total')).toContainText(new RegExp(`\\b${count}\\b`))
})

test('AN2, AN3: the figures of reviews arrive as an Excel file and as text, and themes open their reviews', async ({ page, product }) => {
  await signIn(page, '/analytics/reviews?range=lastTwelve', product.adminEmail)
  await page.getByRole('button', { name: 'Excel report' }).click()
  await expect(page.getByText('The file is ready and on its way to you by e-mail.')).toBeVisible({ timeout: 30_000 })
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await loading).suggestedFilename()).toMatch(/^tablewire-review-analytics-.*\.xlsx$/)
  const themes = page.getByRole('table', { name: 'Themes' })
  const row = themes.getByRole('row').nth(1)
  const count = (await row.getByRole('cell').first().innerText()).replaceAll(/\D/g, '')
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/reviews\?.*theme=/)
  await expect(page.locator('output.total')).toContainText(new RegExp(`\\b${count}\\b`))
})

test('AN3: a report of reviews is planned on their page, and says in the list what it is about', async ({ page, product }) => {
  const name = `Reviews ${Date.now()}`
  await signIn(page, '/analytics/reviews?range=lastMonth', product.adminEmail)
  await page.getByRole('button', { name: 'Reports' }).click()
  const panel = page.getByRole('dialog', { name: 'Reports by e-mail' })
  await panel.getByRole('button', { name: 'New report' }).click()
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  const item = panel.getByRole('listitem').filter({ hasText: name })
  await expect(item).toContainText('Last month, on day 1 of each month')
  await expect(item).toContainText('Reviews · all restaurants in sight')
  await item.getByRole('button', { name: `Send now: ${name}` }).click()
  await expect(item).toContainText('sent to 1', { timeout: 30_000 })
})

test('SE4: who signs in at a browser of another language reads everything in his own, also what the server says', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', baseURL: product.url })
  const page = await context.newPage()
  await page.goto(`/login?returnUrl=${encodeURIComponent('/analytics/reviews?range=lastTwelve')}`)
  await page.locator('input[autocomplete^="username"]').fill(product.adminEmail)
  await page.locator('input[autocomplete="current-password"]').fill(product.adminPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review analytics' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Average rating' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Themes' }).getByRole('rowheader', { name: 'Service' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Themes' }).getByRole('rowheader', { name: /^Food/ })).toBeVisible()
  await context.close()
})
