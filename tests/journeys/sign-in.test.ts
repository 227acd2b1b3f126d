import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { noFindings } from './frame.ts'

const password = 'tablewire-demo'
const storageKey = 'mozrest:manager-portal'
type StoredSession = { user: { access_token: string; refresh_token: string } }

const signInAs = async (page: Page, email: string, secret = password): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.keyboard.press('Enter')
}
/** What is kept of the session, changed as time or a thief would change it. */
const spoil = (page: Page, change: Partial<StoredSession['user']>): Promise<void> =>
  page.evaluate(
    ([key, spoilt]) => {
      const kept = JSON.parse(localStorage.getItem(key)!) as StoredSession
      localStorage.setItem(key, JSON.stringify({ ...kept, user: { ...kept.user, ...spoilt } }))
    },
    [storageKey, change] as const,
  )

test('AC3: nobody signed in: the page asked for waits behind the sign-in', async ({ page, product }) => {
  await page.goto('/settings/account?from=mail')
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fsettings%2Faccount%3Ffrom%3Dmail$/)
  await expect(page).toHaveTitle('Tablewire')
  await expect(page.getByLabel('Email')).toBeFocused()
  await signInAs(page, product.adminEmail, product.adminPassword)
  await expect(page).toHaveURL(/\/settings\/account\?from=mail$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/reservations$/)
})

test('AC3: a return address never leads to another site', async ({ page, product }) => {
  await page.goto('/login?returnUrl=//example.com/%3Fsteal')
  await signInAs(page, product.adminEmail, product.adminPassword)
  await expect(page).toHaveURL(/\/reservations$/)
})

test('ER2: mistakes are told where they are made', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toBeFocused()
  await signInAs(page, 'not an address', 'x')
  await expect(page.getByText('This email address is not valid')).toBeVisible()
  // A user name is asked of the server, as an address is.
  await signInAs(page, 'nobody.here', 'wrong')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid user or password combination' })).toBeVisible()
  await signInAs(page, 'nobody@tablewire.test', 'wrong')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid user or password combination' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await noFindings(page)
})

test('the sign-in page fits a small phone, in both looks and in German', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Light appearance' }).click()
  await noFindings(page)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
})

test('AC6, AC7: a menu shows what one may open, and other doors stay shut', async ({ page }) => {
  await page.goto('/login')
  await signInAs(page, 'host@tablewire.test')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Reservation List' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toHaveCount(0)
  await page.goto('/mailbox')
  await expect(page.getByRole('heading', { name: 'You are not authorized!' })).toBeVisible()
  await expect(
    page.getByText('You do not have permission to view this page using the credentials that you have provided while login.'),
  ).toBeVisible()
  await expect(page.getByText('Please contact your site administrator.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await noFindings(page)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/reservations$/)
})

test('AC2: an access token that has ended is renewed once for all tabs, and nobody notices', async ({ page, product }) => {
  // A renewal that a reload cuts off is lost with its answer, so both tabs come to rest first; the bell asks last.
  const rest = (tab: Page) => tab.waitForResponse('**/v1/notifications/unread')
  const pageRests = rest(page)
  await page.goto('/login?returnUrl=/settings/account')
  await signInAs(page, product.adminEmail, product.adminPassword)
  await pageRests
  const other = await page.context().newPage()
  const otherRests = rest(other)
  await other.goto('/settings/account')
  await otherRests
  for (const tab of [page, other]) {
    await expect(tab.getByText('Live', { exact: true })).toBeVisible()
    await expect(tab.getByText('This one')).toBeVisible()
  }
  let renewals = 0
  for (const tab of [page, other]) tab.on('request', (request) => (renewals += request.url().endsWith('/v2/token') ? 1 : 0))
  await spoil(page, { access_token: 'ended' })
  await Promise.all([page.reload(), other.reload()])
  for (const tab of [page, other]) await expect(tab.getByText('Live', { exact: true })).toBeVisible()
  expect(renewals).toBe(1)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
})

test('AC2: a session that is over says so and leads back to where one was', async ({ page, product }) => {
  await page.goto('/login?returnUrl=/settings/account')
  await signInAs(page, product.adminEmail, product.adminPassword)
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await spoil(page, { access_token: 'ended', refresh_token: 'spent' })
  await page.reload()
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fsettings%2Faccount$/)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
})

test('addresses that lead nowhere say so', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await noFindings(page)
  await page.goto('/500')
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible()
})
