import type { Page } from '@playwright/test'
import { signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

const cutWords = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=gridcell], [role=gridcell] *')]
      .filter((cell) => cell.clientWidth > 0 && getComputedStyle(cell).overflowX !== 'visible')
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
      .map((cell) => cell.textContent),
  )

test('lists of people show role, company and venues to the last word', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, '/users', product.adminEmail)
  await expect(page.getByText('Super admin, Admin').first()).toBeVisible()
  expect(await cutWords(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/customers')
  await expect(page.getByText('Casa Marula').first()).toBeVisible()
  expect(await cutWords(page)).toEqual([])
})

test('the audit names the person a filter asks for, also where that person did nothing yet', async ({ page, product }) => {
  const { access_token } = await tokensOf(page.request, product, product.adminEmail)
  const data = { email: `odile-${Date.now()}@example.test`, firstName: 'Odile', lastName: 'Mercier', roles: ['ROLE_MANAGER'] }
  const made = await page.request.post(`${product.url}/users`, { headers: { authorization: `Bearer ${access_token}` }, data })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await signIn(page, `/audit?who=${id}`, product.adminEmail)
  await expect(page.getByRole('button', { name: 'Remove the filter Odile Mercier' })).toBeVisible()
  await expect(page.getByText('Odile Mercier', { exact: true })).toBeVisible()
})
