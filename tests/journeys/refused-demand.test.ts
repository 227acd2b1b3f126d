import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Turned away' })

test('RE5: who was turned away is told by rule and time, and each search opens the setting that bound it', async ({ page, product }) => {
  test.slow()
  const dinner = await aDinner(product)
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Llena' }, { partySize: 10, override: true })
  await dinner.searchOnline('13:00', 4)
  await dinner.searchOnline('13:30', 2)
  await dinner.searchOnline('21:10', 30)
  await signIn(page, `/analytics/reservations?venue=${dinner.venueId}&from=${dinner.date}&to=${dinner.date}`, product.adminEmail)
  await expect(async () => {
    await page.reload()
    await expect(card(page)).toContainText('36 covers turned away, in 3 searches.', { timeout: 8000 })
  }).toPass({ timeout: 60_000 })
  const day = new Date(`${dinner.date}T12:00Z`).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
  await expect(card(page)).toContainText(`Opening ${day} lunch would have served up to 6 covers.`)
  const rules = card(page).getByRole('table', { name: 'Turned away: Why' })
  await expect(rules.getByRole('row', { name: /Party too large/ })).toContainText('30')
  await noFindings(page)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
  await wear(page, 'dark')
  await noFindings(page)
  await rules
    .getByRole('row', { name: /Party too large/ })
    .getByRole('button', { name: 'Show searches' })
    .press('Enter')
  await expect(page).toHaveURL(/refused=party_max/)
  const samples = card(page).getByRole('region', { name: 'Searches as they were asked: Party too large' })
  await expect(samples.getByRole('listitem')).toHaveCount(1)
  await samples.getByRole('link', { name: /^Explain/ }).click()
  const preview = page.getByRole('region', { name: 'What a guest would be offered' })
  await expect(preview.getByLabel('Guests')).toHaveValue('30')
  await expect(preview.getByRole('button', { name: '21:00 cannot be booked', pressed: true })).toBeVisible()
  await expect(preview.getByText('Online the largest party is 20.')).toBeVisible()
})

test('RE5: the form of a reservation tells why a time is closed, and leads to the same question in the setup', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Llena' }, { partySize: 10, override: true })
  await signIn(page, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`, product.adminEmail)
  const form = page.getByRole('dialog', { name: 'New reservation' })
  await page.getByRole('button', { name: 'New reservation', exact: true }).first().click()
  await form.getByRole('button', { name: 'Why?' }).press('Enter')
  await expect(form.getByLabel('Closed time')).toHaveValue('19:00')
  await expect(form.getByRole('listitem').filter({ hasText: 'no more guests can arrive at that time (10 of 10)' })).toBeVisible()
  await expect(form.getByText(/^It opens when \d+ covers? (is|are) canceled\.$/)).toBeVisible()
  await noFindings(page)
  await form.getByRole('link', { name: 'Open this question in the setup' }).click()
  const preview = page.getByRole('region', { name: 'What a guest would be offered' })
  await expect(preview.getByRole('button', { name: '19:00 cannot be booked', pressed: true })).toBeVisible()
})
