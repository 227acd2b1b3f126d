import type { Browser, Page } from '@playwright/test'
import { looksRight, noFindings, noSideways, signIn } from './frame.ts'
import { expect, type Hub, test } from './server.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

const path = '/onboarding-requests?q=Mill%20House'
const waiting = 'Waits for you'
/** Somebody of one side, who has the list open the whole time. */
const sideOf = async (browser: Browser, hub: Hub, email: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: hub.url, viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(page, path, email)
  return page
}
const rowIn = (page: Page) =>
  page.getByRole('grid', { name: 'Onboarding requests' }).getByRole('row').filter({ hasText: 'Mill House Kitchen' })
const panelIn = (page: Page) => page.getByLabel('Onboarding request', { exact: true })
/** What whose turn it is reads; the others read nothing of the kind. */
const expectedIn = (page: Page) => panelIn(page).locator('section', { hasText: 'What is expected of you' })

test('ON3: a system, a restaurant and a channel bring a restaurant from a request to its first booking, each in the portal', async ({
  browser,
  hub,
}) => {
  test.slow()
  const [rms, house, bc] = [
    await sideOf(browser, hub, 'rms-agent@tablewire.test'),
    await sideOf(browser, hub, 'house@tablewire.test'),
    await sideOf(browser, hub, 'bc-agent@tablewire.test'),
  ]
  await expect(house.getByText('No request matches')).toBeVisible()

  await rms.getByRole('button', { name: 'New request' }).click()
  const dialog = rms.getByRole('dialog', { name: 'New request' })
  await dialog.getByRole('combobox', { name: 'Booking channel', exact: true }).selectOption({ label: 'Table Guide (sandbox)' })
  await dialog.getByRole('textbox', { name: 'Restaurant', exact: true }).fill('Mill House Kitchen')
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Weir Lane, Dublin')
  const meant = dialog.getByRole('group', { name: 'Is one of these meant?' })
  await expect(meant.getByText('Same name')).toBeVisible()
  // Asked and not answered: the question is gone to, and says why.
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(meant.getByText(/^One that is here already is probably meant/)).toBeVisible()
  await expect(meant.getByRole('radio').first()).toBeFocused()
  await rms.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(panelIn(rms).getByRole('heading', { name: 'Mill House Kitchen' })).toBeVisible()
  await expect(panelIn(rms).getByText('Waits for Mill House Kitchen since')).toBeVisible()
  await expect(expectedIn(rms)).toHaveCount(0)
  await looksRight(rms)

  // The others see it without asking.
  await expect(rowIn(bc)).toContainText('Waits for the restaurant')
  await expect(rowIn(house)).toContainText(waiting)
  await rowIn(house).click()
  await expect(expectedIn(house)).toContainText('confirm for the restaurant')
  await looksRight(house)
  await panelIn(house).getByRole('button', { name: 'Check and confirm' }).press('Enter')
  await expect(house.getByRole('heading', { level: 1 })).toContainText('Mill House Kitchen')
  await expect(house.getByLabel('Your first and last name')).toHaveValue('Maeve Brannigan')
  await expect(house.getByLabel('Street and number')).toHaveValue('3 Weir Lane')
  for (const width of [1440, 820, 390]) {
    await house.setViewportSize({ width, height: 900 })
    await noSideways(house)
  }
  await house.getByRole('checkbox').press('Space')
  await house.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(house.getByRole('heading', { name: 'Thank you, that is all' })).toBeVisible()
  await house.getByRole('link', { name: 'Back to the request' }).press('Enter')
  await expect(panelIn(house).getByRole('heading', { name: 'Mill House Kitchen' })).toBeVisible()
  await house.goto(path)
  await expect(rowIn(house)).toContainText('Waits for the channel')

  await expect(rowIn(bc)).toContainText(waiting)
  await rowIn(bc).click()
  await expect(expectedIn(bc).getByRole('listitem')).toHaveCount(4)
  await panelIn(bc).getByRole('button', { name: 'Provide the venue id' }).click()
  await bc.getByRole('dialog', { name: 'Ids of the restaurant' }).getByLabel('Id at the booking channel').fill('guide-77')
  await bc.getByRole('button', { name: 'Save' }).click()
  await expect(expectedIn(bc).getByRole('listitem')).toHaveCount(3)
  await looksRight(bc)

  // At the channel's own site, as its people try it: what happens there ticks the steps here.
  const site = await browser.newPage()
  await expect(async () => {
    await site.goto(hub.siteUrl)
    await expect(site.getByRole('link', { name: 'Mill House Kitchen' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await site.getByRole('link', { name: 'Mill House Kitchen' }).click()
  await expect(expectedIn(bc).getByRole('listitem')).toHaveCount(1)
  await expect(expectedIn(bc)).toContainText('Make a first booking there')
  await site.locator('.times button').first().click()
  await site.locator('[name="firstname"]').fill('Ana')
  await site.locator('[name="lastname"]').fill('Lima')
  await site.locator('[name="email"]').fill('ana@sandbox.test')
  await site.locator('[name="email"]').press('Enter')
  for (const page of [rms, house, bc]) await expect(rowIn(page)).toContainText('Live')
  await expect(expectedIn(bc)).toHaveCount(0)
  await expect(panelIn(rms).getByText('Takes bookings')).toBeVisible()
  await panelIn(bc).getByRole('tab', { name: 'History' }).click()
  await expect(panelIn(bc).getByText('The restaurant is live')).toBeVisible()
  await noFindings(bc)
  for (const page of [rms, house, bc]) await page.context().close()
  await site.close()
})
