import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { signIn } from './frame.ts'
import { expect, test } from './server.ts'

/** Where the next Tab goes on from: never the beginning of the page. */
const titleHasFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page-title') ?? false)).toBe(true)

/** Not with what went: for longer than a dialog takes to give it back. */
const staysSomewhere = async (page: Page): Promise<void> => {
  await page.waitForTimeout(1000)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
}

test('what goes by its own use leaves the focus at the page’s title', async ({ page, product }) => {
  await signIn(page, '/audit?kind=user&act=updated', product.adminEmail)
  const chips = page.getByRole('button', { name: /^Remove the filter/ })
  await expect(chips).toHaveCount(2)
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(1)
  await titleHasFocus(page)
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(0)
  await titleHasFocus(page)
})

test('nor does it go with the bar of what is chosen', async ({ page, product }) => {
  await signIn(page, '/venues', product.adminEmail)
  await page
    .getByRole('checkbox', { name: /^Choose (?!all)/ })
    .first()
    .focus()
  await page.keyboard.press('Space')
  const none = page.getByRole('button', { name: 'Clear the selection' })
  await none.focus()
  await page.keyboard.press('Enter')
  await expect(none).toHaveCount(0)
  await titleHasFocus(page)
})

test('VE1: nor with the button that archives, its dialog included, nor with the one that restores', async ({ page, product }) => {
  const { venueId, name } = await aDinner(product)
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  await page.getByRole('button', { name: 'Archive', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Archive ${name}?` })
  // What cannot be taken back easily begins at the way out.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  // Its place is taken by its opposite.
  const restore = page.getByRole('button', { name: 'Restore', exact: true })
  await expect(restore).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(restore).toHaveCount(0)
  await staysSomewhere(page)
})

test('nor with the way back of an entry that was taken back', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await signIn(page, `/audit?thing=${venueId}&kind=book&act=updated`, product.adminEmail)
  await page
    .getByRole('row', { name: /Journey/ })
    .first()
    .press('Enter')
  const undo = page.getByRole('button', { name: 'Put back', exact: true })
  await undo.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /back/ })
  // Nothing is filled in, so that Enter is the answer.
  await expect(dialog.getByRole('button', { name: 'Put back', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await staysSomewhere(page)
})

test('a dialog begins at its first field', async ({ page, product }) => {
  await signIn(page, '/venues', product.adminEmail)
  await page
    .getByRole('checkbox', { name: /^Choose (?!all)/ })
    .first()
    .click()
  const begin = async (kind: string): Promise<void> => {
    await page.getByRole('region', { name: 'What is chosen' }).getByRole('button', { name: 'Change' }).press('Enter')
    await page.getByRole('menuitem', { name: kind }).press('Enter')
  }
  const dialog = page.getByRole('dialog')
  await begin('Closure or special day')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await begin('Values')
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await begin('Channel')
  await expect(dialog.getByRole('combobox').first()).toBeFocused()
})
