import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../build/browser.ts'
import { expect, test } from './server.ts'
import { enter, stored } from './session-steps.ts'

const person = 'oste@tablewire.test'

/** A browser with a profile of its own, which can be closed and started again. */
const aBrowser = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-profile-'))
  const opened: BrowserContext[] = []
  return {
    start: async (): Promise<BrowserContext> => {
      opened.push(await chromium.launchPersistentContext(folder, { ...browserLaunch(), locale: 'en-GB' }))
      return opened.at(-1)!
    },
    end: async (): Promise<void> => {
      for (const one of opened) await one.close().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
const main = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

test('AC1: not remembered is gone with the browser; until then reloads, further tabs and links go on', async ({ product }) => {
  const browser = aBrowser()
  try {
    const first = await browser.start()
    const page = await first.newPage()
    await page.goto(`${product.url}/login?returnUrl=/settings/account`)
    await expect(page.getByLabel('Remember me for 30 days')).toHaveAccessibleDescription(
      'Otherwise you are signed out when you close the browser.',
    )
    await enter(page, person)
    await expect(main(page)).toHaveText('My Account')
    await page.reload()
    await expect(main(page)).toHaveText('My Account')
    const further = await first.newPage()
    await further.goto(`${product.url}/settings/account`)
    await expect(main(further)).toHaveText('My Account')
    // The first tab closed, the further one goes on, and one that comes as late.
    await page.close()
    const late = await first.newPage()
    await late.goto(`${product.url}/settings/account`)
    await expect(main(late)).toHaveText('My Account')
    const { user } = (await stored(late)) as { user: { access_token: string; refresh_token: string } }
    await first.close()

    const second = await browser.start()
    const again = await second.newPage()
    await again.goto(`${product.url}/settings/account`)
    await expect(again).toHaveURL(/\/login\?returnUrl=%2Fsettings%2Faccount$/)
    expect(await stored(again)).toBeNull()
    // Nor is the session of any use to whoever copied it.
    const me = () => again.request.get(`${product.url}/user-me`, { headers: { authorization: `Bearer ${user.access_token}` } })
    await expect.poll(async () => (await me()).status()).toBe(401)

    await again.getByLabel('Remember me for 30 days').check()
    await enter(again, person)
    await expect(main(again)).toHaveText('My Account')
    await second.close()
    const third = await browser.start()
    const remembered = await third.newPage()
    await remembered.goto(`${product.url}/settings/account`)
    await expect(main(remembered)).toHaveText('My Account')
  } finally {
    await browser.end()
  }
})

test('AC3: signed out in one tab and in again there, the same person goes on in the other where it was, with what was typed', async ({
  page,
  context,
}) => {
  await page.goto('/login?returnUrl=/settings/account')
  await enter(page, person)
  const city = page.getByLabel('City')
  await city.fill('Zaragoza la nueva')
  const other = await context.newPage()
  await other.goto('/reservations')
  const signOut = async (): Promise<void> => {
    await other.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await expect(page).toHaveURL(/\/login$/)
  }
  await signOut()
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tablewire:draft:')))
  expect(await drafts()).toEqual([])
  await enter(other, person)
  await expect(other).toHaveURL(/\/reservations$/)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(city).toHaveValue('Zaragoza la nueva')
  await expect(page.getByText('What you typed before is here again.')).toBeVisible()
  // Somebody else finds neither page nor words.
  await signOut()
  await enter(other, 'wirt@tablewire.test')
  await expect(page).toHaveURL(/\/reservations$/)
  expect(await drafts()).toEqual([])
})
