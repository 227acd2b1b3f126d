import type { Page } from '@playwright/test'
import { aDinner, signIn } from './a-dinner.ts'
import { expect, type Product, test } from './server.ts'
import { noFindings } from './frame.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const unread = (page: Page, count: number) =>
  page.getByRole('button', { name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`, exact: true })

/** Calls as that person, from another client than the page under test. */
const callerOf = async ({ url }: Product, username: string, password = 'tablewire-demo') => {
  const call = async <T>(method: string, path: string, body?: unknown, bearer = ''): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) }
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const grant = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', scope: null, username, password }
  const { access_token } = await call<{ access_token: string }>('POST', '/v2/token', grant)
  return <T>(method: string, path: string, body?: unknown) => call<T>(method, path, body, access_token)
}
/** Whatever other stories left is read. */
const readAll = async (product: Product, email: string, password?: string): Promise<void> => {
  const call = await callerOf(product, email, password)
  // What happened a moment ago is told a moment later.
  await new Promise((resolve) => setTimeout(resolve, 700))
  await call('POST', '/v1/notifications/read', { until: new Date(Date.now() + 60_000).toISOString() })
}

test('SE3, SH8: what a channel books stands at the bell within a second, in both tabs; read here is read there', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await readAll(product, product.adminEmail, product.adminPassword)
  await signIn(page, product, '/settings/account')
  await expect(unread(page, 0)).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/settings/account')
  await expect(unread(other, 0)).toBeVisible()
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  await dinner.bookOnline('18:30', 3, 'Arrival')
  await expect(unread(page, 1)).toBeVisible()
  await expect(unread(other, 1)).toBeVisible()
  await expect(page).toHaveTitle('Tablewire')
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/png/)
  await bell(page).click()
  const row = panel(page).getByRole('link', { name: /New reservation.*Online Arrival/ })
  await expect(row).toContainText('3 guests')
  await expect(row).toContainText('18:30')
  await expect(row).toContainText(dinner.name)
  await noFindings(page)
  await row.click()
  await expect(page).toHaveURL(new RegExp(`/reservations\\?.*venue=${dinner.venueId}`))
  await expect(page.getByLabel('Reservation details').getByRole('heading', { name: 'Online Arrival' })).toBeVisible()
  await expect(unread(page, 0)).toBeVisible()
  await expect(unread(other, 0)).toBeVisible()
  await expect(other.locator('link[rel="icon"]')).not.toHaveAttribute('href', /^data:/)
  // A party that large waits for the venue; five in a row are five rows, all read at once.
  for (const [n, time] of ['17:00', '17:30', '19:30', '20:00'].entries()) await dinner.bookOnline(time, n === 0 ? 8 : 2, `Guest${n}`)
  await expect(unread(page, 4)).toBeVisible()
  await bell(other).click()
  await expect(panel(other).getByRole('link', { name: /Waits for your answer.*Guest0/ })).toBeVisible()
  await panel(other).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(unread(page, 0)).toBeVisible()
})

test('SE3: nobody hears of what he did himself, nor of venues he may not see', async ({ page, product, browser }) => {
  const dinner = await aDinner(product)
  const [host, office] = [await callerOf(product, 'host@tablewire.test'), await callerOf(product, 'office@tablewire.test')]
  await readAll(product, 'host@tablewire.test')
  await readAll(product, product.adminEmail, product.adminPassword)
  const { data: venues } = await host<{ data: { id: string }[] }>('GET', '/v1/rms/venues')
  expect(venues.map(({ id }) => id)).not.toContain(dinner.venueId)
  const context = await browser.newContext({ baseURL: product.url })
  const theirs = await context.newPage()
  await signIn(theirs, { ...product, adminEmail: 'host@tablewire.test', adminPassword: 'tablewire-demo' }, '/reservations')
  await signIn(page, product, '/reservations')
  await expect(theirs.getByText('Live', { exact: true })).toBeVisible()
  // By the administrator himself, at a venue the host does not know.
  await dinner.book('19:00', { firstName: 'Quiet', lastName: 'Booking' })
  // By a colleague, at the host's own venue.
  const startsAt = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 40 * 86_400_000).toISOString()
  const guest = { firstName: 'Heard', lastName: 'Booking' }
  await office('POST', '/v1/reservations', { venueId: venues[0]!.id, startsAt, partySize: 2, guest, override: true })
  await expect(unread(theirs, 1)).toBeVisible()
  await expect(unread(page, 1)).toBeVisible()
  await theirs.keyboard.press('b')
  await expect(panel(theirs).getByText(/Heard Booking/)).toBeVisible()
  await expect(panel(theirs).getByText(/Quiet Booking/)).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(panel(page).getByText(/Heard Booking/)).toBeVisible()
  await expect(panel(page).getByText(/Quiet Booking/)).toHaveCount(0)
  await context.close()
})

test('SE3: switched off for one venue it is silent there, and elsewhere not; undone it is heard again', async ({ page, product }) => {
  const [quiet, loud] = [await aDinner(product), await aDinner(product)]
  await readAll(product, product.adminEmail, product.adminPassword)
  await signIn(page, product, '/settings/notifications')
  await page.getByRole('combobox', { name: 'Add a venue' }).fill(quiet.name)
  await page.getByRole('option', { name: quiet.name }).click()
  const choices = page.getByRole('table', { name: quiet.name })
  const inPortal = choices.getByRole('checkbox', { name: 'New reservations: In the portal' })
  await expect(inPortal).toBeChecked()
  await noFindings(page)
  // It turns a moment after the click, once the choice is on its way; `uncheck` would look at once.
  await inPortal.click()
  await expect(inPortal).not.toBeChecked()
  await expect(page.getByText('Choices saved')).toBeVisible()
  await page.reload()
  await page.getByText(quiet.name, { exact: true }).click()
  await expect(inPortal).not.toBeChecked()
  await quiet.bookOnline('18:00', 2, 'Silent')
  await loud.bookOnline('18:00', 2, 'Loud')
  await expect(unread(page, 1)).toBeVisible()
  await bell(page).click()
  await expect(panel(page).getByText(/Online Loud/)).toBeVisible()
  await expect(panel(page).getByText(/Online Silent/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Like all venues' }).click()
  await expect(page.getByText('All venues follow the choices above.')).toBeVisible()
  await quiet.bookOnline('18:30', 2, 'Again')
  await expect(unread(page, 2)).toBeVisible()
})

test('SE3: by keyboard alone: a choice, its undo, a test, the bell and back', async ({ page, product }) => {
  await readAll(product, product.adminEmail, product.adminPassword)
  await signIn(page, product, '/settings/notifications')
  const email = page.getByRole('table', { name: 'All venues' }).getByRole('checkbox', { name: 'Canceled reservations: E-mail' })
  await email.focus()
  await page.keyboard.press('Space')
  await expect(email).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(email).not.toBeChecked()
  await page.getByRole('region', { name: 'Send me a test' }).getByRole('button', { name: 'In the portal' }).focus()
  await page.keyboard.press('Enter')
  await expect(unread(page, 1)).toBeVisible()
  await page.keyboard.press('b')
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  const news = panel(page).getByRole('link', { name: /This is a test/ })
  await expect(news).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(news).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('SH8: the bell of a narrow menu opens its panel, which stays while the menu closes behind it', async ({ page, product }) => {
  await signIn(page, product, '/settings/notifications')
  await expect(bell(page)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Collapse menu' }).click()
  await page.mouse.move(900, 500)
  await expect(menu).toHaveCSS('width', '82px')
  // Under the mouse the menu is wide, and the bell stands where it stands there.
  const byMouse = async (): Promise<void> => {
    await page.mouse.move(40, 300)
    await expect(menu).toHaveCSS('width', '260px')
    await bell(page).click()
  }
  for (const open of [byMouse, () => page.keyboard.press('b')]) {
    await open()
    await page.mouse.move(900, 300)
    await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeVisible()
    await page.waitForTimeout(500)
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    // Gone, not only fading: an open dialog owns the keyboard.
    await expect(page.locator('[role="dialog"]')).toHaveCount(0)
  }
  await menu.hover()
  await menu.getByRole('button', { name: 'Expand menu' }).click()
})

test('SE3: a test by mail arrives in the language of its reader, and leads back to the choices', async ({ page, product }) => {
  await signIn(page, product, '/settings/notifications')
  await page.getByRole('region', { name: 'Send me a test' }).getByRole('button', { name: 'E-mail' }).click()
  await expect(page.getByText(`The test is on its way to ${product.adminEmail}`)).toBeVisible()
  await page.goto('/mailbox')
  const mail = page.getByRole('button', { name: /This is a test/ }).first()
  await expect(mail).toBeVisible()
  await mail.click()
  await expect(page.frameLocator('iframe').getByText('/settings/notifications')).toBeVisible()
})

test('SE3: a browser that blocks pushes is told how to let them in; one that may be asked is told first what for', async ({
  browser,
  product,
}) => {
  for (const allowed of [false, true]) {
    const context = await browser.newContext({ baseURL: product.url })
    const page = await context.newPage()
    // A browser without a screen always says "denied"; the other answer stands for one whose reader was not asked yet.
    const permission = allowed ? 'default' : 'denied'
    await page.addInitScript((value) => void Object.defineProperty(Notification, 'permission', { get: () => value }), permission)
    await signIn(page, product, '/settings/notifications')
    const card = page.getByRole('region', { name: 'Push to this device' })
    await expect(card.getByText(allowed ? /Your browser will ask/ : 'Your browser blocks notifications of this site')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Turn on here' })).toBeVisible({ visible: allowed })
    await noFindings(page)
    await context.close()
  }
})

for (const width of [1440, 390])
  test(`SE3: bell and choices fit at ${width} pixels, with nothing for axe to find`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 850 })
    await signIn(page, product, '/settings/notifications')
    await expect(page.getByRole('table', { name: 'All venues' })).toBeVisible()
    for (const mode of ['light', 'dark']) {
      await page.evaluate((value) => void (document.documentElement.dataset['mode'] = value), mode)
      await noFindings(page)
      await bell(page).click()
      await expect(panel(page)).toBeInViewport({ ratio: 1 })
      await noFindings(page)
      await page.keyboard.press('Escape')
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
