import { aPlainSystem } from './a-plain-system.ts'
import { byApi } from './by-api.ts'
import { looksRight, noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

// Jobs are looked for every two seconds, by a machine that may have other things to do.
const slow = { timeout: 60_000 }
test('ON3: who asks for a restaurant sees which one is probably meant, and says which', async ({ page, product }) => {
  test.slow()
  const call = await byApi(product)
  const system = await aPlainSystem(call)
  const [channel] = await call<{ id: string }[]>('GET', '/booking-channels?limit=1')
  const venue = { venueName: 'Zum Anker', venueAddress: 'Kai 3, Kiel' }
  await call('POST', '/v1/onboarding-requests', { requester: 'rms', systemId: system.id, channelId: channel!.id, ...venue })
  await signIn(page, '/onboarding-requests', product.adminEmail)
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New request' })
  await dialog.getByRole('combobox', { name: 'Reservation system', exact: true }).selectOption(system.id)
  await dialog.getByRole('combobox', { name: 'Booking channel', exact: true }).selectOption(channel!.id)
  await dialog.getByRole('textbox', { name: 'Restaurant', exact: true }).fill('Anker')
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('Kai 3, 24103 Kiel')
  const meant = dialog.getByRole('group', { name: 'Is one of these meant?' })
  await expect(meant.getByText('Same address')).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'may be meant' })).toHaveCount(1)
  await looksRight(page)
  await wear(page, 'light')
  // Not silently: the server refuses it, and everything typed is still there.
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(dialog.getByText('An open request stands in the way.').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Restaurant', exact: true })).toHaveValue('Anker')
  await meant.getByRole('radio', { name: 'None of these' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByLabel('Onboarding request', { exact: true }).getByRole('heading', { name: 'Anker', exact: true })).toBeVisible()
})

test('ON3: the list is narrowed by partner, set right, taken away as a file, and its report leads back to it', async ({
  page,
  product,
}) => {
  test.slow()
  const call = await byApi(product)
  const system = await aPlainSystem(call)
  const [channel, other] = await call<{ id: string; name: string }[]>('GET', '/booking-channels?limit=2')
  const ask = (venueName: string, channelId: string) =>
    call<{ id: string }>('POST', '/v1/onboarding-requests', {
      requester: 'rms',
      systemId: system.id,
      channelId,
      venueName,
      rmsVenueId: venueName,
    })
  const { id } = await ask('Taverne Nord', channel!.id)
  await ask('Taverne Süd', other!.id)
  await signIn(page, `/onboarding-requests?q=taverne`, product.adminEmail)
  const list = page.getByRole('grid', { name: 'Onboarding requests' })
  await expect(list.getByRole('row').filter({ hasText: 'Taverne' })).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Booking channel' }).selectOption(channel!.id)
  await expect(list.getByRole('row').filter({ hasText: 'Taverne' })).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`channel=${channel!.id}`))
  await expect(page.getByRole('combobox', { name: 'State' })).toContainText('All open (1)')
  await looksRight(page)
  await wear(page, 'light')
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect(page.getByText('The file is ready').first()).toBeVisible(slow)

  await page.goto(`/onboarding-requests?id=${id}`)
  const panel = page.getByLabel('Onboarding request', { exact: true })
  await panel.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'What is known of the restaurant' })
  await edit.getByLabel('Phone').fill('+49 40 1234567')
  await edit.getByLabel('Internal notes of the channel').fill('<b>slow</b>')
  await edit.getByLabel('Web page').fill('nonsense')
  await noFindings(page)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('Web page')).toHaveAttribute('aria-invalid', 'true')
  await edit.getByLabel('Web page').fill('https://taverne.test')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('+49 40 1234567')).toBeVisible()
  await expect(panel.getByText('<b>slow</b>')).toBeVisible()
  await panel.getByRole('tab', { name: 'History' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Details changed' })).toBeVisible()

  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/onboarding-report?channel=${channel!.id}&from=${yesterday}`)
  const partners = page.getByRole('region', { name: 'By partner' })
  await looksRight(page)
  await partners.getByRole('row').filter({ hasText: channel!.name }).getByRole('link').first().click()
  await expect(page).toHaveURL(/onboarding-requests\?.*state=open/)
  await expect(list.getByRole('row').filter({ hasText: 'Taverne Nord' })).toBeVisible()
  await expect(list.getByRole('row').filter({ hasText: 'Taverne Süd' })).toHaveCount(0)
  // What narrows the list is seen, and taken off.
  const period = page.getByRole('button', { name: /Requested from/ })
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(period).toBeVisible()
    await noSideways(page)
    await noFindings(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await period.click()
  await expect(period).toHaveCount(0)
  expect(page.url()).not.toContain('from=')
})

test('ON3: who edits a request after somebody else saved it takes nothing back', async ({ page, product }) => {
  test.slow()
  const call = await byApi(product)
  const system = await aPlainSystem(call)
  const [channel] = await call<{ id: string }[]>('GET', '/booking-channels?limit=1')
  type Request = { id: string; version: number; venuePhone: string; venueAddress: string; bookingChannelVenueId: string | null }
  const asked = { requester: 'rms', systemId: system.id, channelId: channel!.id, venueName: 'Zwei Hände', rmsVenueId: 'hands-1' }
  const { id } = await call<Request>('POST', '/v1/onboarding-requests', { ...asked, bookingChannelVenueId: 'hands-a' })
  const read = () => call<Request>('GET', `/v1/onboarding-requests/${id}`)
  const meanwhile = async (path: string, change: object): Promise<void> => {
    const { version } = await read()
    await call(path === '' ? 'PUT' : 'POST', `/v1/onboarding-requests/${id}${path}`, { version, ...change })
  }
  await signIn(page, `/onboarding-requests?id=${id}`, product.adminEmail)
  const panel = page.getByLabel('Onboarding request', { exact: true })
  await panel.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'What is known of the restaurant' })
  await edit.getByLabel('Address').fill('Gasse 5')
  await meanwhile('', { venuePhone: '+49 30 777', notes: 'Theirs' })
  await expect(edit.getByText(/^Saved by somebody else/)).toBeVisible()
  await expect(edit.getByLabel('Phone')).toHaveValue('')
  await noFindings(page)
  await edit.getByLabel('Notes', { exact: true }).fill('Mine')
  await edit.getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await expect(stale.getByText(/^Saved by/)).toBeVisible()
  await expect(stale.getByRole('row').filter({ hasText: 'Phone' })).toContainText('+49 30 777')
  for (const colorScheme of ['dark', 'light'] as const) {
    await wear(page, colorScheme)
    await noFindings(page)
  }
  await stale.getByRole('row').filter({ hasText: 'Notes' }).getByRole('button', { name: 'Take theirs' }).click()
  await stale.getByRole('button', { name: 'Save this' }).click()
  await expect(panel.getByText('Gasse 5')).toBeVisible()
  expect(await read()).toMatchObject({ venueAddress: 'Gasse 5', venuePhone: '+49 30 777', notes: 'Theirs' })

  // Untouched, it says nothing, whatever it shows.
  await panel.getByRole('button', { name: 'Change the venue id' }).click()
  const ids = page.getByRole('dialog', { name: 'Ids of the restaurant' })
  await meanwhile('/ids', { bookingChannelVenueId: 'hands-b' })
  await expect(ids.getByText(/^Saved by somebody else/)).toBeVisible()
  await expect(ids.getByLabel('Id at the booking channel')).toHaveValue('hands-a')
  await ids.getByRole('button', { name: 'Save' }).click()
  await expect(ids).toBeHidden()
  expect(await read()).toMatchObject({ bookingChannelVenueId: 'hands-b' })
})

test('ON3: requests come in from a file, rehearsed first', async ({ page, product }) => {
  test.slow()
  const call = await byApi(product)
  const system = await aPlainSystem(call)
  const [channel] = await call<{ id: string; name: string }[]>('GET', '/booking-channels?limit=1')
  await signIn(page, '/onboarding-requests', product.adminEmail)
  await page.getByRole('link', { name: 'From a file' }).click()
  await expect(page.getByRole('radio', { name: /Onboarding requests/ })).toBeChecked()
  const sample = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Sample file: Onboarding requests' }).click()
  expect((await sample).suggestedFilename()).toBe('onboarding-requests.csv')
  const rows = [
    'Name,Reservation system,Booking channel,Requester,Id at the reservation system,Address,Email',
    `Zur Linde,${system.name},${channel!.name},RMS,linde-1,Dorfstraße 1,linde@house.test`,
    `Zum Ochsen,${system.name},Nobody,RMS,ochsen-1,Dorfstraße 2,ochsen@house.test`,
  ]
  await page.getByTestId('import-file').setInputFiles({ name: 'requests.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await expect(page.getByText('7 of 7 columns mapped')).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Try it, nothing is written' }).click()
  await expect(page.getByText('no booking channel of this name that you could ask for').first()).toBeVisible(slow)
  await noFindings(page)
  await page.getByRole('button', { name: 'Send 1 request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported').first()).toBeVisible(slow)
  await page.goto('/onboarding-requests?q=linde-1')
  await expect(page.getByRole('grid', { name: 'Onboarding requests' }).getByRole('row').filter({ hasText: 'Zur Linde' })).toBeVisible()
})
