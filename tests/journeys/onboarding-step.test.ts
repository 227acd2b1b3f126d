import { aPlainSystem } from './a-plain-system.ts'
import { byApi } from './by-api.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test('ON3: a restaurant is asked by mail, reads in its language, corrects and confirms by keyboard and without script', async ({
  browser,
  page,
  product,
}) => {
  test.slow()
  const call = await byApi(product)
  const system = await aPlainSystem(call)
  const [channel] = await call<{ id: string }[]>('GET', '/booking-channels?limit=1')
  const { id } = await call<{ id: string }>('POST', '/v1/onboarding-requests', {
    requester: 'rms',
    systemId: system.id,
    channelId: channel!.id,
    rmsVenueId: 'step-1',
    venueName: '<b>Zum</b> Anker',
    venueAddress: 'Hafen 1',
    contactEmail: 'anker@house.test',
    contactLanguage: 'de',
  })
  let mail: { id: string } | undefined
  await expect
    .poll(
      async () => {
        const mails = await call<{ id: string; to: string }[]>('GET', '/v1/mailbox?limit=50')
        mail = mails.find(({ to }) => to === 'anker@house.test')
        return mail !== undefined
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  const { text } = await call<{ text: string }>('GET', `/v1/mailbox/${mail!.id}`)
  const link = new URL(/https?:\S+\/onboarding\/\S+/.exec(text)![0]).pathname

  const seen = await browser.newPage({ baseURL: product.url, bypassCSP: true })
  for (const width of [1440, 820, 390, 320])
    for (const colorScheme of ['light', 'dark'] as const) {
      await seen.setViewportSize({ width, height: 900 })
      await seen.emulateMedia({ colorScheme })
      await seen.goto(link)
      await noSideways(seen)
      await noFindings(seen)
    }
  await seen.close()

  const reader = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const site = await reader.newPage()
  await site.goto(link)
  await expect(site.getByRole('heading', { level: 1 })).toContainText('<b>Zum</b> Anker')
  await site.getByLabel('Ihr Vor- und Nachname').fill('Ida Anker')
  await site.keyboard.press('Tab')
  await site.keyboard.press('Enter')
  await expect(site.getByRole('alert')).toBeVisible()
  await expect(site.getByLabel('Ihr Vor- und Nachname')).toHaveValue('Ida Anker')
  const name = site.getByLabel('Name des Restaurants')
  await name.fill('Zum Anker & Söhne')
  // Another language, and back: nothing typed is lost.
  await site.getByRole('button', { name: 'English' }).click()
  await expect(site.getByLabel('Name of the restaurant')).toHaveValue('Zum Anker & Söhne')
  await site.getByRole('button', { name: 'Deutsch' }).click()
  await expect(site.getByLabel('Ihr Vor- und Nachname')).toHaveValue('Ida Anker')
  await site.getByLabel('Montag').fill('12-15, 18:00-23:00')
  await site.getByRole('checkbox').focus()
  await site.keyboard.press('Space')
  await site.getByRole('button', { name: 'Bestätigen' }).focus()
  await site.keyboard.press('Enter')
  await expect(site.getByRole('heading', { name: 'Danke, das war alles' })).toBeVisible()
  await site.goto(link)
  await expect(site.getByRole('heading', { name: 'Das ist bereits bestätigt' })).toBeVisible()
  await reader.close()
  // Who has to act next reads what was corrected.
  expect(await call('GET', `/v1/onboarding-requests/${id}`)).toMatchObject({
    status: 'bc_activation',
    venueName: 'Zum Anker & Söhne',
    restaurantWord: { name: 'Zum Anker & Söhne', hours: 'Mo 12:00-15:00,18:00-23:00' },
  })
  expect(await call('GET', `/v1/onboarding-requests/${id}/invitation`)).toMatchObject({ state: 'confirmed', answeredBy: 'Ida Anker' })
  await signIn(page, `/onboarding-requests?id=${id}`, product.adminEmail)
  const panel = page.getByLabel('Onboarding request', { exact: true })
  await expect(panel.getByRole('heading', { name: 'Zum Anker & Söhne' })).toBeVisible()
  await expect(panel.getByText('Mon 12:00–15:00, 18:00–23:00')).toBeVisible()
  await panel.getByRole('tab', { name: 'History' }).click()
  const confirmed = panel.getByRole('listitem').filter({ hasText: 'Confirmed by the restaurant' })
  await expect(confirmed).toContainText('Restaurant: <b>Zum</b> Anker → Zum Anker & Söhne')
  await expect(confirmed).toContainText('Opening hours: Mon 12:00–15:00, 18:00–23:00')
})
