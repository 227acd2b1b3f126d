import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

/** Where the next Tab goes on from: never the beginning of the page. */
const titleHasFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page-title') ?? false)).toBe(true)

/** Not with what went: for longer than a dialog takes to give it back. */
const staysSomewhere = async (page: Page): Promise<void> => {
  await page.waitForTimeout(1000)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
}

test('a filter that is taken off leaves the focus on the next one, and the last at the page’s title', async ({ page, product }) => {
  await signIn(page, '/audit?kind=user&act=updated', product.adminEmail)
  const chips = page.getByRole('button', { name: /^Remove the filter/ })
  await expect(chips).toHaveCount(2)
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(1)
  await expect(chips.first()).toBeFocused()
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

test('a save, what it refuses and what is discarded leave the focus on the button that was pressed', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  const city = page.getByLabel('City')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await city.fill('Akureyri')
  await save.press('Enter')
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  // Nothing is changed: Enter in a field sends nothing.
  await city.press('Enter')
  await expect(city).toBeFocused()
  await city.fill('Husavik')
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await discard.press('Enter')
  await expect(city).toHaveValue('Akureyri')
  await expect(discard).toBeDisabled()
  await expect(discard).toBeFocused()
  await city.fill('Husavik')
  await page.route(`**/venues/${venueId}`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await save.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(save).toBeFocused()
})

test('nor does it go with a day that is taken out of a book, nor with what was typed in it', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  const { access_token } = await tokensOf(page.request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  const path = `${product.url}/v1/venues/${venueId}/book`
  const { data: book } = (await (await page.request.get(path, { headers })).json()) as { data: object }
  const day = { name: 'Feast', fromOn: '2099-05-01', toOn: '2099-05-01', openingHours: [], shifts: null }
  const specialDays = [{ ...day, id: '019a0000-0000-7000-8000-000000000009' }]
  const put = await page.request.put(path, { headers, data: { ...book, specialDays } })
  expect(put.ok(), await put.text()).toBe(true)
  await signIn(page, `/settings/restaurant-setup?venue=${venueId}&tab=days`, product.adminEmail)
  await page.getByRole('button', { name: 'Edit Feast' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Feast' }).press('Enter')
  await titleHasFocus(page)
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await discard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Feast' })).toBeVisible()
  await staysSomewhere(page)
})

test('nor with the day that is today already', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await signIn(page, `/reservations?venue=${venueId}&date=2099-05-01`, product.adminEmail)
  const today = page.getByRole('button', { name: 'Today', exact: true })
  await today.press('Enter')
  await expect(today).toBeDisabled()
  await expect(today).toBeFocused()
})

test('VE1: a warning within a dialog leaves the focus at the way out, and no Undo outlives its act', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  await signIn(page, `/venues?id=${dinner.venueId}`, product.adminEmail)
  await page.getByRole('button', { name: 'Archive', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Archive ${dinner.name}?` })
  await dialog.getByRole('button', { name: 'Archive', exact: true }).press('Enter')
  const anyway = dialog.getByRole('button', { name: 'Archive all the same' })
  await expect(anyway).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await anyway.press('Enter')
  const archived = page.getByText(`${dinner.name} is archived.`)
  await expect(archived).toBeVisible()
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
  await expect(archived).toHaveCount(0)
  await staysSomewhere(page)
})

test('what somebody else saved, looked at and left again, keeps the focus, and so does what is saved of it', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  await page.getByLabel('City').fill('Akureyri')
  const { access_token } = await tokensOf(page.request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  await page.request.put(`${product.url}/venues/${venueId}`, { headers, data: { postalCode: '101' } })
  const look = page.getByRole('button', { name: 'See what changed' })
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await look.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await staysSomewhere(page)
  await look.press('Enter')
  await dialog.getByRole('button', { name: 'Save this' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await staysSomewhere(page)
})

test('filters begin at their first field, and no list lies over the others', async ({ page, product }) => {
  await signIn(page, '/audit', product.adminEmail)
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  const first = page.getByRole('dialog', { name: 'Filter' }).getByRole('combobox').first()
  await expect(first).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
})
