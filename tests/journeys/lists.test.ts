import type { Page } from '@playwright/test'
import { partnerBooks } from './a-partner.ts'
import { expect, type Hub, test } from './server.ts'
import { signInAt } from './session-steps.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

/** A booking of the partner whose endpoint hears of it, and a second endpoint that hears of nothing: nobody verified it. */
const aDelivery = async (hub: Hub) => {
  const booked = await partnerBooks(hub, { channel: 'Table Guide (sandbox)', lastName: 'Delivered' })
  const { channelId, headers } = booked
  const url = `https://quiet-${booked.reference.toLowerCase()}.tablewire-journey.com/bookings`
  const answer = await fetch(`${hub.url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ channelId, url }),
  })
  expect(answer.status).toBe(201)
  const { data } = (await answer.json()) as { data: { id: string } }
  return {
    ...booked,
    url,
    path: `/booking-channels?id=${channelId}&tab=webhooks`,
    giveBack: async (): Promise<void> => {
      await fetch(`${hub.url}/v1/webhooks/endpoints/${data.id}`, { method: 'DELETE', headers })
      await booked.cancel()
    },
  }
}
const deliveries = (page: Page) => page.getByRole('grid', { name: 'Deliveries' })

const aSyncTask = async (page: Page, { url }: Hub, headers: { authorization: string }): Promise<void> => {
  const systems = (await (await page.request.get(`${url}/v1/systems`, { headers })).json()) as { data: { id: string; name: string }[] }
  const { id } = systems.data.find(({ name }) => name === 'Sandbox Reservations')!
  expect((await page.request.post(`${url}/v1/systems/${id}/sync-tasks`, { headers, data: { kind: 'health' } })).status()).toBe(201)
}

/** What of a list's heads lies beyond its edge, where nobody reaches it. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="grid"]')].flatMap((grid) => {
      const { right } = grid.getBoundingClientRect()
      const heads = [...grid.querySelectorAll('[role="columnheader"]')]
      return heads
        .filter((head) => head.getBoundingClientRect().right > right + 0.5)
        .map((head) => `${innerWidth}: ${head.textContent} ${Math.round(head.getBoundingClientRect().right - right)} px`)
    }),
  )

/** Closer together where columns come and go; ever narrower, so that a list that did not follow yet cannot pass for one that fits. */
const widths = [1440, 1360, 1280, 1200, ...Array.from({ length: 15 }, (_, step) => 1120 - step * 40)]

test('no column of a list lies beyond its edge, however wide the window is', async ({ page, hub }) => {
  test.slow()
  const made = await aDelivery(hub)
  await aSyncTask(page, hub, made.headers)
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: '/sync-tasks' })
  for (const path of ['/sync-tasks', '/traces?span=720', '/booking-channels', made.path, '/systems', '/users', '/audit']) {
    await page.setViewportSize({ width: widths[0]!, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('grid').locator('[data-place]').first(), path).toBeVisible()
    const found: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // A list follows the room it has within a few frames.
      await expect
        .poll(() => beyond(page))
        .toEqual([])
        .catch(async () => found.push(...(await beyond(page))))
    }
    expect(found, path).toEqual([])
  }
  await made.giveBack()
})

/** Words of a row that stand outside the cell they belong to, and so over those of another column. */
const outsideTheirCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="gridcell"]')].flatMap((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return [...cell.querySelectorAll('*')]
        .filter((part) => part.textContent !== '' && part.getClientRects().length > 0)
        .filter((part) => part.getBoundingClientRect().left < left - 1 || part.getBoundingClientRect().left > right + 1)
        .map((part) => part.textContent ?? '')
    }),
  )

test('what a row says stands in the cell of its column', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAt(page, { origin: product.url, email: product.adminEmail, path: '/reservations' })
  await expect(page.locator('[data-reservation] [role="gridcell"]').first()).toBeVisible()
  await expect.poll(() => outsideTheirCells(page)).toEqual([])
})

test('HU3: deliveries are filtered by endpoint, and an endpoint is changed without touching the filter', async ({ page, hub }) => {
  const made = await aDelivery(hub)
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: made.path })
  // Two words of it: that it was made, and that it changed.
  const row = deliveries(page).getByRole('row').filter({ hasText: made.reference }).first()
  const filter = page.getByRole('combobox', { name: 'Everywhere' })
  await expect(row).toBeVisible()
  await filter.selectOption({ label: made.url })
  await expect(page.getByText('Nothing was sent')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: `More for ${made.url}` }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('dialog', { name: 'Change endpoint' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: `More for ${made.url}` }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await expect(page.getByRole('dialog', { name: 'Change endpoint' })).toBeVisible()
  // Behind the dialog.
  await expect(page.getByRole('combobox', { name: 'Everywhere', includeHidden: true })).toHaveValue('')
  await made.giveBack()
})

test('HU3: a delivery that could not be sent again stays chosen, and nobody is told that it was', async ({ page, hub }) => {
  const made = await aDelivery(hub)
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: made.path })
  // Two words of it: that it was made, and that it changed.
  const row = deliveries(page).getByRole('row').filter({ hasText: made.reference }).first()
  let busy = true
  const asked: string[] = []
  await page.route('**/replay', (route) => {
    asked.push(route.request().url())
    return busy ? route.fulfill({ status: 503, json: { code: 'server.busy', message: 'busy' } }) : route.continue()
  })
  await row.getByRole('checkbox').check()
  const again = page.getByRole('button', { name: 'Send 1 again' })
  await again.click()
  await expect(page.getByText(/busy/i).first()).toBeVisible()
  await expect(deliveries(page).getByRole('row', { selected: true })).toHaveCount(1)
  await expect(page.getByText(/^Sent again/)).toHaveCount(0)
  busy = false
  await again.click()
  await expect(page.getByText('Sent again: 1')).toBeVisible()
  await expect(again).toHaveCount(0)
  // Only the endpoint to which it goes is asked, not the channel's other one.
  expect(new Set(asked).size).toBe(1)
  await made.giveBack()
})

test('HU5: details beside the list are closed by key, and whoever stops or repeats a task goes on where he was', async ({ page, hub }) => {
  const { headers, cancel } = await partnerBooks(hub, { channel: 'Table Guide (sandbox)', lastName: 'Keys' })
  await aSyncTask(page, hub, headers)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: '/sync-tasks' })
  const row = page.getByRole('grid').locator('[data-place="0"]')
  const panel = page.locator('[data-panel]')
  await row.focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Run again' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Show that task' })).toBeVisible()
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(row).toBeFocused()
  await page.goto('/traces?span=720')
  await row.click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(row).toBeFocused()
  await cancel()
})

test('the keys lead to the end of a list nobody has scrolled through, and back', async ({ page, hub }) => {
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: '/reservations?date=any' })
  const grid = page.getByRole('grid')
  const place = (index: number) => grid.locator(`[data-place="${index}"]`)
  await place(0).focus()
  const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount')) - 1
  const focused = async (): Promise<number> => Number(await grid.locator('[data-place]:focus').getAttribute('data-place'))
  // More than the server gives at once, so that its end is not there yet.
  expect(await rows()).toBeGreaterThan(400)
  await page.keyboard.press('End')
  // Bookings go on coming meanwhile.
  await expect.poll(async () => Math.abs((await rows()) - 1 - (await focused()))).toBeLessThan(5)
  const last = await focused()
  await page.keyboard.press('PageUp')
  await expect(place(last - 10)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(place(0)).toBeFocused()
})
