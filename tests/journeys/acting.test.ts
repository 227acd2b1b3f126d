import { command, noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test('AC8: an administrator acts as a customer, seen on every page and in every tab, and comes back with one click', async ({
  page,
  product,
}) => {
  await signIn(page, '/settings/account', product.adminEmail)
  const other = await page.context().newPage()
  await other.goto('/settings/account')
  await expect(other.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await command(page, 'act as')
  const dialog = page.getByRole('dialog', { name: 'Act as a customer' })
  await expect(dialog.getByLabel('Name, e-mail or company')).toBeFocused()
  await page.keyboard.type('nobody by that name')
  await expect(dialog.getByText('No data was found')).toBeVisible()
  await noFindings(page)
  await dialog.getByLabel('Name, e-mail or company').fill('host@tablewire')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('button', { name: /Niamh O’Connor/ })).toBeFocused()
  await noFindings(page)
  await page.keyboard.press('Enter')

  const banner = page.getByRole('complementary', { name: 'Acting as a customer' })
  await expect(page).toHaveURL(/\/reservations$/)
  await expect(banner).toContainText('You act as Niamh O’Connor (Northquay Dining).')
  await noFindings(page)
  await expect(other.getByRole('complementary', { name: 'Acting as a customer' })).toBeVisible()
  await expect(other.getByLabel('Email')).toHaveValue('host@tablewire.test')
  await page.reload()
  await expect(banner).toBeVisible()
  await page.goto('/mailbox')
  await expect(page.getByRole('heading', { name: 'You are not authorized!' })).toBeVisible()
  await expect(banner).toBeVisible()
  await page.goto('/settings/account')
  await expect(page.getByText('While you act as somebody else, you can look at this but not change it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await noSideways(page)
  await noFindings(page)

  await banner.getByRole('button', { name: 'Back to Ada Administrator' }).click()
  await expect(page).toHaveURL(/\/reservations$/)
  await expect(banner).toHaveCount(0)
  await expect(other.getByLabel('Email')).toHaveValue(product.adminEmail)
  await expect(other.getByRole('complementary', { name: 'Acting as a customer' })).toHaveCount(0)
})

test('AC8: who may not act as others is not offered it', async ({ page }) => {
  await signIn(page, '/reservations', 'host@tablewire.test')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('act as')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('option', { name: 'Act as a customer' })).toHaveCount(0)
})
