import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

const ticks = (page: Page) => page.getByRole('checkbox', { name: /^Choose (?!all)/ })
const bar = (page: Page) => page.getByRole('region', { name: 'What is chosen' })
const dialog = (page: Page) => page.getByRole('dialog')

test('S9: venues are chosen by ranges and by what matches, counted, given a value together and put back', async ({ page, product }) => {
  await signIn(page, '/venues', product.adminEmail)
  await expect(page.getByText(/^\d\d+ entries$/)).toBeVisible()
  // A range, by keyboard's Shift and the mouse, and nothing after Escape.
  await ticks(page).nth(1).click()
  await ticks(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 chosen')
  await noFindings(page)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  // All that match, but for one.
  await ticks(page).nth(0).click()
  await bar(page)
    .getByRole('button', { name: /^Choose all \d+ that match$/ })
    .click()
  await ticks(page).nth(2).click()
  const chosen = Number(/\d+/.exec(await bar(page).locator('output').innerText())![0])
  expect(chosen).toBeGreaterThan(20)
  await bar(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Values' }).click()
  await expect(dialog(page)).toContainText(`${chosen} venues`)
  // A contradiction is told beside its field, and goes with what is not ticked any more.
  for (const [name, value] of [
    ['Smallest party', '9'],
    ['Largest party', '2'],
  ] as const) {
    await dialog(page).getByRole('checkbox', { name }).click()
    await dialog(page).getByRole('textbox', { name }).fill(value)
  }
  await expect(dialog(page).getByRole('textbox', { name: 'Smallest party' })).toHaveAccessibleDescription('More than the largest party')
  for (const name of ['Smallest party', 'Largest party']) await dialog(page).getByRole('checkbox', { name }).click()
  await dialog(page).getByRole('checkbox', { name: 'Cancellation' }).click()
  await dialog(page).getByRole('textbox', { name: 'Cancellation' }).fill('77')
  await dialog(page).getByRole('checkbox', { name: 'Bookable ahead' }).click()
  await dialog(page).getByRole('textbox', { name: 'Bookable ahead' }).fill('83')
  // Counted before anything is done, with what changes in how many of them.
  const run = dialog(page).getByRole('button', { name: /^Change \d+ venues$/ })
  await expect(run).toBeEnabled()
  const changing = Number(/\d+/.exec(await run.innerText())![0])
  await expect(dialog(page)).toContainText(`Cancellation: ${changing}`)
  await noFindings(page)
  await run.click()
  await expect(dialog(page).getByText(`${changing} changed`)).toBeVisible()
  await expect(page).toHaveURL(/bulk=/)
  await noFindings(page)
  await dialog(page).getByRole('button', { name: 'Undo all' }).click()
  await expect(dialog(page).getByText(`${changing} put back`)).toBeVisible()
  // The button that did it has gone: work goes on within the dialog.
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})

test('S9: which venues stand like that already is told by name, with the reason', async ({ page, product }) => {
  const { venueId, name } = await aDinner(product)
  const { access_token } = await tokensOf(page.request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  const start = async (change: object): Promise<string> => {
    const answer = await page.request.post(`${product.url}/v1/bulk-changes`, { headers, data: { selection: { ids: [venueId] }, change } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const id = await start({ kind: 'restore' })
  await signIn(page, `/venues?bulk=${id}`, product.adminEmail)
  await expect(dialog(page).getByText('1 stays as it is')).toBeVisible()
  const left = dialog(page).getByRole('listitem')
  await expect(left).toContainText(name)
  await expect(left).toContainText('Stands like this already')
})

test('S9: who still comes to venues that are archived is told before, with the last day and the venue', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  await signIn(page, `/venues?q=${encodeURIComponent(dinner.name)}`, product.adminEmail)
  await ticks(page).first().click()
  await bar(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(dialog(page)).toContainText('1 reservation (2 covers)')
  await expect(dialog(page)).toContainText(`at ${dinner.name}.`)
  await expect(dialog(page).getByRole('listitem')).toContainText(dinner.name)
})
