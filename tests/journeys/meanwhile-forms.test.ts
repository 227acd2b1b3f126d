import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

const savedByOther = (page: Page) => page.getByText(/^Saved by somebody else, /)

test('whoever edits a group hears at once that somebody else saved it, and loses nothing', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { access_token } = await tokensOf(page.request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  const call = async <T>(method: 'post' | 'put', path: string, data: object): Promise<T> => {
    const answer = await page.request[method](`${product.url}${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }
  const body = { name: `Family ${dinner.name}`, logo: '', fbInstallLink: null, venues: [] }
  type Group = { id: string; version: number }
  const group = await call<Group>('post', '/groups', { ...body, companyId: dinner.companyId })
  await signIn(page, `/groups?id=${group.id}`, product.adminEmail)
  const name = page.getByLabel('Name')
  await expect(name).toHaveValue(body.name)
  // Nothing is typed: theirs is shown when it is asked for.
  const { version } = await call<Group>('put', `/groups/${group.id}`, { ...body, name: `${body.name} II`, version: group.version })
  await expect(savedByOther(page)).toBeVisible()
  await expect(name).toHaveValue(body.name)
  await noFindings(page)
  await page.getByRole('button', { name: 'Show the latest' }).click()
  await expect(name).toHaveValue(`${body.name} II`)
  await expect(savedByOther(page)).toBeHidden()
  // Something is typed: both are compared, before any save.
  await name.fill('Mine')
  await call('put', `/groups/${group.id}`, { ...body, name: 'Theirs', version })
  await page.getByRole('button', { name: 'See what changed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await expect(dialog.getByRole('cell', { name: 'Theirs', exact: true })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: /^Mine/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
  await expect(savedByOther(page)).toBeHidden()
})

test('so does whoever edits a venue', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  const city = page.getByLabel('City')
  await expect(city).toHaveValue('Reykjavík')
  await city.fill('Akureyri')
  const { access_token } = await tokensOf(page.request, product, product.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  await page.request.put(`${product.url}/venues/${venueId}`, { headers, data: { postalCode: '101' } })
  // In sight wherever one types, on a phone as well.
  await page.setViewportSize({ width: 390, height: 844 })
  await city.scrollIntoViewIfNeeded()
  await expect(savedByOther(page)).toBeInViewport({ ratio: 1 })
  await noFindings(page)
  await page.getByRole('button', { name: 'See what changed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await expect(dialog.getByRole('cell', { name: '101', exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Postal code')).toHaveValue('101')
  await expect(city).toHaveValue('Akureyri')
})

test('what is typed while a save is under way stays typed, and is saved by the next', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await signIn(page, `/venues?id=${venueId}`, product.adminEmail)
  const [city, postalCode] = [page.getByLabel('City'), page.getByLabel('Postal code')]
  await city.fill('Akureyri')
  await page.route(`**/venues/${venueId}`, async (route) => {
    if (route.request().method() === 'PUT') await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith(venueId))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await postalCode.fill('600')
  await saved
  await expect(page.getByText(/ is saved\.?$/).first()).toBeVisible()
  await expect(postalCode).toHaveValue('600')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await page.reload()
  await expect(city).toHaveValue('Akureyri')
  await expect(postalCode).toHaveValue('600')
})
