import { axeFindings } from './axe.ts'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

/** Each list of the back office with what it asks for. */
const asked = {
  '/users': '**/users?*',
  '/audit': '**/v1/audit?*',
  '/venues': '**/venues?*',
  '/licences': '**/v1/licences?*',
  '/traces': '**/v1/traces?*',
  '/channel-management': '**/v1/channel-links?*',
  '/booking-channels': '**/booking-channels?*',
  '/systems': '**/v1/systems?*',
  '/sync-tasks': '**/v1/sync-tasks?*',
  '/companies': '**/companies?*',
  '/groups': '**/groups?*',
  '/customers': '**/customers?*',
  '/import': '**/v1/imports?*',
}

test('Look: axe finds nothing in any list whose rows are still under way', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signInAt(page, { origin: product.url, email: product.adminEmail, path: '/settings/account' })
  for (const [path, calls] of Object.entries(asked)) {
    // Asked and never answered; the page itself has the same address.
    await page.route(calls, (route) => (route.request().resourceType() === 'document' ? route.continue() : undefined))
    await page.goto(path)
    await expect(page.locator('.grid[aria-busy="true"] output').first(), path).toBeAttached()
    expect(await axeFindings(page), path).toEqual([])
    await page.unroute(calls)
  }
})
