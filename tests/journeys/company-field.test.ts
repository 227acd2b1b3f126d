import { looksRight, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

test('WI1: the company of a text gateway is found by its name; emptied, the field means the installation', async ({ page, hub }) => {
  await signIn(page, '/text-gateways', hub.adminEmail)
  await page.getByRole('button', { name: 'Add a gateway' }).first().click()
  const company = page.getByRole('combobox', { name: 'Company' })
  await company.click()
  await company.fill('northq')
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Northquay')
  await expect(page.getByRole('option', { name: 'This installation' })).toHaveCount(0)
  await company.press('Enter')
  await expect(company).toHaveValue('Northquay Dining')
  await looksRight(page)
  await company.fill('zzqq')
  await expect(page.getByText('Nothing of that name.')).toBeVisible()
  // Text that was not chosen is discarded.
  await company.press('Escape')
  await expect(company).toHaveValue('Northquay Dining')
  await company.fill('')
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('This installation')
  await company.press('Tab')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(company).toHaveValue(/^This installation/)
})
