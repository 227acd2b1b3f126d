import type { Page } from '@playwright/test'
import { partnerBooks } from './a-partner.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const rows = (page: Page) => page.getByRole('grid').locator('[data-place]')

test('HU5: a booking is found by its reference, and what was said of it names no guest', async ({ page, product }) => {
  const booked = await partnerBooks(product, { channel: 'Forkful Guide', lastName: 'Trace' })
  await signIn(page, '/traces', product.adminEmail)
  await page.getByRole('searchbox', { name: 'Any id of a booking or request' }).fill(booked.reference)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().click()
  const panel = page.locator('[data-panel]')
  await expect(panel.getByRole('heading', { name: 'Book', exact: true })).toBeVisible()
  await expect(panel.getByLabel('Asked: Body')).toContainText('t***@e***.test')
  await expect(panel).not.toContainText('Tracy')
  await noFindings(page)
  await page.keyboard.press('Escape')
  await booked.cancel()
  // Hops are written a moment after they happened.
  await expect(async () => {
    await page.reload()
    await expect(rows(page)).toHaveCount(2, { timeout: 2000 })
  }).toPass()
  await expect(rows(page)).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await noSideways(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await noSideways(page)
})

test('RE5: a reservation shows the way it came, with what was said on demand', async ({ page, product }) => {
  const booked = await partnerBooks(product, { channel: 'Forkful Guide', lastName: 'Journey' })
  await signIn(page, `/reservations?date=any&id=${booked.id}`, product.adminEmail)
  await page.getByRole('button', { name: 'Show how it came here and where it went' }).click()
  const hop = page.getByRole('button', { name: /^Book Done Forkful Guide → Hub/ })
  await hop.click()
  await expect(page.getByLabel('Asked: Body')).toContainText('*** (13)')
  await expect(page.getByLabel('Answered: Body')).toContainText(booked.reference)
  await noFindings(page)
  await hop.click()
  await expect(page.getByLabel('Asked: Body')).toHaveCount(0)
  await booked.cancel()
})

test('HU5: the health of connections says how each is doing and opens its list', async ({ page, product }) => {
  await signIn(page, '/connection-health', product.adminEmail)
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
  // Channels nobody called within the day are a count, and opened on demand.
  const quiet = page.getByRole('region', { name: 'Channels' }).getByText(/^\d+ quiet$/)
  await expect(quiet).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: 'Concierge desk' }).last()
  await quiet.click()
  await expect(line).toContainText('No searches, look-ups, bookings or changes in the last 24 hours.')
  await noFindings(page)
  await line.getByRole('link', { name: 'Traces' }).click()
  await expect(page.getByRole('heading', { name: 'Traces', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter: Channel: Concierge desk' })).toBeVisible()
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  await quiet.click()
  await expect(line).toBeVisible()
  await noSideways(page)
})
