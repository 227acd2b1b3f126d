import { aDinner } from './a-dinner.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test('VE1: a venue that is here twice is merged; what comes over is told before, and the old address leads to the one that is kept', async ({
  page,
  product,
}) => {
  const kept = await aDinner(product)
  const double = await aDinner(product, kept.companyId)
  const guest = await double.book('19:00', { firstName: 'Nína', lastName: 'Björk' })
  await signIn(page, `/venues?id=${kept.venueId}`, product.adminEmail)
  await page.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: `Merge a venue into ${kept.name}` })
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true })
  await expect(merge).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'The venue that goes' }).fill(double.name)
  await page.getByRole('option', { name: new RegExp(double.name) }).click()
  // A guest is expected there: first the evening, then the order in the files.
  await expect(dialog.getByText(/reservation/)).toBeVisible()
  await expect(merge).toBeDisabled()
  await noFindings(page)
  await double.cancel(guest.id)
  await dialog.getByRole('combobox', { name: 'The venue that goes' }).fill('')
  await dialog.getByRole('combobox', { name: 'The venue that goes' }).fill(double.name)
  await page.getByRole('option', { name: new RegExp(double.name) }).click()
  await expect(dialog.getByText(`Channels, with their terms: ${double.name} channel`)).toBeVisible()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
    await noFindings(page)
  }
  await merge.click()
  await expect(page.getByText(`${double.name} was merged into ${kept.name}.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/venues?id=${double.venueId}`)
  await page.getByRole('button', { name: `Open ${kept.name}` }).click()
  await expect(page.getByRole('heading', { name: kept.name })).toBeVisible()
})
