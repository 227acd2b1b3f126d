import type { Page } from '@playwright/test'
import { runKey } from '../../portal/src/api/stored-session.ts'
import { boxOf } from './frame.ts'
import { expect, test } from './server.ts'
import { signInAt, storageKey } from './session-steps.ts'

// It would give the page its scripts, and they are to be late.
test.use({ serviceWorkers: 'block' })

type Look = Readonly<Record<string, unknown>>
/** As this browser keeps it from the last visit. */
const keepLook = (page: Page, look: Look): Promise<void> =>
  page.evaluate(
    ([key, chosen]) => {
      const kept = JSON.parse(localStorage.getItem(key)!) as { userData: { settings: Look } }
      kept.userData.settings = chosen
      localStorage.setItem(key, JSON.stringify(kept))
    },
    [storageKey, look] as const,
  )

/** The main script waits until it is let go, and what the server knows of the person until the page was looked at. */
const holdScripts = async (page: Page): Promise<{ go: () => void; tell: () => void }> => {
  const [script, person] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/start-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.route('**/user-me', async (route) => {
    await person.promise
    await route.continue().catch(() => undefined)
  })
  return { go: script.resolve, tell: person.resolve }
}
/** What moved by itself, how far, and which element it was. */
type Shift = { value: number; what: string }
type ShiftEntry = {
  value: number
  hadRecentInput: boolean
  startTime: number
  sources: { node?: Element; currentRect: DOMRect; previousRect: DOMRect }[]
}
const countShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    const rectOf = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join()
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as unknown as ShiftEntry[]) {
        if (hadRecentInput) continue
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = `${node?.nodeName}.${node?.className}`
          return `${name} ${rectOf(previousRect)} to ${rectOf(currentRect)}`
        })
        shifts.push({ value, what: `${Math.round(startTime)} ms: ${moved.join('; ')}` })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftsOf = (page: Page): Promise<Shift[]> => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
const groundOf = (page: Page, selector: string): Promise<string> =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)

const [phone, tablet, desk] = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const
const menu = { part: '.menu', real: 'nav', height: 900 }
const bar = { part: '.bar', real: 'header:has(> div > a)', height: 64 }
for (const [what, [width, height], look, { part, real, height: high }] of [
  ['a phone, light', phone, { mode: 'light' }, bar],
  ['a phone, dark', phone, { mode: 'dark' }, bar],
  ['a tablet, light', tablet, { mode: 'light', skin: 'bordered' }, bar],
  ['a tablet, dark', tablet, { mode: 'dark' }, bar],
  ['a desk, light', desk, { mode: 'light' }, menu],
  ['a desk, dark', desk, { mode: 'dark' }, menu],
  ['a dark menu beside a light page', desk, { mode: 'semi-dark' }, menu],
  ['a narrow menu', desk, { mode: 'dark', navCollapsed: true }, menu],
  ['a hidden menu', desk, { mode: 'dark', navHidden: true }, bar],
  ['a menu above, from right to left', desk, { mode: 'light', lastLayout: 'horizontal', direction: 'rtl' }, { ...bar, height: 118 }],
] as const)
  test(`SH7, SH8: the frame stands before the scripts are there, and nothing jumps when they are: ${what}`, async ({ page, product }) => {
    await page.setViewportSize({ width, height })
    await signInAt(page, { origin: product.url, email: product.adminEmail, path: '/reservations' })
    await expect(page.locator('[data-reservation]').first()).toBeVisible()
    const modeBrand = await page.evaluate(() => (JSON.parse(document.getElementById('brand')!.textContent) as { id: string }).id)
    await page.goto('/v1/nothing-here')
    await keepLook(page, { ...look, modeBrand })
    await countShifts(page)
    const { go, tell } = await holdScripts(page)
    const opening = page.goto('/reservations')
    const frame = page.locator('#frame')
    await expect(frame.locator(part)).toBeVisible()
    await expect(frame.locator('.list')).toBeVisible()
    const outline = await boxOf(frame.locator(part))
    const [ground, list] = [await groundOf(page, `#frame ${part}`), await boxOf(frame.locator('.list'))]
    expect(outline.height).toBe(high)
    go()
    await opening
    await expect(page.getByRole('main')).toBeVisible()
    await expect(frame).toHaveCount(0)
    await expect(page.locator('html')).not.toHaveAttribute('data-frame')
    await expect(page.locator('[data-reservation]').first()).toBeVisible()
    const found = await boxOf(page.locator(real))
    expect(found).toEqual(outline)
    expect(await groundOf(page, real)).toBe(ground)
    const rows = await boxOf(page.getByRole('main').getByRole('grid'))
    expect(Math.abs(rows.left - list.left)).toBeLessThanOrEqual(2)
    expect(Math.abs(rows.top - list.top)).toBeLessThanOrEqual(24)
    const shifts = await shiftsOf(page)
    const sum = shifts.reduce((before, { value }) => before + value, 0)
    expect(sum, shifts.map(({ what: moved }) => moved).join('\n')).toBeLessThan(0.02)
    tell()
  })

test('AC1, AC3: whoever is not signed in, or no longer, sees no frame', async ({ page, product }) => {
  const frame = page.locator('#frame')
  const { go, tell } = await holdScripts(page)
  tell()
  for (const path of ['/login', '/reservations', '/reset-password/some-word', '/404']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(frame).toBeAttached()
    await expect(frame).toBeHidden()
  }
  go()
  await signInAt(page, { origin: product.url, email: product.adminEmail, path: '/reservations' })
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto('/v1/nothing-here')
  // The browser was closed since: its mark is another one.
  await page.evaluate((key) => localStorage.setItem(key, 'of an earlier run'), runKey)
  await page.unrouteAll()
  const late = await holdScripts(page)
  late.tell()
  await page.goto('/reservations', { waitUntil: 'commit' })
  await expect(frame).toBeAttached()
  await expect(frame).toBeHidden()
  late.go()
  await expect(page).toHaveURL(/\/login/)
  await expect(frame).toHaveCount(0)
})
