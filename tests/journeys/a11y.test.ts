import type { Page } from '@playwright/test'
import { axeFindings, colourRules } from './axe.ts'
import { type BrandName, originOf, pagesInside, pagesOutside, settled, signIn } from './every-page.ts'
import { expect, test } from './server.ts'

/** Colours come from the attribute alone; in semi-dark only the menu is dark. */
const wear = (page: Page, mode: 'light' | 'dark' | 'semi-dark'): Promise<void> =>
  page.evaluate((chosen) => {
    document.documentElement.dataset['mode'] = chosen === 'dark' ? 'dark' : 'light'
    for (const menu of document.querySelectorAll('nav')) {
      if (chosen === 'semi-dark') menu.dataset['mode'] = 'dark'
      else delete menu.dataset['mode']
    }
  }, mode)

/** What comes a moment later may be half there, so a fault counts when it stays. */
const stays = async (look: () => Promise<string[]>): Promise<string[]> => {
  const found = await look()
  if (found.length === 0) return found
  await new Promise((resolve) => setTimeout(resolve, 700))
  return look()
}

/** The page as it stands, in every mode. */
const modesOf = async (page: Page, brand: BrandName): Promise<string[]> => {
  const { pathname } = new URL(page.url())
  const all: string[] = []
  for (const mode of ['light', 'dark', 'semi-dark'] as const) {
    // Only the menu differs from light.
    if (mode === 'semi-dark' && (await page.locator('nav').count()) === 0) continue
    await wear(page, mode)
    // Brands and modes are colours; what a page is made of is looked at once.
    const rules = brand !== 'Tablewire' || mode !== 'light' ? colourRules : undefined
    all.push(...(await stays(() => axeFindings(page, rules))).map((finding) => `${pathname} ${mode} ${finding}`))
  }
  return all
}

/**
 * A further brand is other colours on the same pages, and its palette is proved by itself: looked at are the pages that between them have every part
 * that takes a brand's colour: the sign-in, a list of states, a form with tabs, a list of the office.
 */
const wornOn = ['/login', '/reservations', '/settings/account', '/venues', '/brands']
const wearing = (pages: readonly string[]): readonly string[] => pages.filter((path) => wornOn.includes(path))

for (const brand of ['Mesa Naranja', 'Verdant'] as const)
  test(`Look: axe finds nothing on the pages that wear its colours of ${brand}, in light, dark and semi-dark`, async ({
    page,
    product,
  }) => {
    const origin = originOf(product.url, brand)
    const found: string[] = []
    const look = async (path: string): Promise<void> => {
      await page.goto(origin + path)
      await settled(page)
      found.push(...(await modesOf(page, brand)))
    }
    for (const path of wearing(pagesOutside)) await look(path)
    await signIn(page, origin, product.adminEmail)
    for (const path of wearing(pagesInside)) await look(path)
    expect(found).toEqual([])
  })

/** Controls that stand beyond the edge of the window, and cannot be scrolled to inside a part of their own. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const found = Array.from(document.querySelectorAll('button, a[href], input, select, textarea, h1, h2')).filter((element) => {
      const box = element.getBoundingClientRect()
      const shown =
        box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== 'hidden' && !element.closest('[aria-hidden="true"]')
      // A way past the menu waits above the window until it is wanted.
      return shown && box.bottom > 0 && (box.right > width + 1 || box.left < -1) && !scrolls(element.parentElement)
    })
    const wide = document.documentElement.scrollWidth
    return [
      ...(wide > width ? [`the page is ${wide} wide`] : []),
      ...found.map(
        (element) => `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent || element.id).slice(0, 40)}`,
      ),
    ]
  })

const narrow = [
  ['320 pixels wide', { width: 320, height: 640 }],
  // 1280 by 1024 at 400 %.
  ['at 400 % zoom', { width: 320, height: 256 }],
] as const
const wide = { width: 1360, height: 850 }

/** Nothing is lost and nothing scrolls sideways where there is little room. */
const narrowed = async (page: Page): Promise<string[]> => {
  const { pathname } = new URL(page.url())
  const all: string[] = []
  for (const [what, viewport] of narrow) {
    await page.setViewportSize(viewport)
    await settled(page)
    all.push(...(await stays(() => beyondTheEdge(page))).map((fault) => `${pathname} ${what}: ${fault}`))
    const title = page.locator('h1').first()
    // Where there is little room, the title of a list is only read aloud.
    if ((await title.boundingBox())!.width <= 1) continue
    await title.scrollIntoViewIfNeeded()
    await expect(title).toBeInViewport()
  }
  await page.setViewportSize(wide)
  return all
}

/** Where the focus is, and whether a person would see that. */
const focusNow = (page: Page): Promise<{ name: string; seen: boolean; first: boolean }> =>
  page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 30))
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'the page', seen: true, first: true }
    const ring = (one: Element | null): boolean => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const field = element.closest('.MuiInputBase-root')
    const edge = field?.querySelector('.MuiOutlinedInput-notchedOutline')
    const seen =
      ring(element) ||
      ring(element.closest('label')) ||
      ring(element.parentElement) ||
      (field?.classList.contains('Mui-focused') === true &&
        edge !== undefined &&
        edge !== null &&
        getComputedStyle(edge).borderWidth === '2px')
    const box = element.getBoundingClientRect()
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent || element.id).slice(0, 40)}`
    return { name: inside ? name : `${name}, out of sight`, seen: seen && inside, first: false }
  })

/** Every stop of the tab key can be seen, and none holds the focus. The menu is the same around every page: it is walked through where `all` is wanted. */
const walked = async (page: Page, all: boolean): Promise<string[]> => {
  const { pathname } = new URL(page.url())
  await page.evaluate((fromTheTop) => {
    const main = fromTheTop ? null : document.querySelector('main')
    if (main) main.focus()
    else (document.activeElement as HTMLElement | null)?.blur()
  }, all)
  const unseen = new Set<string>()
  let stops = 0
  let last = ''
  let stuck = 0
  for (; stops < 70; stops++) {
    await page.keyboard.press('Tab')
    const { name, seen, first } = await focusNow(page)
    if (first && stops > 0) break
    if (!seen) unseen.add(`${pathname}: ${name}`)
    stuck = name === last ? stuck + 1 : 0
    last = name
    expect(stuck, `${pathname}: the focus stays on ${name}`).toBeLessThan(6)
  }
  expect(stops, `${pathname} has nothing to reach`).toBeGreaterThan(0)
  return [...unseen]
}

/** One load serves every look at a page; what fails is told apart by its words. */
const lookAt = async (page: Page, path: string, all: boolean): Promise<string[]> => {
  await page.goto(path)
  await settled(page)
  return [...(await modesOf(page, 'Tablewire')), ...(await walked(page, all)), ...(await narrowed(page))]
}

const told =
  'axe finds nothing in light, dark and semi-dark, every stop of the tab key can be seen, and nothing is lost at 320 pixels or 400 % zoom'

test(`Look: ${told}, on the pages for guests`, async ({ page }) => {
  const found: string[] = []
  for (const path of pagesOutside) found.push(...(await lookAt(page, path, true)))
  expect(found).toEqual([])
})

const atOnce = 6
for (let from = 0; from < pagesInside.length; from += atOnce) {
  const some = pagesInside.slice(from, from + atOnce)
  test(`Look: ${told}, on ${some.join(', ')}`, async ({ page, product }) => {
    await signIn(page, product.url, product.adminEmail)
    const found: string[] = []
    for (const path of some) found.push(...(await lookAt(page, path, path === pagesInside[0])))
    expect(found).toEqual([])
  })
}

test('Look: motion stops where the system asks for calm, and everything stays usable where it sets the colours', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await signIn(page, product.url, product.adminEmail)
  const slow = await page.evaluate(
    () =>
      Array.from(document.querySelectorAll('*')).filter((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return [animationDuration, transitionDuration].some((text) => text.split(',').some((part) => Number.parseFloat(part) > 0.001))
      }).length,
  )
  expect(slow).toBe(0)
  const current = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Reservation List' })
  await expect(current).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await focusNow(page)).seen).toBe(true)
})
