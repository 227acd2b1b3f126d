import type { Page } from '@playwright/test'
import { aDinner, signIn } from './a-dinner.ts'
import { noFindings } from './frame.ts'
import { expect, test } from './server.ts'

const phone = { width: 390, height: 844 }
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('on a phone the list begins after three lines of controls, and its rows hold the next step', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  await page.setViewportSize(phone)
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  const ana = row(page, 'Ana Ferreira')
  await expect(ana).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Reservations' })
  await expect.poll(async () => (await grid.boundingBox())!.y).toBeLessThan(262)
  await noFindings(page)
  await ana.getByRole('button', { name: 'Seat' }).click()
  await expect(ana.getByText('Seated')).toBeVisible()
  // The list stays: no details came over it.
  await expect(page.getByRole('dialog', { name: 'Reservation details' })).toHaveCount(0)
})

test('a short list says what the evening comes to, and the day view opens at its first party', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('21:00', { firstName: 'Ana', lastName: 'Ferreira' })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  const evening = page.getByRole('region', { name: 'The evening in numbers' })
  await expect(evening.getByText('Fullest at 21:00')).toBeVisible()
  await expect(evening.getByText(/^\d+ of \d+ seats$/)).toBeVisible()
  await expect(evening.getByText('Next free for 2')).toBeVisible()
  await noFindings(page)
  await page.setViewportSize({ width: 900, height: 700 })
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Day' }).click()
  await expect(page.getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeInViewport({ ratio: 1 })
})

test('the list of shortcuts is grouped and shown whole', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await expect(page.getByRole('button', { name: 'New reservation', exact: true }).first()).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByRole('heading', { name: 'In the list' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Everywhere' })).toBeVisible()
  const hidden = await dialog.evaluate((one) =>
    [...one.querySelectorAll('*')].reduce((most, { scrollHeight, clientHeight }) => Math.max(most, scrollHeight - clientHeight), 0),
  )
  expect(hidden).toBeLessThan(4)
})

test('on a phone the week of Restaurant Setup is a list of days, each shift with its whole name and times', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await page.setViewportSize(phone)
  await signIn(page, product, `/settings/restaurant-setup?venue=${dinner.venueId}`)
  const monday = page.getByRole('region', { name: 'Monday' })
  await expect(monday.getByRole('button', { name: /\d\d:\d\d–\d\d:\d\d/ }).first()).toBeVisible()
  const cut = await monday
    .locator('.name, .times')
    .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length)
  expect(cut).toBe(0)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone })
  test('what is touched in the list and in the day view is 44 pixels high and wide', async ({ page, product }) => {
    const dinner = await aDinner(product)
    await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
    await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
    await expect(row(page, 'Ana Ferreira')).toBeVisible()
    const sizeOf = async (name: string): Promise<boolean[]> => {
      const box = (await page.getByRole('button', { name }).first().boundingBox())!
      return [box.width >= 44, box.height >= 44]
    }
    expect(await sizeOf('Seat')).toEqual([true, true])
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Day' }).click()
    await page.getByRole('group', { name: 'Phase' }).getByRole('button', { name: 'Service' }).click()
    await expect(page.getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeVisible()
    expect(await sizeOf('Seat : Ana Ferreira')).toEqual([true, true])
    expect(await sizeOf('What can be done with Ana Ferreira')).toEqual([true, true])
  })
})
