import type { Page } from '@playwright/test'
import { noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Reports by e-mail' })
const report = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
const open = async (page: Page, email: string): Promise<void> => {
  await signIn(page, '/analytics/reservations', email)
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()
}
/** By its address; the page behind is not there for whoever hears it. */
const openPanel = async (page: Page, email: string): Promise<void> => {
  await signInAt(page, { origin: '', email, path: '/analytics/reservations?reports=1' })
  await expect(panel(page)).toBeVisible()
}

test('AN1, AN3: the figures on the screen arrive as an Excel file, and as text', async ({ page, product }) => {
  await open(page, product.adminEmail)
  await page.getByRole('button', { name: 'Excel report' }).click()
  await expect(page.getByText('The file is ready and on its way to you by e-mail.')).toBeVisible({ timeout: 30_000 })
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await loading).suggestedFilename()).toMatch(/^tablewire-analytics-\d{4}-\d\d-\d\d\.xlsx$/)
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('menuitem', { name: 'Reservations as CSV' }).click()
  await expect(page.getByText('The file is ready and on its way to you by e-mail.')).toBeVisible({ timeout: 30_000 })
})

test('AN3: a report is planned by keys, sent at once, ended by its reader, changed and deleted', async ({ page, product }) => {
  test.slow()
  const name = `Weekly ${Date.now()}`
  await open(page, product.adminEmail)
  await page.getByRole('button', { name: 'Reports' }).press('Enter')
  await expect(panel(page)).toBeVisible()
  await noFindings(page)
  await panel(page).getByRole('button', { name: 'New report' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Recipients').fill('chef@guest.test, nobody')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByLabel('Recipients')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Recipients').fill('chef@guest.test')
  await noFindings(page)
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(report(page, name)).toContainText('Last week, every Monday at 09:00')
  await report(page, name)
    .getByRole('button', { name: `Send now: ${name}` })
    .click()
  await expect(report(page, name)).toContainText(/Last: .*, sent to 1/, { timeout: 60_000 })
  await report(page, name)
    .getByRole('button', { name: `Pause: ${name}` })
    .click()
  await expect(report(page, name)).toContainText('Paused')
  await report(page, name)
    .getByRole('button', { name: `Resume: ${name}` })
    .click()
  await expect(report(page, name)).toContainText('Active')
  await report(page, name)
    .getByRole('button', { name: `Change: ${name}` })
    .click()
  const change = page.getByRole('dialog', { name: 'Change report' })
  await change.getByLabel('Comes').selectOption('Every month')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(report(page, name)).toContainText('on day 1 of each month')
  // The one below it, as long as there is one.
  const others = await panel(page).getByRole('list', { name: 'Reports by e-mail' }).getByRole('listitem').count()
  await report(page, name)
    .getByRole('button', { name: `Delete: ${name}` })
    .press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(report(page, name)).toHaveCount(0)
  const next = others > 1 ? panel(page).getByRole('listitem').first() : panel(page)
  await expect(next.getByRole('button', { name: others > 1 ? /: / : 'New report' }).first()).toBeFocused()
})

test('AN3: a report says what it is about, and a filter is taken off where it stands', async ({ page, product }) => {
  test.slow()
  const name = `Narrow ${Date.now()}`
  const heard = page.waitForResponse('**/v1/rms/venues*')
  await signIn(page, '/analytics/reservations', product.adminEmail)
  const { data } = (await (await heard).json()) as { data: { id: string; name: string }[] }
  const venue = data[0]
  await page.goto(`/analytics/reservations?venue=${venue!.id}&party=2,4&canceled=1&reports=1`)
  await panel(page).getByRole('button', { name: 'New report' }).click()
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await expect(dialog).toBeHidden()
  const about = `Reservations · counted by: Meal date · Restaurant ${venue!.name} · Parties of 2, 4 · canceled and rejected ones too`
  await expect(report(page, name)).toContainText(about)
  await report(page, name)
    .getByRole('button', { name: `Change: ${name}` })
    .click()
  const change = page.getByRole('dialog', { name: 'Change report' })
  await change.getByRole('button', { name: `Remove the filter Restaurant ${venue!.name}` }).press('Enter')
  await expect(change.getByRole('switch', { name: 'Take the filters that the page has now' })).toBeFocused()
  await noFindings(page)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(report(page, name)).toContainText('all restaurants in sight · Parties of 2, 4')
})

test('AN3: the mail says the figures, and its link ends it for its reader', async ({ page, product }) => {
  test.slow()
  const name = `Daily ${Date.now()}`
  await openPanel(page, product.adminEmail)
  await panel(page).getByRole('button', { name: 'New report' }).click()
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Recipients').fill('reader@guest.test')
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await report(page, name)
    .getByRole('button', { name: `Send now: ${name}` })
    .click()
  await expect(report(page, name)).toContainText(/Last: .*, sent to 1/, { timeout: 60_000 })
  await page.goto('/mailbox')
  await page.getByText(name).first().click()
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name })).toBeVisible()
  await expect(mail.getByText('Covers', { exact: true })).toBeVisible()
  const href = await mail.getByRole('link', { name: 'Stop this report' }).getAttribute('href')
  const stop = new URL(href!)
  await page.goto(`${product.url}${stop.pathname}${stop.search}`)
  await noFindings(page)
  await page.getByRole('button', { name: 'Stop the report' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You will get no more of it' })).toBeVisible()
  await page.goto('/analytics/reservations?reports=1')
  await expect(report(page, name)).toContainText('Stopped: it has no recipient any more.')
})

for (const [width, mode] of [
  [390, 'dark'],
  [820, 'light'],
  [1440, 'dark'],
] as const)
  test(`AN3: reports fit ${width} pixels, ${mode}`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 })
    await openPanel(page, product.adminEmail)
    await wear(page, mode)
    await noSideways(page)
    await noFindings(page)
    await panel(page).getByRole('button', { name: 'New report' }).click()
    await expect(page.getByRole('dialog', { name: 'New report' })).toBeVisible()
    await noSideways(page)
    await noFindings(page)
  })
