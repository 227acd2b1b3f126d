import { expect, type Page } from '@playwright/test'

/** On the page of systems: one that is new, opened. */
export const addSystem = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add system' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a reservation system' })
  const field = dialog.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill(name)
  await field.blur()
  await dialog.getByRole('button', { name: 'Add system' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Gives back what a story made, on the system's own page. */
export const removeSystem = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} was deleted`)).toBeVisible()
}
