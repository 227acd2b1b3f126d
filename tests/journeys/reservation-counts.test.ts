import { aDinner, signIn } from './a-dinner.ts'
import { expect, test } from './server.ts'

const guest = (lastName: string) => ({ firstName: 'Ana', lastName, email: `${lastName.toLowerCase()}@example.test` })

test('list, day and paper count the same parties and covers, and apart from them who does not come', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', guest('Coming'), { partySize: 3 })
  const seated = await dinner.book('19:30', guest('Sitting'), { partySize: 4 })
  await dinner.move(seated.id, 'seat')
  const left = await dinner.book('20:00', guest('Leaving'))
  await dinner.cancel(left.id)
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  const sum = '2 reservations · 7 covers · 1 not coming'
  await expect(page.locator('output').filter({ hasText: sum })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('p:visible', { hasText: sum })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=day&phase=service`)
  await expect(page.getByRole('region', { name: 'Expected' })).toContainText('1 party · 3 covers')
  await expect(page.getByRole('region', { name: 'Seated' })).toContainText('1 party · 4 covers')
  await expect(page.getByRole('region', { name: 'Done' })).toContainText('0 parties · 0 covers · 1 not coming')
  await expect(page.locator('output').filter({ hasText: sum })).toBeVisible()
})
