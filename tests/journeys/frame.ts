import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { expect } from './server.ts'
import { signInAt } from './session-steps.ts'

export const signIn = async (page: Page, path: string, email: string): Promise<void> => {
  await signInAt(page, { origin: '', email, path })
  await expect(page.getByRole('main')).toBeVisible()
}

/** What comes a moment later may be half there, so a finding counts when it stays. */
export const noFindings = (page: Page): Promise<void> => expect(async () => expect(await axeFindings(page)).toEqual([])).toPass()

export const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' })
export const customizer = (page: Page): Locator => page.getByRole('dialog', { name: 'Theme Customizer' })
export const openCustomizer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Customize the look' }).click()
  await expect(customizer(page)).toBeVisible()
  return customizer(page)
}

export const choose = async (panel: Locator, title: string, choice: string): Promise<void> => {
  const radio = panel.getByRole('group', { name: title }).getByRole('radio', { name: choice, exact: true })
  await radio.check()
  await expect(radio).toBeChecked()
}

/** Runs the first command that fits. */
export const command = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
export const boxOf = (locator: Locator): Promise<Box> =>
  locator.evaluate((element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
    return { left, right, top, bottom, width, height }
  })
/** A page that was just made narrow takes a moment to lay itself out anew. */
export const noSideways = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)

/** A desk, a tablet and a phone, each in light and dark. */
export const looks = [
  [1440, 'light'],
  [1440, 'dark'],
  [820, 'light'],
  [820, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const

/** Pages for guests follow the device; the portal wears the brand's mode or the user's own, whatever the device says. */
export const wear = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.evaluate((mode) => {
    const { dataset } = document.documentElement
    if (dataset['mode'] !== undefined) dataset['mode'] = mode
  }, colorScheme)
}

/** Nothing stands beyond the edge, and axe finds nothing, in any of them; ends on a desk. */
export const looksRight = async (page: Page): Promise<void> => {
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await wear(page, colorScheme)
    await noSideways(page)
    await noFindings(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
