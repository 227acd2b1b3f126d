import type { licences } from '@tablewire/contracts/estate/licences'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { langs } from '@tablewire/contracts/kit/wire'
import type { Page } from '@playwright/test'
import { settled } from './every-page.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

const tablet = { width: 820, height: 1180 }
const sizes = [{ width: 390, height: 844 }, tablet, { width: 1440, height: 900 }]

/** Tags that what they stand in cuts off, and do not end in dots themselves. */
const cutTags = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="gridcell"] [data-tone]')]
      .filter((tag) => tag.checkVisibility({ visibilityProperty: true }))
      .filter((tag) => {
        const edge = tag.getBoundingClientRect()
        const cell = tag.closest('[role="gridcell"]')!.getBoundingClientRect()
        const spills = [tag, ...tag.querySelectorAll('*')].some((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
        return spills || edge.right > cell.right + 1 || edge.left < cell.left - 1
      })
      .map((tag) => tag.textContent),
  )

test('SE4: no state is cut in any list, in any language, on a phone, a tablet or a desk', async ({ page, product }) => {
  await signIn(page, '/settings/account', product.adminEmail)
  const { access_token: token } = await tokensOf(page.request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${token}` }
  const me = (await (await page.request.get('/user-me', { headers })).json()) as { data: { id: string } }
  const profile = `/users/${me.data.id}`
  const faults: string[] = []
  for (const lang of langs) {
    expect((await page.request.put(profile, { headers, data: { lang } })).status()).toBe(200)
    for (const path of ['/channel-management', '/licences', '/users', '/booking-channels', '/sync-tasks']) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await settled(page)
        // What was just made wider takes a moment to lay itself out anew.
        await expect
          .poll(() => cutTags(page), { timeout: 5_000 })
          .toEqual([])
          .catch(async () => faults.push(...(await cutTags(page)).map((tag) => `${lang} ${path} ${size.width}: ${tag}`)))
      }
    }
  }
  await page.request.put(profile, { headers, data: { lang: 'en' } })
  expect(faults).toEqual([])
})

test('CH3: a venue with many exceptions shows those there is room for whole, counts the others, and names what runs', async ({
  page,
  product,
}) => {
  await page.route('**/v1/licences?*', async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const answer = await route.fetch()
    const found = (await answer.json()) as Partial<Result<typeof licences.list>>
    // A busy server's refusal, or a page beyond the end, passes as it is.
    const first = found.data?.[0]
    if (!found.data || !first) return route.fulfill({ response: answer })
    const names = ['Reserve with Google', 'Tripadvisor', 'Forkful Guide', 'Concierge desk', 'Our website', 'Table Guide', 'Till & Tray']
    const states = ['error', 'action_required', 'in_review', 'paused', 'rejected', 'live', 'live'] as const
    const sold = names.map((name, at) => ({ id: first.id.slice(0, -1) + at, name, state: states[at]! }))
    return route.fulfill({
      response: answer,
      json: { ...found, data: found.data.with(0, { ...first, channels: sold, metaEnabled: false, listingEnabled: false }) },
    })
  })
  await signIn(page, '/licences', product.adminEmail)
  const row = page.getByRole('grid', { name: 'Licences' }).locator('[data-place="0"]')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settled(page)
    await expect(row.getByText('2 live')).toBeVisible()
    const shown = await row.locator('[data-tone]').filter({ visible: true }).count()
    expect(shown).toBeGreaterThan(0)
    await expect(row).toContainText(`+${5 - shown}`)
    expect(await cutTags(page)).toEqual([])
    await noSideways(page)
  }
  await row.getByText('2 live').hover()
  await expect(page.getByRole('tooltip')).toHaveText('Table GuideTill & Tray')
  await noFindings(page)
  await row.click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(7)
})

test('HU5: on a tablet the filters wait behind one button, and what is chosen stands beside it', async ({ page, product }) => {
  await page.setViewportSize(tablet)
  await signIn(page, '/traces?span=168&flow=hub-channel', product.adminEmail)
  const door = page.getByRole('button', { name: 'Filters', exact: true })
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove filter: Period: 7 days' })).toBeVisible()
  await noFindings(page)
  await door.click()
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Refused')
  await noFindings(page)
  await door.click()
  await page.getByRole('button', { name: 'Remove filter: Direction: Hub → channel' }).click()
  await expect(page).toHaveURL(/\/traces\?(?=.*outcome=refused)(?!.*flow)/)
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveText(['7 days', 'Refused'])
  // Where there is room, the fields themselves say it.
  await page.setViewportSize({ width: 1900, height: 900 })
  await expect(page.getByRole('combobox', { name: 'Outcome' })).toHaveValue('refused')
  await expect(door).toHaveCount(0)
})

test('on a phone, buttons of a choice keep their edge where they begin a line of their own', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/analytics/reservations', product.adminEmail)
  const buttons = page.locator('.MuiToggleButtonGroup-root > button')
  await expect(buttons.first()).toBeVisible()
  const edges = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.MuiToggleButtonGroup-root > button + button')]
      .filter((one) => (one.previousElementSibling as HTMLElement).offsetTop < one.offsetTop)
      .map((one) => getComputedStyle(one))
      .map(({ borderLeftWidth, borderLeftColor }) => Number.parseFloat(borderLeftWidth) > 0 && !/^rgba\(.*, 0\)$/.test(borderLeftColor)),
  )
  expect(edges.length).toBeGreaterThan(0)
  expect(edges).not.toContain(false)
})
