import type { Browser, Page } from '@playwright/test'
import { bookingsOf, ownAddress, readyVenue } from './a-booking-page.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

/** The page waits for people: nobody fills in who he is within a moment. */
const read = (page: Page): Promise<void> => page.waitForTimeout(1600)

const fillIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('First name').fill('Noa')
  await page.getByLabel('Last name').fill('Vidal')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
}
const chooseTime = async (page: Page): Promise<void> => {
  await page.locator('.times button').first().click()
  await expect(page.getByText('We are holding the table for you until')).toBeVisible()
}
const plainPage = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB', ...ownAddress(), ...(baseURL ? { baseURL } : {}) })).newPage()

test('WI1: without script a guest finds a time, is held a place, says who he is and has a table', async ({ browser, product }) => {
  const venue = await readyVenue(product)
  const page = await plainPage(browser, product.url)
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await page.getByLabel('Guests').selectOption('3')
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page.getByLabel('Guests')).toHaveValue('3')
  await chooseTime(page)
  const form = page.url()
  await read(page)
  await fillIn(page, 'plain@guests.example')
  await page.getByRole('textbox', { name: /Phone/ }).fill('12')
  // Another language, and back: nothing is booked, and nothing has to be typed again.
  await page.getByRole('button', { name: 'Nederlands' }).click()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Noa')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Book this table' }).click()
  // What was typed is still there, and what is wrong is said at its field.
  await expect(page.getByLabel('First name')).toHaveValue('Noa')
  await expect(page.getByText('This is not a phone number that can be called')).toBeVisible()
  await page.getByRole('textbox', { name: /Phone/ }).fill('')
  await page.getByRole('button', { name: 'Book this table' }).click()
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  const reference = await page.locator('.reference').textContent()
  expect(await bookingsOf(product, 'plain@guests.example')).toEqual([{ reference, status: 'confirmed', source: 'widget', partySize: 3 }])
  // Back at the form, as by a bookmark or a restored tab.
  await page.goto(form)
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  await page.context().close()
})

test('WI1: with script the page goes on without being loaded, survives a reload, and books once however often it is pressed', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await page.evaluate(() => Object.assign(window, { still: true }))
  await page.getByLabel('Guests').selectOption('4')
  await expect(page).toHaveURL(/party=4/)
  await chooseTime(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText(/\(\d+:\d\d left\)/)).toBeVisible()
  expect(await page.evaluate(() => 'still' in window)).toBe(true)
  await page.reload()
  await expect(page.getByText(/\(\d+:\d\d left\)/)).toBeVisible()
  await read(page)
  await fillIn(page, 'eager@guests.example')
  await page.getByRole('button', { name: 'Book this table' }).evaluate((button: HTMLButtonElement) => {
    for (let count = 0; count < 3; count++) button.click()
  })
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  expect(await bookingsOf(product, 'eager@guests.example')).toHaveLength(1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
})

test('WI1: another time, Back, Forward and a reload empty nothing that was typed; once it is booked it is gone', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await chooseTime(page)
  await fillIn(page, 'typed@guests.example')
  await page.getByLabel(/Allergies/).fill('Nuts')
  await page.getByLabel(/Occasion/).selectOption('birthday')
  await page.getByRole('checkbox').check()
  const kept = async (): Promise<void> => {
    await expect(page.getByLabel('First name')).toHaveValue('Noa')
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('typed@guests.example')
    await expect(page.getByLabel(/Allergies/)).toHaveValue('Nuts')
    await expect(page.getByLabel(/Occasion/)).toHaveValue('birthday')
    await expect(page.getByRole('checkbox')).toBeChecked()
  }
  await page.reload()
  await kept()
  await page.goBack()
  await expect(page.locator('.times button').first()).toBeVisible()
  await page.goForward()
  await kept()
  await page.getByRole('link', { name: 'Choose another time' }).click()
  await page.locator('.times button').last().click()
  await kept()
  await read(page)
  await page.getByRole('button', { name: 'Book this table' }).click()
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('typed@guests.example')
  await page.getByRole('link', { name: /another/i }).click()
  await chooseTime(page)
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('WI1: a time pressed before those for another party have come holds nothing for the old one', async ({ page, product }) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  // A slow line: the new times are not there yet.
  await page.route('**/book/*?*party=4*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await route.continue()
  })
  await page.getByLabel('Guests').selectOption('4')
  await page.locator('.times button').first().click()
  await expect(page.getByRole('alert')).toHaveText(/You have chosen something else/)
  await expect(page.getByLabel('Guests')).toHaveValue('4')
  await chooseTime(page)
  await expect(page.locator('.summary')).toContainText('4 guests')
})

test('WI1: an outage while the details are sent ends in one booking', async ({ page, product }) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await chooseTime(page)
  await read(page)
  await fillIn(page, 'outage@guests.example')
  let lost = 0
  // Taken, and its answer lost on the way; then no connection at all.
  await page.route('**/details*', async (route) => {
    if (route.request().method() !== 'POST' || lost >= 2) return route.continue()
    lost++
    if (lost === 1) await route.fetch({ maxRedirects: 0 })
    return route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: 'Book this table' }).click()
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  expect(lost).toBe(2)
  expect(await bookingsOf(product, 'outage@guests.example')).toHaveLength(1)
})

test('WI1: every step is well for whoever cannot see it, light and dark, narrow and turned round', async ({ page, product }) => {
  const venue = await readyVenue(product)
  await page.setViewportSize({ width: 320, height: 640 })
  const well = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await noFindings(page)
    }
    await noSideways(page)
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await noSideways(page)
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  }
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await well()
  await page.goto(`/book/${venue.id}?party=99`)
  await expect(page.getByText(/seated by arrangement|cannot be booked online/)).toBeVisible()
  await well()
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await chooseTime(page)
  await well()
  await page.getByRole('button', { name: 'Book this table' }).evaluate((button: HTMLButtonElement) => (button.form!.noValidate = true))
  await page.getByRole('button', { name: 'Book this table' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await well()
  await fillIn(page, 'well@guests.example')
  await read(page)
  await page.getByRole('button', { name: 'Book this table' }).click()
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  await well()
  await page.goto('/book/nobody')
  await well()
})

test('WI1: a day is found in the calendar by keyboard, and one without tables says why', async ({ page, product }) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}?date=${venue.date}`)
  await page.getByRole('button', { name: 'Choose in the calendar' }).press('Enter')
  const grid = page.getByRole('grid')
  await expect(grid.locator('[data-day][tabindex="0"]')).toBeFocused()
  const title = (await page.locator('#month').textContent())!
  await page.keyboard.press('PageDown')
  await expect(page.locator('#month')).not.toHaveText(title)
  const first = grid.getByRole('link', { name: /^\S+ 1 / })
  await expect(first).toBeVisible()
  await expect(grid.locator('[data-day][tabindex="0"]')).toBeFocused()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(grid.getByRole('link', { name: /^\S+ 8 / })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await noFindings(page)
  const free = grid.getByRole('link', { name: /tables free/ }).first()
  const day = (await free.getAttribute('data-day'))!
  await free.press('Enter')
  await expect(page).toHaveURL(new RegExp(`date=${day}`))
  await expect(page.locator('.times button').first()).toBeVisible()
  // Without script the same month is links.
  const plain = await plainPage(page.context().browser()!, product.url)
  await plain.goto(`/book/${venue.id}?date=${venue.date}&month=${day.slice(0, 7)}`)
  await expect(
    plain
      .getByRole('grid')
      .getByRole('link', { name: /tables free/ })
      .first(),
  ).toHaveAttribute('href', new RegExp(day))
  await plain.context().close()
})

test('WI1: the page speaks five languages', async ({ page, product }) => {
  const venue = await readyVenue(product)
  for (const [lang, button] of [
    ['de', 'Uhrzeiten anzeigen'],
    ['fr', 'Voir les horaires'],
    ['es', 'Ver horas'],
    ['nl', 'Tijden tonen'],
    ['en', 'Show times'],
  ] as const) {
    await page.goto(`/book/${venue.id}?lang=${lang}`)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
  }
  await chooseTime(page)
  await page.getByLabel('First name').fill('Noa')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  // What is typed goes along.
  await expect(page.getByLabel('Vorname')).toHaveValue('Noa')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('WI1: the venue’s page in the portal leads to its booking page', async ({ page, product }) => {
  const venue = await readyVenue(product)
  await signIn(page, `/venues?id=${venue.id}`, product.adminEmail)
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open booking page' }).click()])
  await expect(opened.getByRole('heading', { name: `Book a table at ${venue.name}` })).toBeVisible()
})

test('WI1: where very many came from one address the browser works for its place, and the guest only waits a moment', async ({
  page,
  product,
}) => {
  const venue = await readyVenue(product)
  await page.goto(`/book/${venue.id}?date=${venue.date}&party=1`)
  const at = await page.locator('.times button').last().getAttribute('value')
  // All holds of this address go on counting; what they keep is given back.
  const answers = await page.evaluate(
    async ({ action, start }) => {
      const statuses: number[] = []
      for (let count = 0; count < 14; count++) {
        const body = new URLSearchParams({ party: '1', at: start! })
        statuses.push((await fetch(action, { method: 'POST', body, headers: { accept: 'application/json' } })).status)
      }
      return statuses
    },
    { action: `/book/${venue.id}/hold`, start: at },
  )
  expect(answers.at(-1)).toBe(429)
  await page.locator('.times button').first().click()
  await expect(page.getByText('We are holding the table for you until')).toBeVisible()
})
