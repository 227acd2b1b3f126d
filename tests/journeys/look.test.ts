import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { axeFindings } from './axe.ts'
import { settled, signIn } from './every-page.ts'
import { expect, test } from './server.ts'

const portal = join(import.meta.dirname, '../../portal')

test('SH4: the way back to the top shows after 400 pixels, and leads there', async ({ page, product }) => {
  await signIn(page, product.url, product.adminEmail)
  await page.setViewportSize({ width: 1360, height: 360 })
  await page.goto('/settings/account')
  await settled(page)
  const toTop = page.getByRole('button', { name: 'Back to top' })
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
  await expect(toTop).toBeHidden()
  await page.evaluate(() => scrollTo(0, 420))
  await expect(toTop).toBeVisible()
  await toTop.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(toTop).toBeHidden()
})

test('SH4: notices stand at the bottom right, are read aloud, stay while somebody reads, and go', async ({ page, product }) => {
  await signIn(page, product.url, product.adminEmail)
  await page.goto('/settings/account')
  await settled(page)
  // The live region has to be there before its first notice.
  await expect(page.locator('section[aria-live="polite"]')).toHaveCount(1)
  const save = async (city: string): Promise<void> => {
    await page.getByLabel('City').fill(city)
    await page.getByRole('button', { name: 'Save profile' }).click()
  }
  await save('Gent')
  const notice = page.getByRole('status').filter({ hasText: 'Profile edited successfully' })
  await expect(notice).toBeVisible()
  const box = (await notice.boundingBox())!
  expect([box.x + box.width > 1360 - 40, box.y + box.height > 850 - 40]).toEqual([true, true])
  await notice.hover()
  await page.waitForTimeout(6_000)
  await expect(notice).toBeVisible()
  await page.mouse.move(300, 300)
  await expect(notice).toBeHidden()
  await save('Utrecht')
  await expect(notice).toBeVisible()
  const dismiss = notice.getByRole('button', { name: 'Dismiss' })
  await dismiss.focus()
  await page.keyboard.press('Enter')
  await expect(notice).toBeHidden()
})

test('SH4: until user and role are known the brand’s logo and a spinner fill the screen; the footer carries the year', async ({
  page,
  product,
}) => {
  await signIn(page, product.url, product.adminEmail)
  // In the browser's time zone, which matters on one night of the year.
  const year = await page.evaluate(() => new Date().getFullYear())
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${year} Tablewire`)
  // As the next page begins: the one that stands writes down whom it knows until it goes.
  await page.addInitScript(() => {
    const key = 'mozrest:manager-portal'
    const kept = JSON.parse(localStorage.getItem(key)!) as object
    localStorage.setItem(key, JSON.stringify({ ...kept, userData: null, role: null }))
  })
  // It waits as long as it is looked at.
  const looked = Promise.withResolvers<void>()
  await page.route('**/user-me', async (route) => {
    await looked.promise
    await route.continue()
  })
  await page.goto('/')
  const loader = page.locator('output[aria-busy="true"]').first()
  await expect(loader).toBeVisible()
  await expect(loader.locator('img')).toHaveAttribute('src', '/brands/tablewire-logo.svg')
  await expect.poll(() => loader.evaluate((element) => element.getBoundingClientRect().height)).toBe(850)
  looked.resolve()
  await expect(page).toHaveURL(/\/reservations/)
  await expect(page.locator('[data-reservation]').first()).toBeVisible()
})

test('SH8: the evening on paper is the list, black on white, whatever the screen shows', async ({ page, product }) => {
  await signIn(page, product.url, product.adminEmail)
  await settled(page)
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const paper = page.locator('table:visible')
  await expect(paper.locator('thead')).toContainText('Guest')
  expect(await paper.locator('tbody tr').count()).toBeGreaterThan(20)
  await expect(page.getByText('Tablewire', { exact: true }).filter({ visible: true })).toHaveCount(1)
  for (const hidden of [page.getByRole('navigation'), page.getByRole('contentinfo'), page.getByRole('button')])
    await expect(hidden.filter({ visible: true })).toHaveCount(0)
  const colours = await page.evaluate(() => {
    const cell = document.querySelector('td')!
    return [getComputedStyle(document.body).backgroundColor, getComputedStyle(cell).color]
  })
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  const sheet = await page.pdf({ format: 'A4' })
  // A page object for each sheet.
  expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
})

test('Look: the kit shows every part in all brands and modes, both ways round, and axe finds nothing; people do not get it', async ({
  page,
  product,
}) => {
  const manifest = JSON.parse(readFileSync(join(portal, 'dist/.vite/manifest.json'), 'utf8')) as object
  expect(Object.keys(manifest).filter((module) => module.includes('kit-page'))).toEqual([])
  await page.goto('/kit')
  await expect(page).toHaveURL(/\/404$/)
  process.env['TABLEWIRE_SERVER'] = product.url
  const dev = await createServer({ configFile: join(portal, 'vite.config.ts'), root: portal, server: { port: 0 }, logLevel: 'error' })
  try {
    await dev.listen()
    await page.goto(`${dev.resolvedUrls!.local[0]}kit`)
    await expect(page.getByRole('heading', { name: 'Kit', exact: true })).toBeVisible({ timeout: 60_000 })
    for (const part of ['Type', 'Colours', 'Buttons', 'Fields', 'Tables', 'Empty', 'Failed', 'Above the page'])
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
    for (const brand of ['Tablewire', 'Mesa Naranja', 'Verdant'])
      for (const mode of ['light', 'dark']) await expect(page.getByRole('region', { name: `${brand}, ${mode}`, exact: true })).toBeVisible()
    for (const choice of ['dark', 'rtl']) {
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: choice, exact: true }).click()
    }
    await expect(page.locator('[data-kit-brand][dir="rtl"]').first()).toBeVisible()
    await page.getByRole('button', { name: 'Dangerous dialog' }).click()
    await expect(page.getByRole('dialog', { name: 'Cancel the reservation?' })).toBeVisible()
  } finally {
    await dev.close()
  }
})
