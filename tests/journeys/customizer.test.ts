import { boxOf, choose, customizer, mainMenu, noFindings, noSideways, openCustomizer, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const admin = 'admin@tablewire.test'
const settingsKey = 'tablewire:settings'
const group = (title: string) => ({ name: title, exact: true })

test.beforeEach(async ({ page }) => {
  await signIn(page, '/settings/account', admin)
  // Every test starts from the look of the brand.
  const panel = await openCustomizer(page)
  await panel.getByRole('button', { name: 'Back to the default look' }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('SH5: a floating gear on the right opens a drawer of 400 pixels that closes by X and by Esc', async ({ page }) => {
  const gear = page.getByRole('button', { name: 'Customize the look' })
  const { right } = await boxOf(gear)
  expect(right).toBe(1360)
  await gear.click()
  const panel = customizer(page)
  await expect(panel).toBeFocused()
  await expect.poll(() => boxOf(panel)).toMatchObject({ left: 960, right: 1360, width: 400 })
  await noFindings(page)
  // The page behind it goes on working.
  await page.getByLabel('City').fill('Gent')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(gear).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(gear).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(gear).toBeHidden()
})

test('SH5: it offers the twelve options, and in print none of it', async ({ page }) => {
  const panel = await openCustomizer(page)
  for (const title of ['Skin', 'Mode', 'Primary Color', 'Content Width', 'AppBar Type', 'Footer Type', 'Menu Layout', 'Menu Toggle'])
    await expect(panel.getByRole('group', group(title))).toBeVisible()
  for (const title of ['AppBar Blur', 'Menu Collapsed', 'Menu Hidden', 'RTL'])
    await expect(panel.getByRole('switch', { name: title })).toBeVisible()
})

test('SH5: Skin draws lines around surfaces, or lays them on a shadow', async ({ page }) => {
  const edge = () => mainMenu(page).evaluate((element) => [getComputedStyle(element).borderRightColor, getComputedStyle(element).boxShadow])
  expect(await edge()).toEqual(['rgba(0, 0, 0, 0)', expect.stringContaining('rgba')])
  await choose(await openCustomizer(page), 'Skin', 'Bordered')
  await expect.poll(edge).toEqual([expect.stringMatching(/^rgb\(/), 'none'])
})

test('SH5: Mode: light, dark, and semi-dark with a dark menu beside a light page', async ({ page }) => {
  const panel = await openCustomizer(page)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mode', 'dark')
  await choose(panel, 'Mode', 'Light')
  await expect(html).toHaveAttribute('data-mode', 'light')
  await noFindings(page)
  await choose(panel, 'Mode', 'Semi Dark')
  await expect(html).toHaveAttribute('data-mode', 'light')
  await expect(mainMenu(page)).toHaveAttribute('data-mode', 'dark')
  await noFindings(page)
})

test('SH5, SH7: Primary Color begins with #7367F0, and each colour reads', async ({ page }) => {
  const panel = await openCustomizer(page)
  const colours = panel.getByRole('group', group('Primary Color'))
  await expect(colours.getByRole('radio')).toHaveCount(6)
  await expect(colours.locator('i').first()).toHaveCSS('background-color', 'rgb(115, 103, 240)')
  const primary = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--tw-palette-primary-main'))
  const seen = new Set([await primary()])
  for (const name of ['Slate', 'Green', 'Red', 'Orange', 'Blue']) {
    await choose(panel, 'Primary Color', name)
    await expect.poll(async () => seen.has(await primary())).toBe(false)
    seen.add(await primary())
    await noFindings(page)
  }
})

test('SH5, SH7: Content Width holds the page to 1440 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 2200, height: 900 })
  const panel = await openCustomizer(page)
  const page1 = page.locator('main > div').last()
  expect((await boxOf(page1)).width).toBeGreaterThan(1600)
  await choose(panel, 'Content Width', 'Boxed')
  await expect.poll(async () => (await boxOf(page1)).width).toBe(1440)
})

test('SH5: AppBar Type and AppBar Blur act where the app bar stands', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 500 })
  const panel = await openCustomizer(page)
  const bar = page.getByRole('banner').first()
  const style = (name: string) => bar.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  expect([await style('position'), await style('backdrop-filter')]).toEqual(['sticky', 'blur(8px)'])
  await panel.getByRole('switch', { name: 'AppBar Blur' }).uncheck()
  await expect.poll(() => style('backdrop-filter')).toBe('none')
  await choose(panel, 'AppBar Type', 'Static')
  await expect.poll(() => style('position')).toBe('relative')
  await choose(panel, 'AppBar Type', 'Hidden')
  await expect(page.getByRole('link', { name: 'Tablewire' })).toBeHidden()
  // Nobody is locked out: a small button still leads to the menu.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(mainMenu(page)).toBeVisible()
})

test('SH5: Footer Type: fixed stays in sight, static comes after the page, hidden is gone', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 400 })
  const panel = await openCustomizer(page)
  const footer = page.getByRole('contentinfo')
  expect((await boxOf(footer)).bottom).toBeGreaterThan(400)
  await choose(panel, 'Footer Type', 'Fixed')
  await expect.poll(async () => (await boxOf(footer)).bottom).toBe(400)
  await choose(panel, 'Footer Type', 'Hidden')
  await expect(footer).toHaveCount(0)
})

test('SH5: Menu Layout: horizontal takes Semi Dark, the hidden app bar, Menu Toggle and Menu Collapsed away', async ({ page }) => {
  const panel = await openCustomizer(page)
  await choose(panel, 'Mode', 'Semi Dark')
  await choose(panel, 'AppBar Type', 'Hidden')
  await choose(panel, 'Menu Layout', 'Horizontal')
  // It starts with a fixed app bar, and light.
  await expect(panel.getByRole('group', group('AppBar Type')).getByRole('radio', { name: 'Fixed' })).toBeChecked()
  await expect(panel.getByRole('group', group('AppBar Type')).getByRole('radio', { name: 'Hidden' })).toHaveCount(0)
  await expect(panel.getByRole('radio', { name: 'Semi Dark' })).toHaveCount(0)
  await expect(panel.getByRole('radio', { name: 'Light' })).toBeChecked()
  await expect(panel.getByRole('group', group('Menu Toggle'))).toHaveCount(0)
  await expect(panel.getByRole('switch', { name: 'Menu Collapsed' })).toHaveCount(0)
  await expect(panel.getByRole('switch', { name: 'Menu Hidden' })).toBeVisible()
  await expect(page.getByRole('banner').first()).toBeVisible()
  expect((await boxOf(mainMenu(page))).width).toBeGreaterThan(1000)
  await noFindings(page)
  await choose(panel, 'Menu Layout', 'Vertical')
  await expect(panel.getByRole('group', group('AppBar Type')).getByRole('radio', { name: 'Hidden' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: 'Semi Dark' })).toBeChecked()
})

test('SH5: Menu Hidden takes the menu, Menu Toggle and Menu Collapsed away, and leaves a way to the pages', async ({ page }) => {
  const panel = await openCustomizer(page)
  await panel.getByRole('switch', { name: 'Menu Hidden' }).check()
  await expect(mainMenu(page)).toHaveCount(0)
  await expect(panel.getByRole('group', group('Menu Toggle'))).toHaveCount(0)
  await expect(panel.getByRole('switch', { name: 'Menu Collapsed' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(mainMenu(page).getByRole('link', { name: 'Reservation List' })).toBeVisible()
})

test('SH5, SH3: Menu Collapsed makes the menu 82 wide', async ({ page }) => {
  const panel = await openCustomizer(page)
  await panel.getByRole('switch', { name: 'Menu Collapsed' }).check()
  await expect(mainMenu(page)).toHaveCSS('width', '82px')
  await panel.getByRole('switch', { name: 'Menu Collapsed' }).uncheck()
  await expect(mainMenu(page)).toHaveCSS('width', '260px')
})

test('SH5: RTL mirrors the page, and the next load shows it mirrored from its start', async ({ page }) => {
  const panel = await openCustomizer(page)
  await panel.getByRole('switch', { name: 'RTL' }).check()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect.poll(async () => (await boxOf(mainMenu(page))).right).toBe(1360)
  await expect.poll(async () => (await boxOf(panel)).left).toBe(0)
  await noSideways(page)
  await noFindings(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect.poll(async () => (await boxOf(mainMenu(page))).right).toBe(1360)
  const other = await page.context().newPage()
  await other.goto('/reservations')
  await expect.poll(async () => (await boxOf(mainMenu(other))).right).toBe(1360)
  await noSideways(other)
  await expect(other.locator('[data-reservation]').first()).toBeVisible()
  await noFindings(other)
  // Other tabs follow.
  await other.keyboard.press(',')
  await customizer(other).getByRole('switch', { name: 'RTL' }).uncheck()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect.poll(async () => (await boxOf(mainMenu(page))).left).toBe(0)
})

test('SH6: Toast Position moves the notices at once, for this user on every device, and not into local storage', async ({ page }) => {
  const panel = await openCustomizer(page)
  await expect(panel.getByRole('group', group('Toast Position')).getByRole('radio', { name: 'Bottom right' })).toBeChecked()
  const notice = page.getByRole('status').filter({ hasText: 'Notices appear here' })
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('top-left') === true && answer.ok())
  await choose(panel, 'Toast Position', 'Top left')
  await expect.poll(() => boxOf(notice)).toMatchObject({ left: 16, top: 16 })
  await saved
  expect(await page.evaluate((key) => localStorage.getItem(key), settingsKey)).not.toContain('toastPosition')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-toasts', 'top-left')
  await choose(await openCustomizer(page), 'Toast Position', 'Bottom')
  await expect.poll(async () => Math.round((await boxOf(notice)).left + (await boxOf(notice)).width / 2)).toBe(680)
})

test('SH6: settings go to local storage on every change without the six, and are cleared on load', async ({ page }) => {
  const kept = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null, settingsKey)
  const panel = await openCustomizer(page)
  await choose(panel, 'Skin', 'Bordered')
  await choose(panel, 'Footer Type', 'Fixed')
  await choose(panel, 'Menu Layout', 'Horizontal')
  expect(await kept()).toEqual({
    themeColor: 'primary',
    mode: 'dark',
    skin: 'bordered',
    direction: 'ltr',
    appBarBlur: true,
    navCollapsed: false,
    contentWidth: 'full',
    verticalNavToggleType: 'accordion',
  })
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  expect(await kept()).toBeNull()
})

test('SH6: the look follows the user to another device, also while it is open there', async ({ page, browser }) => {
  const elsewhere = await browser.newPage()
  const first = await openCustomizer(page)
  await choose(first, 'Skin', 'Bordered')
  const both = page.waitForResponse((answer) => answer.request().postData()?.includes('horizontal') === true && answer.ok())
  await choose(first, 'Menu Layout', 'Horizontal')
  await expect(page.getByRole('banner').first()).toBeVisible()
  await both
  await signIn(elsewhere, '/settings/account', admin)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-skin', 'bordered')
  await expect(elsewhere.getByRole('banner').first()).toBeVisible()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await choose(first, 'Skin', 'Default')
  await saved
  await elsewhere.waitForTimeout(5_100)
  await elsewhere.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(elsewhere.locator('html')).toHaveAttribute('data-skin', 'default')
  await elsewhere.close()
})

test("BR2: a mode chosen on one brand's pages leaves another brand as it is", async ({ page, product }) => {
  const panel = await openCustomizer(page)
  await choose(panel, 'Mode', 'Dark')
  await choose(panel, 'Mode', 'Light')
  await choose(panel, 'Mode', 'Dark')
  await page.waitForTimeout(1_000)
  const { port } = new URL(product.url)
  await page.goto(`http://naranja.localhost:${port}/login`)
  await page.getByLabel('Email').fill(admin)
  await page.getByLabel('Password', { exact: true }).fill('tablewire-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
})
