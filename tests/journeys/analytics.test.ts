import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

const figure = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const open = async (page: Page, email: string, search = ''): Promise<void> => {
  await signIn(page, `/analytics/reservations${search}`, email)
  await expect(figure(page, 'Bookings')).toBeVisible()
}

test('AN2: a figure says what it means, and opens exactly the reservations it counts', async ({ page, product }) => {
  await open(page, product.adminEmail)
  await noFindings(page)
  await page.getByRole('button', { name: 'What is meant by “No-show rate”' }).click()
  await expect(page.getByRole('dialog', { name: 'No-show rate' })).toContainText('did not show up')
  await noFindings(page)
  await page.keyboard.press('Escape')
  const link = figure(page, 'Bookings').getByRole('link').first()
  const count = (await link.innerText()).replaceAll(/\D/g, '')
  await link.click()
  await expect(page).toHaveURL(/\/reservations\?.*from=/)
  await expect(page.locator('.facts output')).toContainText(new RegExp(`\\b${count}\\b`))
  await page.goBack()
  await expect(figure(page, 'Covers')).toBeVisible()
})

test('AN2: figures follow the bookings, and the list behind one says the same number', async ({ page, product }) => {
  test.slow()
  const dinner = await aDinner(product)
  const guest = (lastName: string) => ({ firstName: 'Ana', lastName, email: `${lastName.toLowerCase()}@example.test` })
  await dinner.book('19:00', guest('Coming'), { partySize: 3 })
  const left = await dinner.book('20:00', guest('Leaving'), { partySize: 2 })
  await dinner.cancel(left.id)
  await open(page, product.adminEmail, `?venue=${dinner.venueId}&from=${dinner.date}&to=${dinner.date}&canceled=1`)
  await expect(figure(page, 'Covers').getByRole('link').first()).toHaveText('5')
  await dinner.book('21:00', guest('Late'), { partySize: 4 })
  await expect(figure(page, 'Covers').getByRole('link').first()).toHaveText('9', { timeout: 30_000 })
  await figure(page, 'Covers').getByRole('link').first().click()
  await expect(page.locator('output').filter({ hasText: '3 reservations · 9 covers · 1 of them not coming' })).toBeVisible()
})

test('AN1: what an address asks and nobody can mean is said beside its field, and no figure is shown for it', async ({ page, product }) => {
  const cases = [
    ['?from=2026-11-22&to=2026-11-16', 'The end of the period lies before its start.'],
    ['?venue=01900000-0000-7000-8000-000000000001', 'Restaurant: This venue was not found.'],
    ['?compare=custom&cfrom=2026-11-10&cto=2026-11-01', 'The end of the period lies before its start.'],
    ['?party=2,0', 'Party size: The smallest value allowed is 1'],
    ['?venue=abc', 'Restaurant: This is not a valid id'],
  ] as const
  await open(page, product.adminEmail)
  for (const [search, said] of cases) {
    await page.goto(`/analytics/reservations${search}`)
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(figure(page, 'Bookings')).toHaveCount(0)
  }
  await noFindings(page)
  await page.goto('/analytics/reviews?party=2&from=2026-11-22&to=2026-11-16')
  await expect(page.getByRole('alert').filter({ hasText: 'lies before its start' })).toBeVisible()
})

test('AN1: the address holds the whole question, and charts are read and opened by keys', async ({ page, product }) => {
  await open(page, product.adminEmail)
  await page.getByRole('button', { name: 'Creation date' }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('The year before')
  await expect(page).toHaveURL(/basis=creation.*range=lastMonth.*compare=year/)
  // The figures of before stand until the new ones are there.
  await expect(page.locator('[data-stale="true"]')).toHaveCount(0)
  await expect(page.locator('.said').first()).toContainText('compared with')
  const said = await page.locator('.said').first().innerText()
  await page.reload()
  await expect(figure(page, 'Bookings')).toBeVisible()
  expect((await page.locator('.said').first().innerText()).split('as of')[0]).toBe(said.split('as of')[0])
  const chart = page.getByRole('application', { name: /^Over time/ })
  await chart.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Over time' }).locator('output')).toContainText('covers')
  await page.getByRole('region', { name: 'Over time' }).getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('region', { name: 'Over time' }).getByRole('table')).toBeVisible()
  await page.getByRole('region', { name: 'Over time' }).getByRole('button', { name: 'Table' }).click()
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reservations\?.*basis=creation/)
})

test('AN1: how the page is looked at stands in its address, and comes back from the rows; Back asks the question before', async ({
  page,
  product,
}) => {
  await open(page, product.adminEmail)
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/range=lastMonth/)
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(/range=thisMonth/)
  const changed = page.getByRole('region', { name: 'What changed?' })
  await changed.getByRole('button', { name: 'Canceled' }).click()
  await page.getByRole('button', { name: 'A year before' }).click()
  const sizes = page.getByRole('region', { name: 'Party size' })
  await sizes.getByRole('button', { name: 'Table' }).click()
  await expect(page).toHaveURL(/change=canceled.*pace=year.*table=sizes/)
  await page.reload()
  await expect(sizes.getByRole('table')).toBeVisible()
  await expect(changed.getByRole('button', { name: 'Canceled' })).toHaveAttribute('aria-pressed', 'true')
  await sizes.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/reservations\?/)
  await page.goBack()
  await expect(sizes.getByRole('table')).toBeVisible()
  await expect(page.getByRole('button', { name: 'A year before' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/range=lastMonth/)
})

test('AN1: on paper stands what is counted, the tables are whole and nothing is there to press', async ({ page, product }) => {
  await open(page, product.adminEmail, '?range=lastMonth&party=2,3&basis=creation&canceled=1&from=2026-02-31')
  await expect(page.getByRole('alert').filter({ hasText: '2026-02-31' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('counted by: Creation date · canceled and rejected ones too')).toBeVisible()
  await expect(page.getByText('Parties of 2, 3').last()).toBeVisible()
  await expect(page.getByRole('main').locator('button:visible')).toHaveCount(0)
})

for (const [width, mode] of [
  [390, 'light'],
  [820, 'dark'],
  [1440, 'light'],
] as const)
  test(`AN1: the figures fit ${width} pixels, ${mode}`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, product.adminEmail, '?range=thisYear')
    await expect(page.getByRole('heading', { name: 'What changed?' })).toBeVisible()
    await wear(page, mode)
    await noSideways(page)
    await noFindings(page)
  })
