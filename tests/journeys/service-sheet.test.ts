import { aDinner, signIn } from './a-dinner.ts'
import { byApi } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

test('RE5: a note of the shift is written, seen elsewhere at once, and of two who write neither is lost', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  await dinner.book('19:00', { firstName: 'Ines', lastName: 'Vidal' })
  await signIn(page, product, `/reservations?date=${dinner.date}&venue=${dinner.venueId}`)
  await page.getByRole('button', { name: 'Write a note for the team' }).click()
  const panel = page.getByRole('dialog', { name: 'Notes of the shift' })
  await panel.getByLabel('Note: Dinner').fill('No oysters')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')

  const notes = `/v1/venues/${dinner.venueId}/shift-notes`
  const { meals } = await call<{ meals: { id: string }[] }>('GET', `${notes}?date=${dinner.date}`)
  const place = { date: dinner.date, mealId: meals[0]!.id }
  await panel.getByLabel('Note: Dinner').fill('No oysters, and the terrace is wet')
  await call('PUT', notes, { ...place, content: 'Oysters came after all', version: 1 })
  await expect(panel.getByRole('alert')).toContainText('Oysters came after all')
  await expect(panel.getByLabel('Note: Dinner')).toHaveValue('No oysters, and the terrace is wet')
  await noFindings(page)
  await panel.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Earlier words (3 versions)' }).click()
  await expect(panel.getByText('Oysters came after all')).toBeVisible()

  // Half-written words outlive the panel.
  await panel.getByLabel('Note: Dinner').fill('Half a')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Dinner: No oysters/ }).click()
  await expect(panel.getByLabel('Note: Dinner')).toHaveValue('Half a')
  await panel.getByRole('button', { name: 'Discard' }).click()
  await page.keyboard.press('Escape')

  await call('PUT', notes, { ...place, content: 'Truffles are here', version: 3 })
  await expect(page.getByRole('button', { name: /Dinner: Truffles are here/ })).toBeVisible({ timeout: 5000 })
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
})

test('RE5: the service sheet has the meal in order of arrival, and prints without the shell; the kitchen reads no telephone', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  await dinner.book('20:00', { firstName: 'Ines', lastName: 'Vidal', phone: '+34600111001' }, { notes: 'Coeliac', partySize: 9 })
  await dinner.book('19:00', { firstName: 'Jordi', lastName: 'Roca', phone: '+34600111002' }, { partySize: 2 })
  const notes = `/v1/venues/${dinner.venueId}/shift-notes`
  const { meals } = await call<{ meals: { id: string }[] }>('GET', `${notes}?date=${dinner.date}`)
  await call('PUT', notes, { date: dinner.date, mealId: meals[0]!.id, content: 'Truffles are here', version: 0 })
  await signIn(page, product, `/reservations?date=${dinner.date}&venue=${dinner.venueId}&view=day`)
  await page.getByRole('link', { name: 'Service sheet' }).click()
  await page.getByLabel('Meal').selectOption({ index: 1 })
  const list = page.getByRole('article', { name: 'Service list' })
  await expect(list.getByRole('row')).toHaveText([/^Time/, /19:00.*Jordi Roca/, /20:00.*Ines Vidal.*Coeliac/])
  await expect(list.getByText('+34600111001')).toBeVisible()
  await expect(list.getByText('2 parties · 11 covers')).toBeVisible()
  const kitchen = page.getByRole('article', { name: 'Kitchen' })
  await expect(kitchen.getByText('Truffles are here')).toBeVisible()
  await expect(kitchen.getByRole('heading', { name: 'Allergies: 1 party' })).toBeVisible()
  await expect(kitchen.getByText('+34')).toHaveCount(0)
  await noFindings(page)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  expect(await list.evaluate((paper) => [getComputedStyle(paper).color, getComputedStyle(paper).backgroundColor])).toEqual([
    'rgb(0, 0, 0)',
    'rgb(255, 255, 255)',
  ])
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.getByLabel('Pages').selectOption('kitchen')
  await expect(list).toHaveCount(0)
})
