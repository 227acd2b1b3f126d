import type { Page } from '@playwright/test'
import { aDinner, type Dinner, signIn } from './a-dinner.ts'
import { expect, test } from './server.ts'

const guest = (lastName: string) => ({ firstName: 'Ana', lastName, email: `${lastName.toLowerCase()}@example.test` })
const change = (page: Page) => page.getByRole('dialog', { name: 'Change reservation' })
const editing = async (page: Page, { product, dinner, id }: { product: Parameters<typeof signIn>[1]; dinner: Dinner; id: string }) => {
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&id=${id}&form=edit`)
  return change(page)
}

test('who changes a reservation hears at once who else did, what and when, and chooses where both did', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', guest('Contested'))
  await dinner.change(id, { tags: ['Regular'] })
  const form = await editing(page, { product, dinner, id })
  await form.getByLabel('Notes').fill('By the window')
  await form.getByLabel('Phone').fill('+3545812345')
  await dinner.change(id, { notes: 'On the terrace', partySize: 4 })
  const told = form.getByRole('alert')
  // Nobody has pressed Save yet.
  await expect(told).toContainText(/[A-Z]\w+ [A-Z]\w+, \d+ \w+ \d{4}, \d\d:\d\d: Notes: – → On the terrace · Party size: 2 → 4/)
  await expect(told).not.toContainText('Regular')
  await expect(told).toContainText('Both of you changed: Notes.')
  await expect(form.getByLabel('Notes')).toHaveValue('By the window')
  await told.getByRole('button', { name: 'Take theirs' }).click()
  await expect(told).toBeHidden()
  await expect(form.getByLabel('Notes')).toHaveValue('On the terrace')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await dinner.read(id)).toMatchObject({ partySize: 4, notes: 'On the terrace', guest: { phone: '+3545812345' } })
})

test('without live messages the refusal tells it, and what is kept of one’s own is saved over theirs', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', guest('Kept'))
  await page.route('**/v1/live*', (route) => route.abort())
  const form = await editing(page, { product, dinner, id })
  await form.getByLabel('Notes').fill('By the window')
  await dinner.change(id, { notes: 'On the terrace', partySize: 4 })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Notes: – → On the terrace')
  await form.getByRole('button', { name: 'Keep mine' }).click()
  await expect(form.getByRole('alert')).toBeHidden()
  await expect(form.getByLabel('Notes')).toHaveValue('By the window')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await dinner.read(id)).toMatchObject({ partySize: 4, notes: 'By the window' })
})

test('a refused time is spoken of no longer than it is chosen', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await page.route('**/v1/live*', (route) => route.abort())
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&form=new`)
  const form = page.getByRole('dialog', { name: 'New reservation' })
  await form.getByLabel('Last name').fill('Slower')
  await form.getByText('20:00', { exact: false }).first().click()
  await dinner.book('20:00', guest('Faster'), { partySize: 6 })
  await dinner.book('20:00', guest('Fastest'), { partySize: 3 })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Book anyway')
  await form.getByText('21:00', { exact: false }).first().click()
  await expect(form.getByRole('alert')).toBeHidden()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
})
