import type { Browser, Page } from '@playwright/test'
import { looksRight, noFindings, signIn } from './frame.ts'
import { expect, type Hub, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

type Found = { id: string; name: string; companyId: string }
const askAs = async (page: Page, hub: Hub) => {
  const { access_token } = await tokensOf(page.request, hub, hub.adminEmail)
  const headers = { authorization: `Bearer ${access_token}` }
  return async <T>(path: string, body?: object): Promise<T> => {
    const answer = body ? await page.request.post(path, { headers, data: body }) : await page.request.get(path, { headers })
    return ((await answer.json()) as { data: T }).data
  }
}
const venueOf = async (page: Page, hub: Hub, name: string): Promise<Found> => {
  const ask = await askAs(page, hub)
  return (await ask<Found[]>(`/venues?limit=50&filters[criteria]=${name}`)).find((venue) => venue.name === name)!
}
const makeLink = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: /^Connect (a page|again)$/ }).click()
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  return link
}
/** Whoever runs the page, in a browser of his own and without an account here. */
const anOwner = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const allow = async (owner: Page, person: string): Promise<void> => {
  await owner.getByRole('button', { name: 'Continue to Meta' }).click()
  await owner.getByLabel(person).check()
  await owner.getByRole('button', { name: 'Continue', exact: true }).click()
}
const metaDown = (owner: Page, hub: Hub, down: boolean) => owner.request.put(`${hub.metaUrl}/admin/faults`, { data: { down } })

test('GO2: a page is connected by a link, carries the button that leads guests to book, and is disconnected', async ({
  page,
  browser,
  hub,
}) => {
  test.slow()
  const { id } = await venueOf(page, hub, 'Harbour Lights')
  await signIn(page, `/venues?id=${id}&tab=meta`, hub.adminEmail)
  await page.getByRole('link', { name: 'Open the connection' }).click()
  await expect(heading(page)).toHaveText('Facebook and Instagram: Harbour Lights')
  await expect(page.getByText('No page is connected')).toBeVisible()
  // A moment after the start, venues' pages have their addresses.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /\/book\// })).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  await looksRight(page)
  const link = await makeLink(page)

  const owner = await anOwner(browser)
  await owner.goto(link)
  await expect(heading(owner)).toHaveText('Connect Harbour Lights with Facebook and Instagram')
  await looksRight(owner)
  // Stopped at Meta, and Meta away: words, and the way back to where it began.
  await owner.getByRole('button', { name: 'Continue to Meta' }).click()
  await owner.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading(owner)).toHaveText('Nothing was connected')
  await noFindings(owner)
  await owner.getByRole('link', { name: 'Begin again' }).click()
  await metaDown(owner, hub, true)
  await allow(owner, 'Marta Costa')
  await expect(heading(owner)).toHaveText('Meta does not answer')
  await metaDown(owner, hub, false)
  await owner.getByRole('link', { name: 'Begin again' }).click()
  await allow(owner, 'Marta Costa')
  await expect(heading(owner)).toHaveText('Which page belongs to Harbour Lights?')
  await looksRight(owner)
  const callback = owner.url()
  // The same address in another browser is good for nothing.
  const stranger = await anOwner(browser)
  await stranger.goto(callback)
  await expect(heading(stranger)).toHaveText('This sign-in is not valid any more')
  await owner.getByLabel('Marta’s Kitchen – Terrace').check()
  await owner.getByRole('button', { name: 'Use this page' }).click()
  await expect(heading(owner)).toHaveText('The page is connected')
  // Refreshed, the page says it again.
  await owner.goto(callback)
  await expect(heading(owner)).toHaveText('The page is connected')
  await owner.goto(link)
  await expect(heading(owner)).toHaveText('This link is not valid')
  await noFindings(owner)

  // The portal has followed.
  await expect(page.getByText('“Marta’s Kitchen – Terrace” is connected')).toBeVisible()
  await expect(page.getByText('The button has led to the booking page since', { exact: false })).toBeVisible({ timeout: 20_000 })
  await looksRight(page)
  await stranger.goto(`${hub.metaUrl}/pages/100200300400502`)
  await stranger.getByRole('link', { name: 'Book now' }).click()
  await expect(heading(stranger)).toHaveText('Harbour Lights')
  expect(new URL(stranger.url()).searchParams.get('utm_source')).toBe('meta')

  await page.goto('/licences?tab=reports&list=meta')
  const row = page.getByRole('row', { name: /Harbour Lights/ })
  await expect(row.getByText('Its own page')).toBeVisible()
  await looksRight(page)
  await row.getByRole('link', { name: 'Harbour Lights' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Disconnected on', { exact: false })).toBeVisible({ timeout: 20_000 })
  await stranger.goto(`${hub.metaUrl}/pages/100200300400502`)
  await expect(stranger.getByText('This page has no button.')).toBeVisible()
  await owner.context().close()
  await stranger.context().close()
})

test('GO2, VE2: a company’s page leads to a choice, and a house with its own sign-on takes the company’s app alone', async ({
  page,
  browser,
  hub,
}) => {
  test.slow()
  const { id, companyId } = await venueOf(page, hub, 'Vine Cellar')
  const ask = await askAs(page, hub)
  const group = await ask<{ id: string }>('/groups', { name: 'Cellars', logo: '', venues: [id], companyId })
  await signIn(page, `/meta?kind=group&id=${group.id}`, hub.adminEmail)
  await expect(heading(page)).toHaveText('Facebook and Instagram: Cellars')
  await expect(page.getByRole('button', { name: 'Connect a page' })).toBeEnabled()
  await page.goto(`/meta?kind=company&id=${companyId}`)
  await expect(heading(page)).toHaveText('Facebook and Instagram: Sandbox Kitchens')
  const owner = await anOwner(browser)
  await owner.goto(await makeLink(page))
  await allow(owner, 'Jan Visser')
  await expect(heading(owner)).toHaveText('The page is connected')
  await expect(page.getByText('“Bistro Visser” is connected')).toBeVisible()
  await page.goto(`/meta?kind=venue&id=${id}`)
  await expect(page.getByText('No page of its own is connected')).toBeVisible()
  await expect(page.getByText('The page of the company Sandbox Kitchens', { exact: false })).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'Show', exact: true }).click()
  await expect(heading(page)).toHaveText('Facebook and Instagram: Sandbox Kitchens')
  await expect(async () => {
    await owner.goto(`${hub.metaUrl}/pages/100200300400503`)
    await owner.getByRole('link', { name: 'Book now' }).click({ timeout: 1000 })
  }).toPass()
  await expect(owner.getByRole('link', { name: /The Quiet Garden/ })).toBeVisible()
  // The app is taken away at Meta: the hub hears of it.
  await owner.goto(`${hub.metaUrl}/settings/apps`)
  await owner.getByRole('button', { name: 'Remove Sandbox of Jan Visser' }).click()
  await expect(page.getByText('the app was removed at Meta', { exact: false })).toBeVisible()

  await page.goto(`/venues?id=${id}&tab=meta`)
  await page.getByRole('switch', { name: 'Own sign-on' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await page.goto(`/meta?kind=venue&id=${id}`)
  await expect(page.getByText('There is no app to sign in with at Meta yet.')).toBeVisible()
  await owner.goto(`${hub.metaUrl}/developers`)
  await owner.getByLabel('Name of the app').last().fill('Kitchens')
  await owner.getByLabel('Valid OAuth redirect URI').last().fill(`${hub.url}/meta/callback`)
  await owner.getByRole('button', { name: 'Make an app' }).click()
  const card = owner.locator('details', { hasText: 'Kitchens' })
  await card.locator('summary').click()
  const [appId, secret] = await card.locator('code').allTextContents()
  await page.goto('/meta')
  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an app' })
  const written = { Name: 'Kitchens', 'App id': appId!, 'App secret': secret! }
  for (const [label, value] of Object.entries(written))
    await dialog.getByRole('textbox', { name: label, exact: true }).or(dialog.getByLabel(label)).first().fill(value)
  await dialog.getByRole('combobox', { name: 'Company' }).fill('Sandbox Kitchens')
  await dialog.getByRole('option', { name: 'Sandbox Kitchens' }).first().click()
  await dialog.getByLabel('Address of the Graph API').fill('http://169.254.169.254/latest')
  await dialog.getByLabel('Address of the sign-in').fill(`${hub.metaUrl}/dialog/oauth`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByLabel('Address of the Graph API')).toHaveAttribute('aria-invalid', 'true')
  await noFindings(page)
  await dialog.getByLabel('Address of the Graph API').fill(`${hub.metaUrl}/graph`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Kitchens was saved')).toBeVisible()
  await looksRight(page)
  await page.goto(`/meta?kind=venue&id=${id}`)
  await expect(page.getByText('People sign in at Meta with the company’s own app.')).toBeVisible()
  await owner.goto(await makeLink(page))
  await owner.getByRole('button', { name: 'Continue to Meta' }).click()
  await expect(owner.getByText('Kitchens asks for', { exact: false })).toBeVisible()
  await owner.context().close()
})
