import type { Browser, Page } from '@playwright/test'
import { bookingsOf, ownAddress } from './a-booking-page.ts'
import { aDinner, type Dinner, signIn } from './a-dinner.ts'
import { byApi, type Call } from './by-api.ts'
import { expect, type Product, test } from './server.ts'

const guestPage = async (browser: Browser, { url }: Product): Promise<Page> =>
  (await browser.newContext({ locale: 'en-GB', baseURL: url, ...ownAddress() })).newPage()

/** The dinner is sold on a booking page of its own, with one start, and so many covers. */
const soldByPage = async (call: Call, { venueId, name }: Dinner, covers = 10): Promise<void> => {
  const channel = await call<{ id: string }>('POST', '/booking-channels', { name: `${name} page`, type: 'widget' })
  await call('PUT', `/booking-channels/${channel.id}/link-venues`, { venues: [venueId] })
  await call('PUT', `/venues/${venueId}`, { sdkAccess: true })
  const book = await call<{ shifts: object[] }>('GET', `/v1/venues/${venueId}/book`)
  const shifts = book.shifts.map((shift) => ({ ...shift, from: '19:00', lastSeating: '19:00', pacing: { covers, parties: null } }))
  await call('PUT', `/v1/venues/${venueId}/book`, { ...book, shifts })
}

const whoComes = async (guest: Page, lastName: string, email: string): Promise<void> => {
  // Nobody reads a page and fills it in faster.
  await guest.waitForTimeout(1600)
  await guest.getByLabel('First name').fill('Noa')
  await guest.getByLabel('Last name').fill(lastName)
  await guest.getByLabel('E-mail', { exact: true }).fill(email)
}

/** The words of the mail that came last to an address. */
const mailTo = async (call: Call, email: string): Promise<string> => {
  const mailOf = async (): Promise<string | undefined> =>
    (await call<{ id: string; to: string }[]>('GET', '/v1/mailbox?limit=50')).find(({ to }) => to.includes(email))?.id
  await expect.poll(mailOf, { timeout: 30_000 }).toBeDefined()
  return (await call<{ text: string }>('GET', `/v1/mailbox/${(await mailOf())!}`)).text
}

test('WI1: from a full day to a table by the waitlist: joined on the booking page, offered by the host, taken by the link', async ({
  browser,
  page: host,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  await soldByPage(call, dinner, 2)
  const full = await dinner.book('19:00', { firstName: 'Full', lastName: 'House' })
  await call('PUT', `/v1/venues/${dinner.venueId}/waitlist-settings`, { open: true, offerMinutes: 10 })
  const guest = await guestPage(browser, product)
  await guest.goto(`/book/${dinner.venueId}?date=${dinner.date}&party=2`)
  await guest.getByRole('link', { name: 'Join the waitlist for this day' }).click()
  await whoComes(guest, 'Waiting', 'waiting@guests.example')
  await guest.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(guest.getByRole('heading', { name: 'You are on the waitlist' })).toBeVisible()
  // Only who reads the mails of that address gets to his place.
  await guest.goto(new URL(/\S+\/book\/wait\/\S+/.exec(await mailTo(call, 'waiting@guests.example'))![0]).pathname)
  await expect(guest.getByText('You are first in line for this day.')).toBeVisible()

  await signIn(host, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=waitlist`)
  const row = host.locator('[data-wait]').filter({ hasText: 'Waiting' })
  await expect(row.getByText('Noa Waiting')).toBeVisible()
  // From here on the host offers by hand.
  await call('PUT', `/v1/venues/${dinner.venueId}/waitlist-settings`, { open: false, offerMinutes: 10 })
  await dinner.cancel(full.id)
  await row.getByRole('button', { name: 'Offer a place' }).click()
  await expect(row.getByText('Offered', { exact: true })).toBeVisible()

  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'A table for you' })).toBeVisible()
  await guest.getByRole('button', { name: 'Take this table' }).click()
  await expect(guest.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  await expect(guest.getByText('2 guests')).toBeVisible()
  // The house sees it without a reload.
  await expect(host.locator('[data-wait]').filter({ hasText: 'Waiting' }).getByText('Booked', { exact: true })).toBeAttached()
  expect(await bookingsOf(product, 'waiting@guests.example')).toMatchObject([{ status: 'confirmed', source: 'waitlist', partySize: 2 }])
  await guest.context().close()
})

test('WI1: a booking is confirmed by text on the guest’s phone; what he answers there stands with the reservation', async ({
  page: host,
  hub,
  context,
}) => {
  const dinner = await aDinner(hub)
  const call = await byApi(hub)
  await call('PUT', `/venues/${dinner.venueId}`, {
    emailNotices: ['booked', 'canceled'],
    messagePorts: { booked: 'text', canceled: 'text' },
  })
  await dinner.bookOnline('19:00', 2, 'Texter')
  const phone = await context.newPage()
  const said = async (text: string | RegExp): Promise<void> => {
    await expect(async () => {
      await phone.goto(`${hub.phonesUrl}/phones/${encodeURIComponent('+3545812345')}`)
      await expect(phone.locator('.phone li.out').filter({ hasText: text }).last()).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
  }
  const answers = (text: string): Promise<void> => phone.locator('.quick').getByRole('button', { name: text, exact: true }).click()
  await said('your table is booked')

  await signIn(host, hub, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await host.getByRole('row').filter({ hasText: 'Texter' }).first().click()
  await expect(host.getByText(/Text to \+35/)).toBeVisible()
  await answers('1')
  await expect(host.getByText('Guest said: I am coming')).toBeVisible()
  await said('thank you, see you')
  await answers('9')
  await expect(host.getByText('Guest canceled')).toBeVisible()
  await said('is canceled')
  expect(await bookingsOf(hub, 'texter@example.test')).toMatchObject([{ status: 'canceled' }])

  await dinner.bookOnline('20:00', 2, 'Stopper')
  await expect
    .poll(() => phone.reload().then(() => phone.locator('.phone li.out').filter({ hasText: 'your table is booked' }).count()), {
      timeout: 30_000,
    })
    .toBe(2)
  await answers('STOP')
  await said('START')
  await signIn(host, hub, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await host.getByRole('row').filter({ hasText: 'Stopper' }).first().click()
  await expect(host.getByText('Guest wants no more texts')).toBeVisible()
})

test('WI1: a restaurant has bookings of its page confirmed by mail, and few under one contact', async ({
  browser,
  page: host,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  await soldByPage(call, dinner)
  await signIn(host, product, `/venues?id=${dinner.venueId}&tab=website`)
  await host.getByLabel('Confirm by mail within').fill('10')
  await host.getByLabel('Bookings to come per guest').fill('1')
  await host.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(host.getByText('Saved.')).toBeVisible()

  const email = `mail-${dinner.venueId.slice(-8)}@guests.example`
  const guest = await guestPage(browser, product)
  const books = async (): Promise<void> => {
    await guest.goto(`/book/${dinner.venueId}?date=${dinner.date}&party=2`)
    await guest.locator('.times button').first().click()
    await whoComes(guest, 'Mailer', email)
    await guest.getByRole('button', { name: 'Book this table' }).click()
  }
  await books()
  await expect(guest.getByRole('heading', { name: 'One step left: open your mail' })).toBeVisible()
  expect(await bookingsOf(product, email)).not.toMatchObject([{ status: 'confirmed' }])
  await guest.goto(new URL(/\S+\/book\/own\/\S+\/confirm/.exec(await mailTo(call, email))![0]).pathname)
  await guest.getByRole('button', { name: 'Yes, book this table' }).click()
  await expect(guest.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  expect(await bookingsOf(product, email)).toMatchObject([{ status: 'confirmed', source: 'widget' }])

  await books()
  await expect(guest.getByRole('alert')).toContainText('There are enough bookings to come under this e-mail address')
  await expect(guest.getByLabel('Last name')).toHaveValue('Mailer')
  await guest.context().close()
})
