import type { Browser, Page } from '@playwright/test'
import { bookingsOf, ownAddress, readyVenue } from './a-booking-page.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const plainPage = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB', baseURL, ...ownAddress() })).newPage()

test('WI1: from the booking page to the page of the booking: the guest changes and cancels without script, the house sees it without a reload', async ({
  browser,
  page: house,
  product,
}) => {
  const email = 'own@guests.example'
  // Guests may cancel until the day before.
  const venue = await readyVenue(product, new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  const guest = await plainPage(browser, product.url)
  // A time that has room for the four they become.
  await guest.goto(`/book/${venue.id}?date=${venue.date}&party=4`)
  const at = await guest.locator('.times button').last().getAttribute('value')
  await guest.goto(`/book/${venue.id}?date=${venue.date}&party=2`)
  await guest.locator(`.times button[value="${at}"]`).click()
  await guest.waitForTimeout(1600)
  await guest.getByLabel('First name').fill('Odile')
  await guest.getByLabel('Last name').fill('Ownpage')
  await guest.getByLabel('E-mail', { exact: true }).fill(email)
  await guest.getByRole('button', { name: 'Book this table' }).click()
  const own = await guest.getByRole('link', { name: 'View, change or cancel' }).getAttribute('href')
  expect(own).toMatch(/^\/book\/own\//)

  // Only what is in sight of a long list is drawn.
  await signIn(house, `/reservations?venue=${venue.id}&date=${venue.date}&q=Odile`, 'admin@tablewire.test')
  const row = house.getByRole('row').filter({ hasText: 'Odile' }).first()
  await expect(row).toBeVisible()
  await expect(row.locator('.party').first()).toHaveText('2')

  await guest.goto(own!)
  await guest.getByRole('button', { name: 'We are one more: 3 guests' }).click()
  await expect(guest.getByRole('status')).toHaveText('Your booking has been changed.')
  await expect(row.locator('.party').first()).toHaveText('3')

  await guest.getByRole('button', { name: 'Yes, I am coming' }).click()
  await expect(guest.getByText('You have said that you are coming.')).toBeVisible()
  await expect(
    row.getByLabel('The guest has said that he comes').or(row.getByTitle('The guest has said that he comes')).first(),
  ).toBeAttached()

  await guest.getByLabel('Requests').fill('A <i>high</i> chair')
  await guest.getByRole('button', { name: 'Save requests' }).click()
  await expect(guest.getByLabel('Requests')).toHaveValue('A <i>high</i> chair')

  await guest.getByRole('link', { name: 'Another time or number of guests' }).click()
  await guest.getByLabel('Guests').selectOption('4')
  // A time that was shown for three is none for four until it is shown for them.
  await guest.locator('.times button').last().click()
  await expect(guest.getByRole('alert')).toContainText('Nothing has changed yet')
  await expect(row.locator('.party').first()).toHaveText('3')
  await expect(guest.getByLabel('Guests')).toHaveValue('4')
  await guest.locator('.times button').last().click()
  await expect(guest.getByText('4 guests', { exact: false }).first()).toBeVisible()
  await expect(row.locator('.party').first()).toHaveText('4')

  await guest.getByRole('link', { name: 'Cancel this booking' }).click()
  await expect(guest.getByText('You can cancel online until')).toBeVisible()
  await guest.getByRole('button', { name: 'Yes, cancel the booking' }).click()
  await expect(guest.getByRole('heading', { name: 'This booking is canceled' })).toBeVisible()
  await expect.poll(async () => (await bookingsOf(product, email)).map(({ status }) => status)).toEqual(['canceled'])
  await guest.context().close()
})

test('WI1: the page of a booking can be read by everybody: light and dark, narrow, at twice the size, in five languages', async ({
  browser,
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  const guest = await plainPage(browser, product.url)
  await guest.goto(`/book/${venue.id}?date=${venue.date}&party=2`)
  await guest.locator('.times button').last().click()
  await guest.waitForTimeout(1600)
  await guest.getByLabel('First name').fill('Axel')
  await guest.getByLabel('Last name').fill('Axe')
  await guest.getByLabel('E-mail', { exact: true }).fill('axe@guests.example')
  await guest.getByRole('button', { name: 'Book this table' }).click()
  const own = (await guest.getByRole('link', { name: 'View, change or cancel' }).getAttribute('href'))!
  await guest.context().close()
  await page.context().route('**/book/own/**', async (route) => {
    // Axe comes as a script, which the page itself allows none of.
    const answer = await route.fetch()
    const headers = answer.headers()
    delete headers['content-security-policy']
    await route.fulfill({ response: answer, headers })
  })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const path of ['', '/change', '/cancel', '?done=changed']) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto(`${own}${path}`)
      await noSideways(page)
      await noFindings(page)
    }
  for (const [lang, words] of [
    ['de', 'Ihr Tisch ist reserviert'],
    ['es', 'Su mesa está reservada'],
    ['fr', 'Votre table est réservée'],
    ['nl', 'Uw tafel is gereserveerd'],
  ] as const) {
    await page.goto(`${own}?lang=${lang}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
    await noSideways(page)
  }
  await page.goto('/book/own/AAAAAAAAAAAAAAAAAAAAAA.x')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link leads nowhere')
  await noFindings(page)
})
