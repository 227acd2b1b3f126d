import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { noFindings } from './frame.ts'

const open = async (page: Page, path: string, email: string): Promise<void> => {
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('tablewire-demo')
  await page.keyboard.press('Enter')
}

test('SE1: the profile is mine: name, city and country are kept', async ({ page }) => {
  await open(page, '/settings/account', 'office@tablewire.test')
  await page.getByLabel('City').fill('Gent')
  await page.getByLabel('Country').selectOption('BE')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile edited successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Gent')
  await expect(page.getByLabel('Country')).toHaveValue('BE')
  await page.getByLabel('Last name').fill(' ')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await noFindings(page)
})

test('SE1, SE4: language and look hold at once, and are there before the first paint next time', async ({ page }) => {
  await open(page, '/settings/account', 'office@tablewire.test')
  await page.getByRole('region', { name: 'Language and appearance' }).getByRole('combobox').selectOption('fr')
  await expect(page.getByRole('heading', { name: 'Mon compte' })).toBeVisible()
  await page.getByRole('button', { name: 'Clair', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
  await page.reload()
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['mode']])).toEqual(['fr', 'light'])
  await expect(page.getByRole('heading', { name: 'Mon compte' })).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Semi-sombre', exact: true }).click()
  await expect(page.getByRole('navigation')).toHaveAttribute('data-mode', 'dark')
  await noFindings(page)
  await page.getByRole('region', { name: 'Langue et apparence' }).getByRole('combobox').selectOption('en')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
})

test('SE1: a new password has to be long enough, and the old one right', async ({ page }) => {
  await open(page, '/settings/account', 'office@tablewire.test')
  await page.getByRole('region', { name: 'Password', exact: true }).getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This field should have at lease 10 characters')).toBeVisible()
  await page.getByLabel('New password').fill('a word long enough')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The current password is not right.')).toBeVisible()
})

test('by keyboard: past the menu, to a page by its name, and every key in a list', async ({ page, product }) => {
  await open(page, '/settings/account', product.adminEmail)
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const commands = page.getByRole('dialog', { name: 'Commands' })
  await expect(commands.getByRole('combobox')).toBeFocused()
  await noFindings(page)
  // Two pages of one name are told apart, and neither stays when something else is written.
  await page.keyboard.type('reviews')
  await expect(commands.getByRole('option', { name: 'Go to Analytics: Reviews' })).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('mailb')
  await expect(commands.getByRole('option').first()).toHaveText(/Go to Mailbox/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mailbox$/)
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeFocused()
})

test('SH8: letters written while the commands are still coming do nothing behind them', async ({ page, product }) => {
  await page.route('**/CommandPalette-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await open(page, '/reservations', product.adminEmail)
  await expect(page.getByRole('button', { name: 'New reservation' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Until the panel has faded, the keys are still its own.
  await expect(async () => {
    await page.keyboard.press('a')
    await expect(page.getByRole('dialog', { name: 'New reservation' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('below 1200 pixels the menu comes from the side', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/settings/account', product.adminEmail)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await noFindings(page)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Installation' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Mailbox' }).click()
  await expect(page).toHaveURL(/\/mailbox$/)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
})

test('the menu can be narrow, stays so, and opens under the mouse', async ({ page }) => {
  await open(page, '/settings/account', 'office@tablewire.test')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Collapse menu' }).click()
  await page.mouse.move(900, 500)
  await expect(menu).toHaveCSS('width', '82px')
  await page.reload()
  await expect(menu).toHaveCSS('width', '82px')
  await expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.mouse.move(40, 300)
  await expect(menu).toHaveCSS('width', '260px')
  await menu.getByRole('button', { name: 'Expand menu' }).click()
  await page.mouse.move(900, 500)
  await expect(menu).toHaveCSS('width', '260px')
})

test('each host name shows its own brand', async ({ page, product }) => {
  const port = new URL(product.url).port
  for (const [host, name] of [
    ['naranja.localhost', 'Mesa Naranja'],
    ['panel.verdant.localhost', 'Verdant'],
    ['elsewhere.localhost', 'Tablewire'],
  ]) {
    await page.goto(`http://${host}:${port}/login`)
    await expect(page).toHaveTitle(name!)
    await expect(page.getByText(`to ${name!}`)).toBeVisible()
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', `${name!} - Manager`)
  }
})

test('a line that breaks is told, and what comes back is live again', async ({ page }) => {
  await open(page, '/settings/account', 'office@tablewire.test')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.route('**/v1/live', (route) => route.abort())
  // A page that comes back from the dark asks anew; this one is told by a new load.
  await page.reload()
  await expect(page.getByText('No connection to the server.')).toBeVisible()
  await page.unroute('**/v1/live')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('No connection to the server.')).toBeHidden()
})
