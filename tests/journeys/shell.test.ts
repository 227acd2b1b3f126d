import type { CDPSession, Page } from '@playwright/test'
import { boxOf, choose, mainMenu, noFindings, noSideways, openCustomizer, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const admin = 'admin@tablewire.test'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Swipe = { from: number; to: number; steps: number }
/** A finger from one place to another. */
const swipe = async (cdp: CDPSession, { from, to, steps }: Swipe): Promise<void> => {
  const y = 400
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
  for (let step = 1; step <= steps; step++) {
    const x = from + ((to - from) * step) / steps
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
    await new Promise((resolve) => setTimeout(resolve, 16))
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
/** A fling is a matter of milliseconds, so the finger moves inside the page, where nobody holds its events up. */
const fling = (page: Page, { from, to, steps }: Swipe): Promise<void> =>
  page.evaluate(
    async ({ from: start, to: end, steps: count }) => {
      const target = document.elementFromPoint(start, 400)!
      const send = (type: string, x: number): void => {
        const touch = new Touch({ identifier: 1, target, clientX: x, clientY: 400, pageX: x, pageY: 400 })
        const touches = type === 'touchend' ? [] : [touch]
        target.dispatchEvent(
          new TouchEvent(type, { touches, targetTouches: touches, changedTouches: [touch], bubbles: true, cancelable: true }),
        )
      }
      send('touchstart', start)
      for (let step = 1; step <= count; step++) {
        await new Promise((resolve) => setTimeout(resolve, 12))
        send('touchmove', start + ((end - start) * step) / count)
      }
      send('touchend', end)
    },
    { from, to, steps },
  )
const drawnIn = (page: Page) => page.evaluate(() => document.querySelector('.MuiDrawer-paper')?.getBoundingClientRect().left)

test.describe('by finger', () => {
  test.use(phone)

  test('SH3: the drawer comes with a swipe that begins within 20 pixels of the edge, and goes with one back', async ({ page }) => {
    await signIn(page, '/settings/account', admin)
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    const cdp = await page.context().newCDPSession(page)
    await swipe(cdp, { from: 60, to: 320, steps: 12 })
    await page.waitForTimeout(400)
    await expect(mainMenu(page)).toBeHidden()
    await swipe(cdp, { from: 6, to: 300, steps: 12 })
    await expect(mainMenu(page)).toBeVisible()
    await expect.poll(() => drawnIn(page)).toBe(0)
    // Not far and not fast: it stays. Beyond the hysteresis of 0.52 it goes.
    await swipe(cdp, { from: 250, to: 170, steps: 40 })
    await expect.poll(() => drawnIn(page)).toBe(0)
    await swipe(cdp, { from: 250, to: 60, steps: 40 })
    await expect(mainMenu(page)).toBeHidden()
  })

  test('SH3: a fling faster than 450 pixels a second closes it, however short', async ({ page }) => {
    await signIn(page, '/settings/account', admin)
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect.poll(() => drawnIn(page)).toBe(0)
    await fling(page, { from: 250, to: 150, steps: 5 })
    await expect(mainMenu(page)).toBeHidden()
  })
})

test('SH7: the app bar shows below lg only, 64 high', async ({ page }) => {
  await signIn(page, '/settings/account', admin)
  const bar = page.locator('header:has([aria-label="Open menu"])')
  await expect(mainMenu(page)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.setViewportSize({ width: 1199, height: 850 })
  expect((await boxOf(bar)).height).toBe(64)
})

test('SH2: Escape and the backdrop close the drawer, a link leads on and closes it', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 })
  await signIn(page, '/settings/account', admin)
  const menuButton = page.getByRole('button', { name: 'Open menu' })
  await menuButton.click()
  await noFindings(page)
  await page.keyboard.press('Escape')
  await expect(mainMenu(page)).toBeHidden()
  await expect(menuButton).toBeFocused()
  await menuButton.click()
  await page.mouse.click(700, 400)
  await expect(mainMenu(page)).toBeHidden()
  await menuButton.click()
  await mainMenu(page).getByRole('link', { name: 'Reservation List' }).click()
  await expect(page).toHaveURL(/\/reservations/)
  await expect(mainMenu(page)).toBeHidden()
})

test('SH8: the keys work below lg as well, where the closed menu waits in the page', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 })
  await signIn(page, '/settings/account', admin)
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(mainMenu(page)).toBeVisible()
  // An open menu has the keyboard to itself.
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await expect(mainMenu(page)).toBeHidden()
  await expect(keys).toHaveCount(0)
})

/** The server has the look with that in it. */
const kept = (page: Page, text: string): Promise<unknown> =>
  page.waitForResponse((answer) => answer.request().postData()?.includes(text) === true && answer.ok())

for (const width of [390, 320])
  test(`SH5: at ${width} pixels the gear covers nothing, with an app bar and without`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    await signIn(page, '/settings/account', admin)
    const gear = page.getByRole('button', { name: 'Customize the look' })
    // Whatever of the page is read, pressed or written into.
    const covered = () =>
      gear.evaluate((element) => {
        const own = element.getBoundingClientRect()
        return [...document.querySelectorAll('main :is(a, button, input, select, label, h1, p)')]
          .filter((other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect()
            return left < own.right && right > own.left && top < own.bottom && bottom > own.top
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 80))
      })
    expect(await covered()).toEqual([])
    // In the bar, below which the page goes away.
    await expect(page.getByRole('banner').filter({ has: gear })).toBeVisible()
    const panel = await openCustomizer(page)
    const hidden = kept(page, '"appBar":"hidden"')
    await choose(panel, 'AppBar Type', 'Hidden')
    await page.keyboard.press('Escape')
    await expect(gear).toBeFocused()
    expect(await covered()).toEqual([])
    await noSideways(page)
    await hidden
    // It goes away with the head of the page.
    await page.evaluate(() => scrollTo(0, 400))
    await expect(gear).not.toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    // Whoever comes next has the bar again: a page that is closed at once takes what it has not sent along.
    const back = kept(page, '"appBar":"fixed"')
    await choose(await openCustomizer(page), 'AppBar Type', 'Fixed')
    await back
  })

test('SH4: the way back to the top does not lie on Save', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signIn(page, '/settings/restaurant-setup', admin)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeVisible()
  await page.evaluate(() => scrollTo(0, 500))
  const toTop = page.getByRole('button', { name: 'Back to top' })
  await expect(toTop).toBeVisible()
  expect((await boxOf(toTop)).bottom).toBeLessThan((await boxOf(save)).top)
})

test('SH1, SH5: at 320 pixels, which is also 400 % zoom, nothing is cut off, the customizer included', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await signIn(page, '/settings/account', admin)
  await noSideways(page)
  const panel = await openCustomizer(page)
  await noSideways(page)
  // To a hair, while it still comes in.
  expect((await boxOf(panel)).width).toBeCloseTo(320, 1)
  const last = panel.getByRole('switch', { name: 'RTL' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await last.focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const out = mainMenu(page).getByRole('button', { name: 'Sign out' })
  await out.scrollIntoViewIfNeeded()
  await expect(out).toBeInViewport()
})
