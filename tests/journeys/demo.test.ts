import type { Page } from '@playwright/test'
import { byApi } from './by-api.ts'
import { noFindings, noSideways, wear } from './frame.ts'
import { expect, type Product, test } from './server.ts'

const widths = [390, 820, 1440] as const
const steps = ['A service under way', 'A party that is late', 'A channel that fails', 'What it brings', 'The rules of the house']

const newLink = async (product: Product, lang: string, brandName?: string): Promise<string> => {
  const call = await byApi(product)
  const { brands } = await call<{ brands: { id: string; name: string }[] }>('GET', '/v1/demo-links/choices')
  const brand = brandName === undefined ? brands[0] : brands.find(({ name }) => name === brandName)
  const body = { email: 'prospect@example.test', lang, brandId: brand!.id }
  return new URL((await call<{ url: string }>('POST', '/v1/demo-links', body)).url).pathname
}
const tourOf = (page: Page) => page.getByRole('complementary', { name: 'This demo' })
const press = (page: Page, name: string): Promise<void> => tourOf(page).getByRole('button', { name, exact: true }).press('Enter')

test('ON2: five steps through a demo, by the keyboard, at three widths, and once', async ({ browser, product }) => {
  test.slow()
  const page = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce' })
  await page.goto(await newLink(product, 'en'))
  await noFindings(page)
  await page.getByRole('button', { name: 'Start the demo' }).click()
  await page.waitForURL('**/reservations**')
  for (const [at, title] of steps.entries()) {
    const heading = tourOf(page).getByRole('heading', { name: `${at + 1} of 5: ${title}` })
    await expect(heading).toBeVisible()
    // Said to those who hear the page, and at what is pointed at, above the dock.
    await expect(tourOf(page).getByRole('status')).toContainText(title)
    if (at > 0) await expect(heading).toBeFocused()
    const ring = tourOf(page).locator('div[aria-hidden="true"]')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await wear(page, width === 820 ? 'light' : 'dark')
      await expect(ring).toBeVisible()
      await noSideways(page)
      await noFindings(page)
    }
    if (at === 1) await expect(page.locator('[data-tour="late"]')).toContainText('late')
    await press(page, at === 4 ? 'Finish' : 'Next')
  }
  await expect(tourOf(page).getByRole('button', { name: 'Guided tour' })).toBeFocused()
  await expect(tourOf(page)).toContainText('Nothing you do leaves it.')
  await page.reload()
  await expect(tourOf(page).getByRole('button', { name: 'Guided tour' })).toBeVisible()
  await expect(tourOf(page).getByRole('heading')).toHaveCount(0)

  // Again, with a way back, to what is pointed at, and out by Escape; the page beside it works as always.
  await press(page, 'Guided tour')
  await expect(tourOf(page).getByRole('heading', { name: '1 of 5' })).toBeFocused()
  await press(page, 'Next')
  await press(page, 'Back')
  await press(page, 'Show me')
  await expect(page.locator('[data-tour="evening"]')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('aside') === null)).toBe(true)
  await tourOf(page).getByRole('heading').focus()
  await page.keyboard.press('Escape')
  await expect(tourOf(page).getByRole('heading')).toHaveCount(0)
  await page.close()
})

test('ON2: the tour speaks the language of the prospect', async ({ browser, product }) => {
  for (const [lang, start, title] of [
    ['de', 'Demo starten', '1 von 5: Service in vollem Gang'],
    ['fr', 'Démarrer la démo', '1 sur 5 : Un service en cours'],
    ['es', 'Empezar la demo', '1 de 5: Un servicio en marcha'],
    ['nl', 'Demo starten', '1 van 5: Een service in volle gang'],
  ] as const) {
    const page = await browser.newPage({ baseURL: product.url, locale: lang })
    await page.goto(await newLink(product, lang))
    await page.getByRole('button', { name: start }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.close()
  }
})

test('ON2: a demo wears the brand and speaks the language of its link from the first page on, whatever the browser speaks', async ({
  browser,
  product,
}) => {
  const page = await browser.newPage({ baseURL: product.url, locale: 'en' })
  const worn = () =>
    page.evaluate(() => ({
      title: document.title.includes('Mesa Naranja'),
      mode: document.documentElement.dataset['mode'],
      ground: getComputedStyle(document.documentElement).backgroundColor,
      brand: (JSON.parse(document.getElementById('brand')!.textContent) as { name: string }).name,
    }))
  const wears = { title: true, mode: 'light', ground: 'rgb(255, 248, 242)', brand: 'Mesa Naranja' }
  await page.goto(await newLink(product, 'nl', 'Mesa Naranja'))
  await expect(page.getByRole('heading', { name: 'Uw demo van Mesa Naranja' })).toBeVisible()
  expect(await worn()).toEqual(wears)
  await page.getByRole('button', { name: 'Demo starten' }).click()
  await expect(page.getByRole('heading', { name: '1 van 5: Een service in volle gang' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mesa Naranja' })).toBeVisible()
  expect(await worn()).toEqual(wears)
  // The list stands where it opens, and its rows are in sight.
  const list = page.locator('[role="grid"]')
  await expect(list.locator('[role="row"][aria-rowindex]').first()).toBeVisible()
  const rowsInSight = () =>
    list.evaluate((grid) => {
      const frame = grid.querySelector('.scroll')!.getBoundingClientRect()
      const tops = [...grid.querySelectorAll('.place')].map((place) => place.getBoundingClientRect().top)
      return tops.filter((top) => top >= frame.top - 1 && top < frame.bottom).length
    })
  await expect.poll(rowsInSight).toBeGreaterThan(5)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Mesa Naranja' })).toBeVisible()
  expect(await worn()).toEqual(wears)
  await page.close()
})

test('ON2: whoever signs out of a demo is led to its page and comes back by it; who is signed in beside it keeps what is his', async ({
  browser,
  product,
}) => {
  const page = await browser.newPage({ baseURL: product.url })
  const draft = 'tablewire:draft:somebody-else:venue'
  await page.goto(await newLink(product, 'en'))
  await page.evaluate((key) => localStorage.setItem(key, '{}'), draft)
  await page.getByRole('button', { name: 'Start the demo' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: /^You have left the demo of / })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
    await noFindings(page)
  }
  expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBe('{}')
  // The sign-in is no place of a demo.
  await page.goto('/login')
  await page.getByRole('button', { name: 'Back to the demo' }).press('Enter')
  await expect(page.getByRole('heading', { name: '1 of 5: A service under way' })).toBeVisible()
  await page.close()
})

test('ON2: a sales page leads into a demo behind one button', async ({ browser, product }) => {
  const call = await byApi(product)
  const [venue] = (await call<{ id: string }[]>('GET', '/venues?limit=1'))!
  const { url } = await call<{ url: string }>('POST', '/v1/rms/ai-sales', { venueId: venue!.id, lang: 'en' })
  const page = await browser.newPage({ baseURL: product.url })
  await page.goto(new URL(url).pathname)
  await page.locator('form[action*="/demo"] button').click()
  await page.waitForURL('**/demo/**')
  await page.getByRole('button', { name: 'Start the demo' }).click()
  await expect(page.getByRole('heading', { name: '1 of 5: A service under way' })).toBeVisible()
  await page.close()
})
