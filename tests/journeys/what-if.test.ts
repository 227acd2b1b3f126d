import { aDinner, signIn } from './a-dinner.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

test('RE5: whether a party can be taken is one key away: yes with what is left, no with a time that works, and the booking follows', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  await dinner.book('20:00', { firstName: 'Ana', lastName: 'Ferreira' }, { partySize: 6 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=day&phase=service`)
  await expect(page.getByRole('button', { name: 'Can I take …?' })).toBeVisible()
  await page.keyboard.press('q')
  const sheet = page.getByRole('dialog', { name: /Can I take/ })
  const said = sheet.getByRole('status')
  // What comes first is the next start of the day.
  await expect(said).toContainText('Yes: 2 at 17:00')
  await expect(said).toContainText('8 of 10 covers may still arrive then')
  await expect(sheet.getByRole('button', { name: '2', exact: true })).toBeFocused()
  await page.keyboard.press('6')
  await sheet.getByLabel('Time').fill('20:00')
  await expect(said).toContainText('Only beyond the limits: 6 at 20:00')
  await expect(said).toContainText('no more guests can arrive at that time')
  await expect(said).toContainText('2 covers beyond the 10 that may arrive then')
  await expect(page).toHaveURL(/form=ask/)
  await expect(page).toHaveURL(/size=6&at=20:00/)
  await noFindings(page)

  // Somebody books meanwhile, and the answer follows.
  await dinner.book('20:30', { firstName: 'Bo', lastName: 'Lindqvist' }, { partySize: 6 })
  await expect(sheet.getByRole('button', { name: '20:30' })).toHaveCount(0)
  await sheet.getByRole('button', { name: '19:30' }).click()
  await expect(said).toContainText('Yes: 6 at 19:30')
  await sheet.getByRole('button', { name: 'Book', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New reservation' })
  await expect(form.getByLabel('Party size')).toHaveValue('6')
  await expect(form.getByRole('radio', { name: /19:30/ })).toBeChecked()
  await form.getByLabel('Last name').fill('Marchand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Marchand', exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/form=|size=|at=/)
})

test('RE5: on a phone the question lies at the thumb, and who finds no place goes on the waitlist with what was asked', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const dinner = await aDinner(product)
  await dinner.book('20:00', { firstName: 'Ana', lastName: 'Ferreira' }, { partySize: 6 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=day&phase=service`)
  await page.getByRole('button', { name: 'Can I take …?' }).click()
  const sheet = page.getByRole('dialog', { name: /Can I take/ })
  await sheet.getByRole('button', { name: '6', exact: true }).click()
  await sheet.getByLabel('Time').fill('20:00')
  await expect(sheet.getByRole('status')).toContainText('Only beyond the limits')
  const box = (await sheet.boundingBox())!
  expect(Math.round(box.y + box.height)).toBe(844)
  await noSideways(page)
  await noFindings(page)
  await sheet.getByRole('button', { name: 'To the waitlist' }).click()
  const add = page.getByRole('form', { name: 'Party for this day' })
  await expect(add.getByRole('radio', { name: '6' })).toBeChecked()
  await expect(add.getByLabel('Earliest')).toHaveValue('19:00')
  await expect(add.getByLabel('Latest')).toHaveValue('21:00')
  await add.getByLabel('Name').fill('Okafor')
  await add.getByRole('button', { name: 'Add to the waitlist' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Okafor' })).toBeVisible()
  await expect(page).not.toHaveURL(/wait=|size=/)
})
