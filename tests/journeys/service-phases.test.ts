import type { Page } from '@playwright/test'
import { aDinner, type Dinner, signIn } from './a-dinner.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

const guest = (firstName: string, lastName: string) => ({ firstName, lastName })
const addressOf = ({ venueId, date }: Dinner, more = '') => `/reservations?venue=${venueId}&date=${date}&view=day${more}`
const party = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const phase = (page: Page, name: string) => page.getByRole('group', { name: 'Phase' }).getByRole('button', { name })

const carry = async (page: Page, name: string, to: { x: number; y: number }): Promise<void> => {
  const box = (await party(page, name).boundingBox())!
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 30, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}
const middleOf = async (page: Page, name: string): Promise<{ x: number; y: number }> => {
  // Quarters that stand empty fold and unfold while parties come and go.
  await expect.poll(() => region(page, name).boundingBox()).not.toBeNull()
  const box = (await region(page, name).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('RE5: an evening is prepared, worked and closed, and nothing is left open', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const ana = await dinner.book(
    '19:00',
    { ...guest('Ana', 'Ferreira'), email: 'ana@example.test' },
    { partySize: 4, tags: ['VIP'], notes: 'Nut allergy' },
  )
  const bo = await dinner.book('19:00', guest('Bo', 'Lindqvist'), { partySize: 6 })
  const cleo = await dinner.book('20:30', guest('Cleo', 'Marchand'), { partySize: 2, notes: 'Birthday' })
  await signIn(page, product, addressOf(dinner))
  // Tomorrow is prepared; the clock chose it, and the address need not say so.
  await expect(phase(page, 'Briefing')).toHaveAttribute('aria-pressed', 'true')
  await expect(region(page, 'Allergies')).toContainText('Nut allergy')
  await expect(region(page, 'VIP')).toContainText('Ana Ferreira')
  await expect(region(page, 'Occasions')).toContainText('Birthday')
  // Whether he was here before is known of who left an address, and of nobody else.
  await expect(region(page, 'First visits').getByRole('listitem')).toHaveText([/Ana Ferreira/])
  await expect(region(page, '19:00')).toContainText('10 / 10')
  await noFindings(page)

  await phase(page, 'Service').click()
  await expect(page).toHaveURL(/phase=service/)
  await expect(region(page, 'Expected')).toContainText('3 parties · 12 covers')
  await page.getByRole('button', { name: 'Seat : Ana Ferreira' }).click()
  await expect(region(page, 'Seated').getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeVisible()
  await expect(region(page, 'Seated')).toContainText('until 21:00')
  await page.keyboard.press('u')
  await expect(region(page, 'Expected').getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeVisible()
  await expect.poll(async () => (await dinner.read(ana.id)).status).toBe('confirmed')

  // Carried, by key, and from the menu.
  await carry(page, 'Ana Ferreira', await middleOf(page, 'Seated'))
  await expect.poll(async () => (await dinner.read(ana.id)).status).toBe('seated')
  await party(page, 'Bo Lindqvist').focus()
  await page.keyboard.press('s')
  await expect.poll(async () => (await dinner.read(bo.id)).status).toBe('seated')
  await party(page, 'Cleo Marchand').focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: /^Seat/ }).click()
  await expect.poll(async () => (await dinner.read(cleo.id)).status).toBe('seated')
  await noFindings(page)

  // What is prepared holds those who sit, too.
  await phase(page, 'Briefing').click()
  await expect(region(page, '19:00').getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeVisible()

  await phase(page, 'Close').click()
  await expect(page.getByText('3 lines still open')).toBeVisible()
  const sitting = region(page, 'Still seated')
  // Nobody's stay is over tomorrow yet: nothing is proposed.
  await expect(sitting.getByRole('button', { name: /^Complete 0/ })).toBeDisabled()
  await sitting.getByRole('checkbox', { name: 'Choose all: Still seated' }).check()
  await sitting.getByRole('button', { name: 'Complete 3' }).click()
  await expect(page.getByText('Nothing is open')).toBeVisible()
  await expect.poll(async () => (await dinner.read(cleo.id)).status).toBe('completed')
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect(page.getByText('3 lines still open')).toBeVisible()
  await expect.poll(async () => (await dinner.read(bo.id)).status).toBe('seated')
  await noFindings(page)
})

test('RE5: the arrows walk the evening as it is seen, and another host’s step is seen at once', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const bo = await dinner.book('20:00', guest('Bo', 'Lindqvist'))
  await signIn(page, product, addressOf(dinner, '&phase=service'))
  await party(page, 'Ana Ferreira').focus()
  await page.keyboard.press('ArrowDown')
  await expect(party(page, 'Bo Lindqvist')).toBeFocused()
  await dinner.move(bo.id, 'seat')
  await expect(region(page, 'Seated').getByRole('button', { name: 'Bo Lindqvist', exact: true })).toBeVisible()
  await party(page, 'Ana Ferreira').focus()
  await page.keyboard.press('ArrowRight')
  await expect(party(page, 'Bo Lindqvist')).toBeFocused()
})

test('RE5: a party moves to another time by hand, from the menu and by key; what the book refuses is said, and nothing is lost', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'), { partySize: 4, notes: 'By the window' })
  await dinner.book('20:00', guest('Bo', 'Lindqvist'), { partySize: 8 })
  const startOf = async () => (await dinner.read(ana.id)).startsLocal.slice(11)
  await signIn(page, product, addressOf(dinner, '&phase=briefing'))
  await carry(page, 'Ana Ferreira', await middleOf(page, '19:30'))
  await expect.poll(startOf).toBe('19:30')
  await expect(region(page, '19:30').getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeVisible()
  await page.keyboard.press('u')
  await expect.poll(startOf).toBe('19:00')

  // Eight of ten come at eight: four more are too many.
  await carry(page, 'Ana Ferreira', await middleOf(page, '20:00'))
  const refusal = page.getByRole('button', { name: 'Book anyway' })
  await expect(refusal).toBeVisible()
  expect(await startOf()).toBe('19:00')
  await refusal.click()
  await expect.poll(startOf).toBe('20:00')
  await page.keyboard.press('u')
  await expect.poll(startOf).toBe('19:00')

  await party(page, 'Ana Ferreira').focus()
  await page.keyboard.press('v')
  const times = page.getByRole('dialog', { name: /^Move Ana Ferreira from 19:00/ })
  await expect(times.getByRole('button', { name: /^19:00/ })).toBeFocused()
  await noFindings(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(times).toBeHidden()
  await expect.poll(startOf).toBe('19:30')

  await page.getByRole('button', { name: 'What can be done with Ana Ferreira' }).click()
  await page.getByRole('menuitem', { name: /^Move to another time/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^20:00/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This time is closed')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^20:30/ })
    .click()
  await expect.poll(startOf).toBe('20:30')
  await expect(party(page, 'Ana Ferreira')).toBeVisible()
})

test.describe('with a thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('RE5: an evening is worked with one thumb', async ({ page, product }) => {
    const dinner = await aDinner(product)
    const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
    await signIn(page, product, addressOf(dinner, '&phase=service'))
    const act = page.getByRole('button', { name: 'Seat : Ana Ferreira' })
    await act.tap()
    await expect.poll(async () => (await dinner.read(ana.id)).status).toBe('seated')
    const lanes = page.getByRole('group', { name: 'Which parties' })
    await lanes.getByRole('button', { name: /Seated/ }).tap()
    await page.getByRole('button', { name: 'What can be done with Ana Ferreira' }).tap()
    await page.getByRole('menuitem', { name: /^Complete/ }).tap()
    await expect.poll(async () => (await dinner.read(ana.id)).status).toBe('completed')
    for (const button of await lanes.getByRole('button').all()) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await noSideways(page)
    await noFindings(page)
    await phase(page, 'Close').tap()
    await expect(page.getByText('Nothing is open')).toBeVisible()
    await noSideways(page)
    await noFindings(page)
  })
})
