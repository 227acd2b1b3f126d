import { ownAddress, readyVenue } from './a-booking-page.ts'
import { byApi } from './by-api.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test('WI1: a guest asks what is stored about him and is forgotten; the receipt says so', async ({ browser, page: house, product }) => {
  const email = 'forget@guests.example'
  const venue = await readyVenue(product, new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB', baseURL: product.url, ...ownAddress() })
  const guest = await context.newPage()
  await guest.goto(`/book/${venue.id}?date=${venue.date}&party=2`)
  await guest.locator('.times button').last().click()
  await guest.waitForTimeout(1600)
  await guest.getByLabel('First name').fill('Fiona')
  await guest.getByLabel('Last name').fill('Forgetme')
  await guest.getByLabel('E-mail', { exact: true }).fill(email)
  await guest.getByRole('checkbox').first().check()
  await guest.getByRole('button', { name: 'Book this table' }).click()
  await expect(guest.getByRole('link', { name: 'View, change or cancel' })).toBeVisible()
  const own = (await guest.getByRole('link', { name: 'View, change or cancel' }).getAttribute('href'))!

  await signIn(house, '/guest-data', 'admin@tablewire.test')
  const contact = house.getByLabel('E-mail address or telephone number')
  await contact.fill('nobody')
  await house.getByRole('button', { name: 'Show what is stored' }).click()
  await expect(house.getByText('Enter an e-mail address, or a telephone number')).toBeVisible()
  await contact.fill('nobody@guests.example')
  await house.getByRole('button', { name: 'Show what is stored' }).click()
  await expect(house.getByText('Nothing is stored about this guest')).toBeVisible()
  await contact.fill(email)
  await house.getByRole('button', { name: 'Show what is stored' }).click()
  await expect(house.getByText('Fiona Forgetme').first()).toBeVisible()
  await expect(house.getByText('To come', { exact: true })).toBeVisible()
  await expect(house.getByText(/en-[0-9a-f]{12}/)).toBeVisible()
  await noFindings(house)
  for (const width of [390, 820, 1440]) {
    await house.setViewportSize({ width, height: 900 })
    await noSideways(house)
  }

  await house.getByRole('button', { name: 'Erase this guest …' }).click()
  const dialog = house.getByRole('dialog', { name: 'Erase this guest for good?' })
  await expect(dialog.getByRole('alert')).toContainText('Cancel them first')
  await house.keyboard.press('Escape')
  await guest.goto(`${own}/cancel`)
  await guest.getByRole('button', { name: 'Yes, cancel the booking' }).click()
  await expect(guest.getByRole('heading', { name: 'This booking is canceled' })).toBeVisible()

  await house.getByRole('button', { name: 'Show what is stored' }).click()
  await expect(house.getByText('To come', { exact: true })).toBeHidden()
  await house.getByRole('button', { name: 'Erase this guest …' }).click()
  await expect(dialog.getByRole('button', { name: 'Erase for good' })).toBeDisabled()
  await dialog.getByRole('textbox').fill(email.toUpperCase())
  await noFindings(house)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(house.getByText('Fiona Forgetme')).toHaveCount(0)
  // Our own page is this hub, which nobody has to ask.
  await expect(house.getByText('All have answered')).toBeVisible()
  await noFindings(house)

  // The booking stands, without whose it was.
  const call = await byApi(product)
  expect(await call<object[]>('GET', `/v1/reservations?q=${encodeURIComponent(email)}`)).toEqual([])
  await guest.goto(own)
  await expect(guest.getByRole('heading', { name: 'This booking is canceled' })).toBeVisible()
  await context.close()
})
