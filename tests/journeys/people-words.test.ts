import type { Page } from '@playwright/test'
import { signIn } from './frame.ts'
import { expect, test } from './server.ts'

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
