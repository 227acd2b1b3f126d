import type { Locator, Page } from '@playwright/test'
import { aDinner, signIn } from './a-dinner.ts'
import { expect, test } from './server.ts'

/** What a finger at its middle would hit is the thing itself. */
const isFree = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && (element.contains(hit) || hit.contains(element))
  })
const acts = (page: Page) => page.getByRole('row').getByRole('button', { name: /^(Seat|Complete)$/ })
const coveredActs = (page: Page): Promise<number> =>
  acts(page).evaluateAll((all) => {
    const notices = [...document.querySelectorAll('[aria-live] > [role="status"]')].map((one) => one.getBoundingClientRect())
    const scroller = document.querySelector('.scroll')!.getBoundingClientRect()
    return all.filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const visible = y > scroller.top && y < scroller.bottom
      return visible && notices.some((one) => x > one.left && x < one.right && y > one.top && y < one.bottom)
    }).length
  })

for (const width of [1440, 820, 390])
  test(`notices lie on nothing that is worked with at ${width} pixels`, async ({ page, product }) => {
    const dinner = await aDinner(product)
    await page.setViewportSize({ width, height: 700 })
    for (const number of [1, 2, 3, 4]) await dinner.book('17:00', { firstName: 'Guest', lastName: `Early${number}` })
    for (const minute of ['18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30', '22:00'])
      for (const number of [1, 2]) await dinner.book(minute, { firstName: 'Guest', lastName: `At${minute}-${number}` })
    await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
    for (const number of [1, 2, 3, 4]) {
      await page
        .getByRole('row')
        .filter({ hasText: `Early${number}` })
        .focus()
      await page.keyboard.press('s')
      await expect(page.getByText(`Guest Early${number} is seated`)).toBeVisible()
    }
    expect(await coveredActs(page)).toBe(0)
    await page.keyboard.press('e')
    const form = page.getByRole('dialog', { name: 'Change reservation' })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeVisible()
    await expect(page.getByText('is seated').filter({ visible: true }).first()).toBeVisible()
    await expect.poll(() => isFree(save)).toBe(true)
    await expect.poll(() => isFree(form.getByRole('button', { name: 'Save and tell the guest' }))).toBe(true)
    await expect.poll(() => isFree(form.getByRole('button', { name: 'Close' }))).toBe(true)
  })

for (const width of [1440, 820, 390])
  test(`SH8: the strip that tells of a lost connection is seen whole beside notices and drawer at ${width} pixels`, async ({
    page,
    product,
  }) => {
    const dinner = await aDinner(product)
    await page.setViewportSize({ width, height: 800 })
    await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
    await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
    const row = page.getByRole('row').filter({ hasText: 'Ferreira' })
    await expect(row).toBeVisible()
    // All that the form is made of is here before the line goes.
    await page.keyboard.press('a')
    await expect(page.getByLabel('Last name')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.drawer-panel')).toHaveCount(0)
    await page.context().setOffline(true)
    const strip = page.locator('[data-strip]')
    await expect(strip).toBeVisible()
    await row.focus()
    await page.keyboard.press('s')
    const notice = page.locator('[aria-live] > [role="status"]')
    await expect(notice).toBeVisible()
    // Under the pointer it stays.
    await notice.hover()
    const apart = (one: Locator, other: Locator) =>
      expect
        .poll(async () => {
          const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
          return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        })
        .toBe(true)
    await apart(strip, notice)
    // On a phone the drawer is the whole screen.
    if (width < 800) return
    await page.keyboard.press('a')
    await expect(page.locator('.drawer-panel')).toBeVisible()
    await apart(strip, page.locator('.drawer-panel'))
    await apart(strip, notice)
  })
