import { aPlainSystem } from './a-plain-system.ts'
import { byApi } from './by-api.ts'
import { looks, looksRight, noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

test('ON3: a request is found, read, given an id, answered by mail and taken back', async ({ page, product }) => {
  test.slow()
  const call = await byApi(product)
  const system = await aPlainSystem(call)
  const [channel] = await call<{ id: string; name: string }[]>('GET', '/booking-channels?limit=1')
  const { id } = await call<{ id: string }>('POST', '/v1/onboarding-requests', {
    requester: 'rms',
    systemId: system.id,
    channelId: channel!.id,
    rmsVenueId: 'page-1',
    venueName: '<b>Café</b> Zwei',
    venueAddress: 'Markt 2',
    profileUrl: 'https://cafe.test/zwei',
  })
  // As a reminder's mail leads there.
  await signIn(page, `/onboarding-requests?id=${id}`, product.adminEmail)
  const panel = page.getByLabel('Onboarding request', { exact: true })
  await expect(panel.getByRole('heading', { name: '<b>Café</b> Zwei' })).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Waits for <b>Café</b> Zwei since' })).toBeVisible()
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await wear(page, colorScheme)
    await noSideways(page)
    await noFindings(page)
  }
  // On a telephone a value has the width for itself, whatever its name is called.
  const [name, value] = [panel.getByRole('term').first(), panel.getByRole('definition').first()]
  const [named, valued] = [(await name.boundingBox())!, (await value.boundingBox())!]
  expect(valued.y).toBeGreaterThanOrEqual(named.y + named.height)
  expect(valued.width).toBeGreaterThan(300)
  await page.setViewportSize({ width: 1440, height: 900 })

  await panel.getByRole('button', { name: 'Change the venue id' }).click()
  const ids = page.getByRole('dialog', { name: 'Ids of the restaurant' })
  await ids.getByLabel('Id at the booking channel').fill('zwei-at-channel')
  await noFindings(page)
  await ids.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('zwei-at-channel')).toBeVisible()

  await expect(panel.getByText('Nobody has said where the restaurant reads mail.')).toBeVisible()
  await panel.getByRole('button', { name: 'Send the invitation' }).click()
  const invite = page.getByRole('dialog', { name: 'Send the invitation' })
  await invite.getByLabel('E-mail of the restaurant').fill('nonsense')
  await invite.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(invite.getByLabel('E-mail of the restaurant')).toHaveAttribute('aria-invalid', 'true')
  await invite.getByLabel('E-mail of the restaurant').fill('zwei@house.test')
  await noFindings(page)
  await invite.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(panel.getByText('zwei@house.test').first()).toBeVisible()

  await panel.getByRole('button', { name: 'Cancel the request' }).click()
  const end = page.getByRole('dialog', { name: 'Cancel the request for <b>Café</b> Zwei?' })
  await expect(end.getByRole('button', { name: 'Cancel the request' })).toBeDisabled()
  await end.getByLabel('Reason').fill('They <i>closed</i>.')
  await noFindings(page)
  await end.getByRole('button', { name: 'Cancel the request' }).click()
  await expect(panel.getByText('They <i>closed</i>.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Cancel the request' })).toHaveCount(0)
  await panel.getByRole('tab', { name: 'History' }).click()
  const history = panel.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Venue ids given' })).toContainText('zwei-at-channel')
  await expect(history.getByRole('listitem').first()).toContainText('They <i>closed</i>.')
  await noFindings(page)
  await panel.getByRole('button', { name: 'Close' }).click()

  const list = page.getByRole('grid', { name: 'Onboarding requests' })
  await page.getByRole('searchbox', { name: 'Name, address, id or reference' }).fill('zwei-at')
  await expect(list.getByRole('row').filter({ hasText: 'Zwei' })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'State' }).selectOption('live')
  await expect(page.getByText('No request matches')).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()

  // What others do shows by itself.
  await call('POST', '/v1/onboarding-requests', {
    requester: 'bc',
    systemId: system.id,
    channelId: channel!.id,
    venueName: 'Haus Drei',
  })
  await expect(list.getByRole('row').filter({ hasText: 'Haus Drei' })).toBeVisible()
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await wear(page, colorScheme)
    await noSideways(page)
    await noFindings(page)
  }

  // One of a system and a channel; a second one is led to the first.
  await page.setViewportSize({ width: 1440, height: 900 })
  await wear(page, 'light')
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'New request' }).click()
    await dialog.getByRole('combobox', { name: 'Reservation system', exact: true }).selectOption(system.id)
    await dialog.getByRole('combobox', { name: 'Booking channel', exact: true }).selectOption(channel!.id)
    await dialog.getByRole('textbox', { name: 'Restaurant', exact: true }).fill('Vier Jahreszeiten')
    await dialog.getByLabel('Id at the reservation system').fill('four-1')
    await dialog.getByRole('button', { name: 'Send the request' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'New request' })
  await page.getByRole('button', { name: 'New request' }).click()
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Restaurant', exact: true })).toHaveAttribute('aria-invalid', 'true')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await ask()
  await expect(panel.getByRole('heading', { name: 'Vier Jahreszeiten' })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await ask()
  await expect(dialog.getByRole('alert').getByText('An open request stands in the way.')).toBeVisible()
  await expect(dialog.getByLabel('Id at the reservation system')).toHaveValue('four-1')
  await dialog.getByRole('alert').getByRole('button', { name: 'Look at it' }).click()
  await expect(panel.getByRole('heading', { name: 'Vier Jahreszeiten' })).toBeVisible()
})
