import { boxOf, choose, command, mainMenu, noFindings, noSideways, openCustomizer, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const admin = 'admin@tablewire.test'

test.beforeEach(async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, '/reservations', admin)
  const panel = await openCustomizer(page)
  await panel.getByRole('button', { name: 'Back to the default look' }).click()
  await page.keyboard.press('Escape')
})

test('SH2: the logo leads home, logout stands at the bottom, rooms that do not exist are not offered', async ({ page }) => {
  const menu = mainMenu(page)
  await expect(menu.getByRole('link', { name: 'Tablewire' })).toHaveAttribute('href', '/')
  await expect(menu.getByRole('link', { name: 'Reservation List' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Analytics' })).toHaveCount(0)
  const { bottom } = await boxOf(menu)
  expect(bottom - (await boxOf(menu.getByRole('button', { name: 'Sign out' }))).bottom).toBeLessThan(20)
  for (const { path } of [{ path: '/analytics/reservations' }, { path: '/channel-management' }]) {
    await expect(menu.getByRole('link', { name: 'Reservation List' })).toBeVisible()
    const shown = await menu.locator(`a[href="${path}"]`).count()
    await page.goto(path)
    if (shown === 0) await expect(page).toHaveURL(/\/404$/)
    await page.goto('/reservations')
  }
})

test('SH3: groups: in an accordion opening one closes its siblings, in collapse each toggles for itself', async ({ page }) => {
  const menu = mainMenu(page)
  const settings = menu.getByRole('button', { name: 'Settings' })
  const installation = menu.getByRole('button', { name: 'Installation' })
  await settings.click()
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeVisible()
  await installation.click()
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeHidden()
  await expect(settings).toHaveAttribute('aria-expanded', 'false')
  const panel = await openCustomizer(page)
  await choose(panel, 'Menu Toggle', 'Collapse')
  await page.keyboard.press('Escape')
  await settings.click()
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toBeVisible()
  await installation.click()
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toBeHidden()
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeVisible()
  await noFindings(page)
})

test('SH3: a group opens by itself when the path falls under a child', async ({ page }) => {
  const menu = mainMenu(page)
  await page.goto('/settings/account')
  await expect(menu.getByRole('button', { name: 'Settings' })).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('link', { name: 'My Account' })).toHaveAttribute('aria-current', 'page')
  // Coming there by another way does the same.
  await command(page, 'mailbox')
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Settings' })).toHaveAttribute('aria-expanded', 'false')
})

test('SH2: an item may open in a new tab, and says so', async ({ page }) => {
  const menu = mainMenu(page)
  await menu.getByRole('button', { name: 'Installation' }).click()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    menu.getByRole('link', { name: 'API documentation opens in a new tab' }).click(),
  ])
  await expect(tab).toHaveURL(/\/docs$/)
  await expect(page).toHaveURL(/\/reservations/)
})

test('SH3: collapsed it is 82 wide with icons only, and opens under the mouse and under the keyboard', async ({ page }) => {
  const menu = mainMenu(page)
  await page.locator('main').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('[')
  await page.mouse.move(900, 500)
  await expect(menu).toHaveCSS('width', '82px')
  await expect(menu.getByRole('button', { name: 'Sign out' })).toHaveText('')
  await noFindings(page)
  await page.mouse.move(40, 300)
  await expect(menu).toHaveCSS('width', '260px')
  await page.mouse.move(900, 500)
  await expect(menu).toHaveCSS('width', '82px')
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Tablewire' })).toBeFocused()
  await expect(menu).toHaveCSS('width', '260px')
})

test('SH7: horizontal: popups 250 wide that open in 400 and close in 300 ms, items cut at 200', async ({ page }) => {
  await command(page, 'horizontal')
  const menu = mainMenu(page)
  const settings = menu.getByRole('button', { name: 'Settings' })
  await settings.hover()
  const popup = menu.locator('ul[aria-label="Settings"]').locator('..')
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeVisible()
  expect((await boxOf(popup)).width).toBe(250)
  const duration = () => popup.evaluate((element) => getComputedStyle(element).transitionDuration.split(',')[0])
  expect(await duration()).toBe('0.4s')
  await page.mouse.move(700, 600)
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeHidden()
  expect(await duration()).toBe('0.3s')
  await expect(settings.locator('.title')).toHaveCSS('max-width', '200px')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(Number.parseFloat((await duration())!)).toBeLessThan(0.001)
  await noFindings(page)
})

test('SH3: horizontal by keyboard alone: arrows, Home, End, Enter and Esc', async ({ page }) => {
  const panel = await openCustomizer(page)
  await choose(panel, 'Menu Layout', 'Horizontal')
  await page.keyboard.press('Escape')
  const menu = mainMenu(page)
  await menu.getByRole('link', { name: 'Reservation List' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('link', { name: 'Channel Management' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const settings = menu.getByRole('button', { name: 'Settings' })
  await expect(settings).toBeFocused()
  await page.keyboard.press('End')
  await expect(menu.getByRole('button', { name: 'Installation' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(menu.getByRole('link', { name: /API documentation/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('button', { name: 'Installation' })).toBeFocused()
  await expect(menu.getByRole('link', { name: 'Mailbox' })).toBeHidden()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(settings).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(settings).toHaveAttribute('data-within', 'true')
  await noSideways(page)
})

test('SH3: below lg horizontal falls back to the vertical drawer, and comes back above it', async ({ page }) => {
  const panel = await openCustomizer(page)
  await choose(panel, 'Menu Layout', 'Horizontal')
  await expect(mainMenu(page)).toBeVisible()
  await page.setViewportSize({ width: 1199, height: 850 })
  await expect(panel.getByRole('radio', { name: 'Vertical' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: 'Horizontal' })).toBeDisabled()
  await expect(mainMenu(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await page.setViewportSize({ width: 1200, height: 850 })
  await expect(panel.getByRole('radio', { name: 'Horizontal' })).toBeChecked()
  await expect(mainMenu(page)).toBeVisible()
})

test('SH8: the palette knows every room and the look, the list of keys the customizer', async ({ page }) => {
  await page.keyboard.press('Control+k')
  const commands = page.getByRole('dialog', { name: 'Commands' })
  for (const text of ['Go to Reservation List', 'Go to My Account', 'Go to Mailbox', 'Go to API documentation', 'Customize the look'])
    await expect(commands.getByRole('option', { name: text })).toHaveCount(1)
  await page.keyboard.type('bordered')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'bordered')
  await expect(commands).toBeHidden()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Customize the look')).toBeVisible()
  await expect(keys.getByText('Collapse menu')).toBeVisible()
})

test('SE4: a title of the menu is whole in every language, and stands still when its room is entered', async ({ page }) => {
  const menu = page.locator('nav[data-collapsed]')
  for (const lang of ['es', 'fr', 'de', 'nl', 'en']) {
    await menu.locator('select').selectOption(lang)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    // Also those of groups that are closed.
    const cut = await menu
      .locator('.title')
      .evaluateAll((titles) => titles.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent))
    expect(cut).toEqual([])
  }
  const room = mainMenu(page).getByRole('link', { name: 'Channel Management' })
  const before = await boxOf(room.locator('.title'))
  await room.click()
  await expect(room).toHaveAttribute('aria-current', 'page')
  expect(
    await room.locator('.title').evaluate((title) => [title.scrollWidth <= title.clientWidth, getComputedStyle(title).fontWeight]),
  ).toEqual([true, '500'])
  expect(await boxOf(room.locator('.title'))).toEqual(before)
})
