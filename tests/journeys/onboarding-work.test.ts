import { byApi } from './by-api.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const looks = [
  [1440, 'light'],
  [1440, 'dark'],
  [820, 'light'],
  [820, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const

test('ON3: who asks for a restaurant sees which one is probably meant, and says which', async ({ page, product }) => {
  test.slow()
  const call = await byApi(product)
  const [system] = await call<{ id: string }[]>('GET', '/v1/systems?limit=1')
  const [channel] = await call<{ id: string }[]>('GET', '/booking-channels?limit=1')
  const venue = { venueName: 'Zum Anker', venueAddress: 'Kai 3, Kiel' }
  await call('POST', '/v1/onboarding-requests', { requester: 'rms', systemId: system!.id, channelId: channel!.id, ...venue })
  await signIn(page, '/onboarding-requests', product.adminEmail)
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New request' })
  await dialog.getByRole('combobox', { name: 'Reservation system', exact: true }).selectOption(system!.id)
  await dialog.getByRole('combobox', { name: 'Booking channel', exact: true }).selectOption(channel!.id)
  await dialog.getByRole('textbox', { name: 'Restaurant', exact: true }).fill('Anker')
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('Kai 3, 24103 Kiel')
  const meant = dialog.getByRole('group', { name: 'Is one of these meant?' })
  await expect(meant.getByText('Same address')).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'may be meant' })).toHaveCount(1)
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await noSideways(page)
    await noFindings(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  // Not silently: the server refuses it, and everything typed is still there.
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(dialog.getByText('An open request stands in the way.').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Restaurant', exact: true })).toHaveValue('Anker')
  await meant.getByRole('radio', { name: 'None of these' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByLabel('Onboarding request', { exact: true }).getByRole('heading', { name: 'Anker', exact: true })).toBeVisible()
})
