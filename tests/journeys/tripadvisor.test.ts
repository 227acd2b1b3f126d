import { looksRight, noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test('CH4, GO2: a page at Tripadvisor is one house’s, and what came from there opens its reservations', async ({ page, product }) => {
  test.slow()
  await signIn(page, '/licences?tab=reports', product.adminEmail)
  const figures = page.getByLabel('Tripadvisor', { exact: true }).first()
  const booked = figures.getByRole('link', { name: /^Reservations: \d+$/ })
  await expect(booked).toBeVisible()
  await looksRight(page)
  const count = /\d+/.exec((await booked.getAttribute('aria-label'))!)![0]
  await booked.click()
  await expect(page).toHaveURL(/\/reservations\?/)
  await expect(page.getByText(new RegExp(`^${count} `)).first()).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Look at it in Analytics' }).click()
  await expect(page).toHaveURL(/\/analytics\/reservations\?.*basis=creation/)
  await page.goBack()

  const row = page.getByRole('row', { name: /Boğaz Meyhanesi/ })
  const link = await row.getByRole('link', { name: 'Open: Boğaz Meyhanesi' }).getAttribute('href')
  const { searchParams } = new URL(link!)
  expect(searchParams.get('utm_source')).toBe('tripadvisor')
  const taken = searchParams.get('location_id')!
  const answer = await page.request.get(link!)
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('Boğaz Meyhanesi')])

  // Another house may not have the same page, also where its whole address is pasted.
  await page.goto('/venues?q=Osteria')
  await page.getByRole('row', { name: /Osteria Tre Lucciole/ }).press('Enter')
  const field = page.getByLabel('Tripadvisor id')
  const before = await field.inputValue()
  await field.fill(`https://www.tripadvisor.com/Restaurant_Review-g1-d${taken}-Reviews-Some_Place.html`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This is already in use')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await noFindings(page)
  await field.fill('not a number')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(`https://www.tripadvisor.com/Restaurant_Review-g1-d${before}-Reviews-Some_Place.html`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await expect(field).toHaveValue(before)
})
