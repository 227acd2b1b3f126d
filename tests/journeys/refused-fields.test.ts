import { aDinner, signIn, tonight } from './a-dinner.ts'
import { noFindings } from './frame.ts'
import { expect, test } from './server.ts'

test('RE5: a limit that is no number is refused in words at its field, and taking limits back says so', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=day&limits=open`)
  const form = page.getByRole('form', { name: 'Limits of Dinner' })
  await form.getByLabel('Target in covers').fill('-3')
  await expect(form.getByText('Whole numbers from 0; empty = no limit.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Target in covers')).toBeFocused()
  await expect(form.getByLabel('Target in covers')).toHaveValue('-3')
  await noFindings(page)
  await form.getByLabel('Target in covers').fill('30')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The limits count from now on.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The limits are as they were before.')).toBeVisible()
})

test('RE3: a telephone number that is none is refused beside its field when a party is to wait', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const today = tonight()
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${today}&view=waitlist`)
  await page.getByRole('button', { name: 'Party at the door' }).first().click()
  const form = page.getByRole('form')
  await form.getByLabel('Name').fill('Bo')
  await form.getByLabel('Phone').fill('12')
  await form.getByRole('button', { name: 'Add to the waitlist' }).click()
  await expect(form.getByLabel('Phone')).toBeFocused()
  await expect(form.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('phone:')).toHaveCount(0)
  await noFindings(page)
})
