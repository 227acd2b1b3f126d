import type { Page } from '@playwright/test'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, type Product, test } from './server.ts'

type Booked = { id: string; reference: string }

const call = async (product: Product, [method, path]: [string, string], { headers, body }: { headers: object; body?: unknown }) => {
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as never
}

/** A partner of its own, connected to one venue, books a table there; given back by its cancelation. */
const partnerBooks = async (product: Product, name: string) => {
  const password = {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    username: product.adminEmail,
    password: product.adminPassword,
  }
  const session: { access_token: string } = await call(product, ['POST', '/v2/token'], { headers: {}, body: password })
  const headers = { authorization: `Bearer ${session.access_token}` }
  const channels: { data: { id: string; name: string }[] } = await call(product, ['GET', '/booking-channels?limit=50'], { headers })
  const guide = channels.data.find((one) => one.name === 'Forkful Guide')!
  const rotated: { data: { xToken: string } } = await call(product, ['POST', `/booking-channels/${guide.id}/rotate-token`], {
    headers,
    body: {},
  })
  const bc = { headers: { 'x-token': rotated.data.xToken } }
  const venues: { data: { id: string }[] } = await call(product, ['GET', '/v1/bc/venues?limit=20'], bc)
  const soon = Math.floor(Date.now() / 86_400_000) * 86_400 + 18 * 3600
  const contact = { firstname: 'Tracy', lastname: name, email: 'tracy.way@example.test', telephone: '34600111222' }
  for (const venue of venues.data)
    for (let day = 2; day < 6; day++) {
      const { slots }: { slots?: { startSec: number }[] } = await call(
        product,
        ['GET', `/v1/bc/availability?venueId=${venue.id}&date=${soon + day * 86_400}&partySize=2`],
        bc,
      )
      for (const slot of slots ?? []) {
        const body = { venueId: venue.id, partySize: 2, date: slot.startSec, contact, notes: 'By the window' }
        const booked: Booked = await call(product, ['POST', '/v1/bc/booking'], { ...bc, body })
        if (booked.reference)
          return {
            ...booked,
            cancel: () => call(product, ['PUT', `/v1/bc/booking/${booked.id}/cancel`], { ...bc, body: { cancelActor: 'user' } }),
          }
      }
    }
  throw new Error('no venue of the guide has a table')
}

const rows = (page: Page) => page.getByRole('grid').locator('[data-place]')

test('HU5: a booking is found by its reference, and what was said of it names no guest', async ({ page, product }) => {
  const booked = await partnerBooks(product, 'Trace')
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
  const booked = await partnerBooks(product, 'Journey')
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
  const line = page.getByRole('listitem').filter({ hasText: 'Concierge desk' })
  await expect(line).toContainText('No calls in the last 24 hours.')
  await noFindings(page)
  await line.getByRole('link', { name: 'Traces' }).click()
  await expect(page.getByRole('heading', { name: 'Traces', level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Channel' })).toHaveValue(/.{36}/)
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(line).toBeVisible()
  await noSideways(page)
})
