import type { Browser, Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { addSystem, removeSystem } from './a-system.ts'
import { noFindings, signIn } from './frame.ts'
import { expect, type Product, test } from './server.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const stale = (page: Page) => page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
const draftsKept = (page: Page, part: string) =>
  expect
    .poll(() =>
      page.evaluate((text) => Object.keys(localStorage).some((key) => key.startsWith('tablewire:draft:') && key.includes(text)), part),
    )
    .toBe(true)

/** A colleague at another desk. */
const colleague = async (browser: Browser, product: Product, path: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await signIn(page, path, product.adminEmail)
  return page
}

test('UX: ten mistakes are named where they are, and a reload and a lost connection cost nothing of what was typed', async ({
  page,
  product,
  context,
}) => {
  const { venueId, name } = await aDinner(product)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  await field(page, 'City').fill('Akureyri')
  for (const [label, text] of [
    ['Name', ' '],
    ['Latitude', '999'],
    ['Longitude', 'west'],
    ['Smallest party', 'few'],
    ['Largest party', '0'],
  ] as const)
    await field(page, label).fill(text)
  await tab(page, 'Hub setup').click()
  for (const [label, text] of [
    ['Colour', 'blue'],
    ['Bookable ahead', '0'],
    ['Cut-off', '-5'],
    ['Cancellation', 'never'],
    ['Hold', '1'],
  ] as const)
    await field(page, label).fill(text)
  await save(page).click()
  await expect(page.getByText('10 fields need attention')).toBeVisible()
  await draftsKept(page, `venue:${venueId}`)
  await page.reload()
  await expect(page.getByText('What you typed before is here again')).toBeVisible()
  await expect(field(page, 'Colour')).toHaveValue('blue')
  await save(page).click()
  await expect(page.getByText('10 fields need attention')).toBeVisible()

  // Each beside its field, the one the sentence leads to among them.
  await tab(page, 'E-mail').click()
  await page.getByRole('button', { name: 'Show the first' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(page.getByRole('main').locator('[aria-invalid="true"]:visible')).toHaveCount(5)
  await noFindings(page)
  for (const [label, text] of [
    ['Name', name],
    ['Latitude', '65.7'],
    ['Longitude', '-18.1'],
    ['Smallest party', '1'],
    ['Largest party', '12'],
  ] as const)
    await field(page, label).fill(text)
  await tab(page, 'Hub setup').click()
  await expect(page.getByRole('main').locator('[aria-invalid="true"]:visible')).toHaveCount(5)
  for (const [label, text] of [
    ['Colour', '#225588'],
    ['Bookable ahead', '60'],
    ['Cut-off', '30'],
    ['Cancellation', '120'],
    ['Hold', '300'],
  ] as const)
    await field(page, label).fill(text)

  await context.setOffline(true)
  await save(page).click()
  await expect(page.getByText('Saving …')).toBeVisible()
  await expect(field(page, 'Colour')).toHaveValue('#225588')
  await draftsKept(page, `venue:${venueId}`)
  // Goes out by itself as soon as there is a connection again.
  await context.setOffline(false)
  await expect(page.getByText(`${name} is saved.`)).toBeVisible()
  await tab(page, 'Details').click()
  await expect(field(page, 'City')).toHaveValue('Akureyri')
})

test('CH2: two people at one channel: who comes second, after a reload too, sees what the first saved and loses nothing', async ({
  page,
  product,
  browser,
}) => {
  await aDinner(product)
  await signIn(page, '/booking-channels?q=Journey', product.adminEmail)
  await page.getByRole('grid', { name: 'Booking channels' }).getByRole('row').nth(1).click()
  await expect(field(page, 'Name')).toBeVisible()
  const { pathname, search } = new URL(page.url())
  const other = await colleague(browser, product, pathname + search)
  await expect(field(other, 'Name')).toBeVisible()

  page.on('dialog', (dialog) => void dialog.accept())
  await field(page, 'Name').fill('Guide of the second')
  await tab(page, 'Limits').click()
  await field(page, 'Largest party').fill('9')
  await draftsKept(page, 'booking-channel:')
  await field(other, 'Name').fill('Guide of the first')
  await save(other).click()
  await expect(other.getByText('Guide of the first is saved.')).toBeVisible()
  await other.context().close()

  // The page comes anew with what the first saved, and still knows what the second began from.
  await page.reload()
  await expect(page.getByText('What you typed before is here again')).toBeVisible()
  await save(page).click()
  await expect(stale(page).getByRole('row', { name: /Name/ })).toContainText('Guide of the first')
  await noFindings(page)
  await stale(page).getByRole('button', { name: 'Take theirs' }).click()
  await stale(page).getByRole('button', { name: 'Save this' }).click()
  await expect(page.getByText('Guide of the first is saved.')).toBeVisible()
  await expect(field(page, 'Largest party')).toHaveValue('9')
})

test('UX: after a pause and a save nothing is left of what was typed, and what somebody else saves later is seen', async ({
  page,
  product,
  browser,
}) => {
  const { venueId, name } = await aDinner(product)
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  await field(page, 'City').fill('X hal')
  // The pause of somebody who thinks: what was typed so far is kept.
  await draftsKept(page, `venue:${venueId}`)
  await field(page, 'City').pressSequentially('f21')
  await field(page, 'City').press('Enter')
  await expect(page.getByText(`${name} is saved.`)).toBeVisible()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('X half21')
  await expect(page.getByText('What you typed before is here again')).toHaveCount(0)

  const other = await colleague(browser, product, `/venues?id=${venueId}`)
  await field(other, 'City').fill('Their city')
  await draftsKept(other, `venue:${venueId}`)
  await field(other, 'City').press('Enter')
  await expect(other.getByText(`${name} is saved.`)).toBeVisible()
  await other.context().close()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('Their city')
})

test('HU1: what a system sends for a channel survives a reload without its secrets, and a colleague’s change is compared', async ({
  page,
  product,
  browser,
}) => {
  const name = `Headers ${Date.now().toString(36)}`
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, '/systems', product.adminEmail)
  await addSystem(page, name)
  await tab(page, 'Channels').click()
  const { pathname, search } = new URL(page.url())
  const other = await colleague(browser, product, pathname + search)
  const edit = (who: Page) => who.getByRole('button', { name: 'Edit: Tripadvisor' })
  const about = (who: Page) => who.getByRole('dialog', { name: 'Tripadvisor', exact: true })
  await edit(page).click()
  await about(page).getByRole('button', { name: 'Add a header' }).click()
  await about(page).getByRole('textbox', { name: 'Name' }).fill('x-market')
  await about(page).getByLabel('Value').fill('open sesame')
  await draftsKept(page, 'system-channel:')
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('open sesame')

  await edit(other).click()
  await about(other).getByRole('button', { name: 'Add a setting' }).click()
  await about(other).getByRole('textbox', { name: 'Name' }).fill('market')
  await about(other).getByRole('textbox', { name: 'Value' }).fill('ES')
  await about(other).getByRole('button', { name: 'Save' }).click()
  await expect(about(other)).toHaveCount(0)
  await other.context().close()

  await page.reload()
  await expect(about(page).getByText('What you typed before is here again')).toBeVisible()
  await expect(about(page).getByRole('textbox', { name: 'Name' })).toHaveValue('x-market')
  await about(page).getByLabel('Value').fill('open sesame')
  await noFindings(page)
  await about(page).getByRole('button', { name: 'Save' }).click()
  await expect(stale(page).getByRole('row', { name: /Settings/ })).toContainText('market: ES')
  await stale(page).getByRole('button', { name: 'Save this' }).click()
  await expect(about(page)).toHaveCount(0)
  await expect(page.getByText(/1 header · 1 setting/)).toBeVisible()
  await removeSystem(page, name)
})

test('SE2: an area is archived once the reservations that sit in it were moved, each of them one click away', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const terrace = '019a0000-0000-7000-8000-000000000002'
  const { id } = await dinner.book('19:00', { firstName: 'Tora', lastName: 'Terrace' }, { areaId: terrace })
  await signIn(page, `/settings/restaurant-setup?venue=${dinner.venueId}&tab=areas`, product.adminEmail)
  await page.getByRole('button', { name: 'Archive Terrace' }).click()
  await page.getByRole('dialog', { name: 'Archive Terrace?' }).getByRole('button', { name: 'Archive' }).click()
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: '1 reservation has no place in the new book' })
  await expect(dialog.getByText(/Tora Terrace/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save the book' })).toBeDisabled()
  await noFindings(page)
  const opening = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open' }).click()
  const beside = await opening
  const details = beside.getByRole('complementary', { name: 'Reservation details' })
  await expect(details).toBeVisible()
  await details.getByRole('button', { name: 'Change', exact: true }).click()
  await beside.getByLabel('Area').selectOption('Main room')
  await beside.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(beside.getByText('The reservation of Tora Terrace is changed').first()).toBeVisible()
  await beside.close()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await save(page).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Archived areas' })).toContainText('Terrace')
  expect((await dinner.read(id)).status).toBe('confirmed')
})
