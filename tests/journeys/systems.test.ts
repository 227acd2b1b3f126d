import type { Page } from '@playwright/test'
import { addSystem, removeSystem } from './a-system.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('HU1: a system is added by its name, set up in its tabs, and what was typed survives a reload', async ({ page, product }) => {
  await signIn(page, '/systems', product.adminEmail)
  await expect(page.getByRole('row', { name: /^Tablewire book/ })).toBeVisible()
  await noFindings(page)
  await addSystem(page, 'Paper Plates')
  await expect(field(page, 'Code')).toHaveValue('paper-plates')
  await noFindings(page)
  await page.getByRole('tab', { name: 'Google settings' }).click()
  await field(page, 'Address of its interface').fill('http://10.0.0.8/api')
  await page.getByRole('tab', { name: 'Google account' }).click()
  await field(page, 'Host').fill('sftp://localhost')
  await page.getByRole('tab', { name: 'Details' }).click()
  await field(page, 'Code').fill('NOT a code')
  await save(page).click()
  // The server names what is wrong, wherever it stands.
  await expect(field(page, 'Code')).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'Code').fill('paper')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Google settings' })).toHaveAttribute('aria-selected', 'true')
  await expect(
    page.getByText('This address cannot be used. It must be public, begin with https and use port 443 or 8443.').first(),
  ).toBeVisible()
  await expect(page.getByText('2 fields need attention')).toBeVisible()
  await noFindings(page)
  // The draft is written a moment after the last key.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage).some(([key, text]) => key.includes(':system:') && String(text).includes('10.0.0.8')),
      ),
    )
    .toBe(true)
  await page.reload()
  await expect(field(page, 'Address of its interface')).toHaveValue('http://10.0.0.8/api')
  await field(page, 'Address of its interface').fill('https://api.paper-plates.com/v1')
  await page.getByRole('tab', { name: 'Connection' }).click()
  await page.getByLabel('API token').fill('open sesame')
  await page.getByRole('tab', { name: 'Google account' }).click()
  await field(page, 'Host').fill('sftp://feeds.paper-plates.com')
  await save(page).click()
  await expect(page.getByText('Paper Plates was saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Connection' }).click()
  await expect(page.getByRole('group', { name: 'API token' }).getByText(/^Set since/)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await noSideways(page)
  await page.setViewportSize({ width: 1360, height: 850 })
  await removeSystem(page, 'Paper Plates')
})

test('HU2: a connection is set up, what cannot be reached is said in plain words, and the test waits for the save', async ({
  page,
  product,
}) => {
  await signIn(page, '/systems', product.adminEmail)
  await addSystem(page, 'Far Kitchen')
  await page.getByRole('tab', { name: 'Connection' }).click()
  const run = page.getByRole('button', { name: 'Test connection' })
  await run.click()
  await expect(page.getByText('The connection does not work yet', { exact: false })).toBeVisible()
  await expect(page.getByText('Enter the address and the token, save, and test again.', { exact: false })).toBeVisible()
  await noFindings(page)
  await field(page, 'Address').fill('http://169.254.169.254/latest')
  await page.getByLabel('API token').fill('open sesame')
  await expect(run).toBeDisabled()
  await save(page).click()
  await expect(
    page.getByText('This address cannot be used. It must be public, begin with https and use port 443 or 8443.').first(),
  ).toBeVisible()
  // A name that nobody can ever have.
  await field(page, 'Address').fill('https://reservations.far-kitchen-nobody.com')
  await save(page).click()
  await expect(page.getByText('Far Kitchen was saved')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await noSideways(page)
  await page.setViewportSize({ width: 1360, height: 850 })
  await page.getByRole('combobox', { name: 'Connector' }).selectOption('Sandbox Reservations')
  await expect(page.getByRole('combobox', { name: 'Cancelling by' })).toBeHidden()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('combobox', { name: 'Cancelling by' })).toHaveValue('put')
  await removeSystem(page, 'Far Kitchen')
})

test('HU1: party sizes that cannot be any are said and stay as they were typed', async ({ page, product }) => {
  await signIn(page, '/systems', product.adminEmail)
  await addSystem(page, 'Many Tables')
  await page.getByRole('tab', { name: 'Sync' }).click()
  const sizes = page.getByRole('textbox', { name: 'Party sizes asked for' })
  await sizes.fill('2, four, 200')
  await save(page).click()
  await expect(page.getByText('These are no party sizes from 1 to 100: four, 200')).toBeVisible()
  await expect(sizes).toHaveValue('2, four, 200')
  await noFindings(page)
  await sizes.fill('2, 4-6')
  await save(page).click()
  await expect(page.getByText('Many Tables was saved')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Sync' }).click()
  await expect(sizes).toHaveValue('2, 4, 5, 6')
  await removeSystem(page, 'Many Tables')
})

test('HU1: of two people who change one system, the second sees both versions and loses nothing', async ({ page, product, context }) => {
  await signIn(page, '/systems', product.adminEmail)
  await addSystem(page, 'Twin Forks')
  const other = await context.newPage()
  await other.goto(page.url())
  await field(other, 'Name').fill('Twin Forks Europe')
  await save(other).click()
  await expect(other.getByText('Twin Forks Europe was saved')).toBeVisible()
  await other.close()
  await page.getByRole('switch', { name: 'Name the channel in the notes' }).check()
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await expect(dialog.getByRole('row', { name: /Twin Forks Europe/ })).toBeVisible()
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(page.getByRole('heading', { name: 'Twin Forks Europe', exact: true })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Name the channel in the notes' })).toBeChecked()
  await removeSystem(page, 'Twin Forks Europe')
})

test('AC10: a key is shown once, works at once, and is refused once it was revoked', async ({ page, product, request }) => {
  await signIn(page, '/systems', product.adminEmail)
  await addSystem(page, 'Key Kitchen')
  await page.getByRole('tab', { name: 'API keys' }).click()
  await expect(page.getByText('There is no key yet')).toBeVisible()
  await page.getByRole('button', { name: 'New key' }).click()
  const shown = page.getByRole('dialog', { name: 'New key of Key Kitchen' })
  const key = await shown.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(key).toMatch(/^rms_/)
  await noFindings(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(shown).toBeHidden()
  const ask = () => request.get(`${product.url}/v1/rms/venues`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status()).toBe(200)
  await page.getByRole('button', { name: `Revoke …${key.slice(-4)}` }).click()
  await page
    .getByRole('dialog', { name: `Revoke the key …${key.slice(-4)}?` })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(page.getByText('There is no key yet')).toBeVisible()
  expect((await ask()).status()).toBe(401)
  await removeSystem(page, 'Key Kitchen')
})

test('CH3: a disconnection is asked first, comes back with the reason when it fails, and drops the entry at once when it does not', async ({
  page,
  product,
}) => {
  await signIn(page, '/licences?q=Casa%20do%20Limoeiro', product.adminEmail)
  const row = page.getByRole('row', { name: /^Casa do Limoeiro/ })
  // What runs is a count to the eye, and named to whoever hears the row.
  await expect(row).toContainText('4 live')
  await expect(row).toHaveAccessibleName(/Reserve with Google/)
  await noFindings(page)
  await row.click()
  const venue = page.getByRole('dialog', { name: 'Casa do Limoeiro' })
  const disconnect = async (): Promise<void> => {
    await venue.getByRole('button', { name: 'Disconnect: Reserve with Google' }).click()
    const asked = page.getByRole('dialog', { name: 'Disconnect Casa do Limoeiro from Reserve with Google?' })
    await expect(asked).toContainText('Reservations that were made there stay.')
    await asked.getByRole('button', { name: 'Disconnect' }).click()
  }
  await page.route('**/booking-channels/*/unlink-venues', (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is busy. Please try again in a moment.', code: 'server.busy' } }),
  )
  await disconnect()
  await expect(
    page.getByText('Casa do Limoeiro – Reserve with Google is still connected. The server is busy. Please try again in a moment.'),
  ).toBeVisible()
  await expect(venue.getByRole('button', { name: 'Disconnect: Reserve with Google' })).toBeVisible()
  await page.unroute('**/booking-channels/*/unlink-venues')
  const [answer] = await Promise.all([page.waitForResponse(/unlink-venues$/), disconnect()])
  expect(answer.ok()).toBe(true)
  await expect(venue.getByRole('button', { name: 'Disconnect: Reserve with Google' })).toBeHidden()
  await venue.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText('3 live')
  await expect(row).not.toHaveAccessibleName(/Reserve with Google/)
  // Back as it was.
  const { url, headers, body } = {
    url: answer.url().replace('unlink-venues', 'link-venues'),
    headers: await answer.request().allHeaders(),
    body: answer.request().postData(),
  }
  const linked = await page.request.put(url, {
    headers: { authorization: headers['authorization']!, 'content-type': 'application/json' },
    data: body!,
  })
  expect(linked.ok()).toBe(true)
})

test('CH4: reports show who has Tripadvisor and what came from there', async ({ page, product }) => {
  await signIn(page, '/licences?tab=reports', product.adminEmail)
  await expect(page.getByText(/^Reservations made through Tripadvisor from/)).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Tripadvisor' }).getByRole('row').nth(1)).toContainText('Live')
  await noFindings(page)
  await page.getByRole('combobox', { name: 'Report' }).selectOption('Meta')
  await expect(page.getByText('No venue has Meta')).toBeVisible()
  await noFindings(page)
})
