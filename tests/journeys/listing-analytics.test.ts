import { noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

test('AN2: figures of listings say what they mean, and open exactly what they count', async ({ page, product }) => {
  test.slow()
  await signIn(page, '/analytics/listing?range=thisYear', product.adminEmail)
  const figure = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const opens = async (path: RegExp, count: string): Promise<void> => {
    await expect(page).toHaveURL(path)
    await expect(page.locator('output.total')).toContainText(new RegExp(`\\b${count}\\b`))
    await page.goBack()
  }
  const digits = (text: string): string => text.replaceAll(/\D/g, '')
  await expect(figure('Completeness')).toBeVisible()
  await noFindings(page)

  await page.getByRole('button', { name: 'What is meant by “Open for”' }).click()
  await expect(page.getByRole('dialog', { name: 'Open for' })).toContainText('median')
  await page.keyboard.press('Escape')

  const differences = figure('Open differences').getByRole('link')
  const open = digits(await differences.innerText())
  expect(Number(open)).toBeGreaterThan(0)
  await differences.click()
  await opens(/\/listing\/differences\?.*test=0/, open)

  // Not photos: the demo still makes some.
  const gap = page.getByRole('table', { name: 'What is missing most' }).getByRole('row').filter({ hasText: 'No menu' })
  const lacking = digits(await gap.getByRole('cell').first().innerText())
  await gap.getByRole('link').first().click()
  await opens(/\/listing\?.*missing=/, lacking)

  const place = page
    .getByRole('table', { name: 'How channels show them' })
    .getByRole('link', { name: /Differs: / })
    .first()
  const differing = digits((await place.innerText()).split(':').at(-1)!)
  await place.click()
  await expect(page.getByRole('button', { name: /Remove the filter .*Differs/ })).toBeVisible()
  await opens(/\/listing\?.*shown=differs/, differing)

  const course = page.getByRole('application', { name: /^Completeness over time/ })
  await course.focus()
  await page.keyboard.press('End')
  await expect(page.getByText(/: [\d.]+%/).first()).toBeVisible()
  await page.getByRole('figure').filter({ has: course }).getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('region', { name: 'Completeness over time: Table' }).getByRole('row').nth(1)).toBeVisible()

  for (const [width, colorScheme] of [
    [820, 'light'],
    [390, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await wear(page, colorScheme)
    await noSideways(page)
    await noFindings(page)
  }
})

test('AN2: figures of listings are found by keys, count one’s own houses, and open nothing that its reader may not read', async ({
  page,
}) => {
  // French, with figures and without listings.
  await signIn(page, '/analytics/reviews', 'group@tablewire.test')
  await expect(page.getByRole('heading', { name: 'Analyse des avis' })).toBeVisible()
  await expect(page.locator('.said').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('fiche')
  await expect(page.getByRole('option', { name: /Fiche/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/analytics\/listing/)
  await expect(page.locator('.said').first()).toContainText('4 restaurants')
  const open = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Différences ouvertes', exact: true }) })
  await expect(open).toBeVisible()
  await expect(open.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Les restaurants les moins complets' }).getByRole('row')).toHaveCount(4)
  await noFindings(page)
})

test('AN2, AN3: the figures of listings arrive as an Excel file, and a report of them says what it is about', async ({ page, product }) => {
  await signIn(page, '/analytics/listing', product.adminEmail)
  await page.getByRole('button', { name: 'Excel report' }).click()
  await expect(page.getByText('The file is ready and on its way to you by e-mail.')).toBeVisible({ timeout: 30_000 })
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await loading).suggestedFilename()).toMatch(/^tablewire-listing-analytics-.*\.xlsx$/)
  const name = `Listings ${Date.now()}`
  await page.getByRole('button', { name: 'Reports' }).click()
  const panel = page.getByRole('dialog', { name: 'Reports by e-mail' })
  await panel.getByRole('button', { name: 'New report' }).click()
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  const item = panel.getByRole('listitem').filter({ hasText: name })
  await expect(item).toContainText('Listings · ')
  await item.getByRole('button', { name: `Send now: ${name}` }).click()
  await expect(item).toContainText('sent to 1', { timeout: 30_000 })
  await noFindings(page)
})
