import type { Locator, Page } from '@playwright/test'
import { noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog')
const from = (page: Page): Locator => dialog(page).getByLabel('From', { exact: true })
/** The browser's own order of day and month is the machine's: the days typed here read alike in both. What the field shows as taken, in the reader's words. */
const shown = (page: Page): Locator => from(page).locator('xpath=preceding-sibling::button')

/** At its first part, wherever the keys were before. */
const enter = async (field: Locator): Promise<void> => {
  await field.blur()
  await field.focus()
}

/** Words stand at the field, and what was typed is seen. */
const refusal = async (field: Locator, stands: boolean): Promise<void> => {
  if (!stands) {
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    return
  }
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/No day yet, so nothing was taken/)
  await expect(field).toHaveCSS('opacity', '1')
}

const openDays = async (page: Page, email: string): Promise<void> => {
  await signIn(page, '/venues', email)
  await page
    .getByRole('checkbox', { name: /^Choose (?!all)/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'What is chosen' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Closure or special day' }).click()
  await expect(from(page)).toBeVisible()
}

test('a day that is typed is taken with Enter, when the field is left and when the typing rests, and not before', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await openDays(page, product.adminEmail)
  await expect(from(page)).toHaveAttribute('required', '')
  await page.clock.pauseAt(new Date(Date.now() + 120_000))
  await enter(from(page))
  await page.keyboard.type('05052026')
  await expect(from(page)).toHaveValue('2026-05-05')
  await expect(shown(page)).toHaveText('–')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/^Tue,? 5 May(,? 2026)?$/)
  await enter(from(page))
  await page.keyboard.type('06062026')
  await expect(shown(page)).toHaveText(/^Tue,? 5 May(,? 2026)?$/)
  await dialog(page).getByRole('textbox', { name: 'Name' }).focus()
  await expect(shown(page)).toHaveText(/^Sat,? 6 Jun(,? 2026)?$/)
  await enter(from(page))
  await page.keyboard.type('07072026')
  await expect(shown(page)).toHaveText(/^Sat,? 6 Jun(,? 2026)?$/)
  await page.clock.runFor(1000)
  await expect(shown(page)).toHaveText(/^Tue,? 7 Jul(,? 2026)?$/)
})

test('a year nobody means is not taken, and what was typed can be cleared', async ({ page, product }) => {
  await openDays(page, product.adminEmail)
  for (const typed of ['05050202', '05051899', '05052200']) {
    await enter(from(page))
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(shown(page)).toHaveText('–')
    await dialog(page).getByRole('textbox', { name: 'Name' }).focus()
    await refusal(from(page), true)
  }
  for (const [typed, said] of [
    ['05051900', '1900-05-05'],
    ['05052199', '2199-05-05'],
  ] as const) {
    await enter(from(page))
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(from(page)).toHaveValue(said)
    await expect(shown(page)).not.toHaveText('–')
  }
  // By keys: each part is emptied.
  await enter(from(page))
  for (const _part of ['day', 'month', 'year']) {
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText('–')
  await enter(from(page))
  await page.keyboard.type('05052026')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/^Tue,? 5 May(,? 2026)?$/)
  await dialog(page).getByRole('button', { name: 'Clear “From”' }).press('Enter')
  await expect(shown(page)).toHaveText('–')
  await expect(from(page)).toBeFocused()
})

test('VE1: what is wrong with the day of many venues stands beside its field, and the result names day and occasion', async ({
  page,
  product,
}) => {
  await openDays(page, product.adminEmail)
  const run = dialog(page).getByRole('button', { name: /^Change( \d+ venues?)?$/ })
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Staff party')
  await enter(from(page))
  await page.keyboard.type('05052027')
  await page.keyboard.press('Tab')
  const to = dialog(page).getByRole('textbox', { name: 'To (empty: one day)', exact: true })
  await enter(to)
  await page.keyboard.type('04042027')
  await page.keyboard.press('Enter')
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog(page).getByText('This lies before the first day')).toBeVisible()
  await expect(run).toBeDisabled()
  await enter(to)
  await page.keyboard.type('06062027')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('checkbox', { name: 'Closed all day' }).click()
  await dialog(page).getByRole('textbox', { name: 'Open from' }).fill('20:00')
  await dialog(page).getByRole('textbox', { name: 'to', exact: true }).fill('20:00')
  await expect(dialog(page).getByText('It closes when it opens')).toBeVisible()
  await expect(run).toBeDisabled()
  await noFindings(page)
  await dialog(page).getByRole('textbox', { name: 'to', exact: true }).fill('23:00')
  await expect(run).toBeEnabled()
  await run.click()
  await expect(
    dialog(page).getByText(/^Closure or special day – Staff party, Wednesday,? 5 May 2027 – Sunday,? 6 June 2027, 20:00–23:00$/),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Undo all' }).click()
  await expect(dialog(page).getByText('1 put back')).toBeVisible()
})

test('VE1: a form is not sent while its day is refused or unfinished, by Enter or by its button', async ({ page, product }) => {
  await openDays(page, product.adminEmail)
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Works party')
  await enter(from(page))
  await page.keyboard.type('05052027')
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/^Wed,? 5 May,? 2027$/)
  await dialog(page).getByRole('checkbox', { name: 'Closed all day' }).check()
  const run = dialog(page).getByRole('button', { name: /^Change( \d+ venues?)?$/ })
  await expect(run).toBeEnabled()
  const sent: string[] = []
  // Counting what would change is no change.
  page.on('request', (request) => void (request.url().endsWith('/bulk-changes') && sent.push(request.url())))
  for (const typed of ['060620', '0606']) {
    await enter(from(page))
    await page.keyboard.press('Backspace')
    await page.keyboard.type(typed)
    await expect(from(page)).toHaveCSS('opacity', '1')
    await page.keyboard.press('Enter')
    await refusal(from(page), true)
    await run.click()
    await refusal(from(page), true)
    await expect(from(page)).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: 'Undo all' })).toBeHidden()
  }
  await noFindings(page)
  expect(sent).toEqual([])
  await enter(from(page))
  await page.keyboard.type('06062027')
  await dialog(page).getByRole('textbox', { name: 'Name' }).focus()
  await refusal(from(page), false)
  await expect(shown(page)).toHaveText(/^Sun,? 6 Jun,? 2027$/)
})
