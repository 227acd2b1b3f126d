import type { Browser, Page } from '@playwright/test'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, type Hub, test } from './server.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

/** A house of the guide, as soon as it follows the hub. */
const placeOf = async ({ siteUrl }: Hub, name: string): Promise<string> => {
  let id = ''
  await expect
    .poll(
      async () => {
        const { places } = (await (await fetch(`${siteUrl}/admin/places`)).json()) as {
          places: { venueId: string; facts: { name: string } }[]
        }
        id = places.find(({ facts }) => facts.name === name)?.venueId ?? ''
        return id
      },
      { timeout: 90_000 },
    )
    .not.toBe('')
  return id
}
const another = async (browser: Browser, hub: Hub, path: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: hub.url })).newPage()
  await signIn(page, path, hub.adminEmail)
  return page
}

test('LI1: wrong hours at a partner site are found, read in words, and put right by one click before two people’s eyes', async ({
  page,
  browser,
  hub,
}) => {
  test.slow()
  const id = await placeOf(hub, 'The Quiet Garden')
  const guide = `${hub.siteUrl}/places/${id}`
  const places = `/listing/differences?venue=${id}&part=places`
  await signIn(page, places, hub.adminEmail)
  const other = await another(browser, hub, places)
  const place = page.getByRole('region', { name: 'Table Guide (sandbox)' })
  // Looked at once before anybody suggests something: the first look comes when it comes.
  await expect(place.getByText('Shown right')).toBeVisible()
  const guest = await page.context().newPage()
  await guest.goto(guide)
  await guest.getByRole('button', { name: 'It closes at 21:30' }).click()
  await expect(guest.getByText(/–21:30/).first()).toBeVisible()
  await noFindings(page)
  await place.getByRole('button', { name: 'Look now' }).click()
  for (const one of [page, other]) {
    const seen = one.getByRole('region', { name: 'Table Guide (sandbox)' })
    await expect(seen.getByText('Differs')).toBeVisible()
    await expect(
      seen
        .getByRole('article', { name: 'Opening hours' })
        .getByText(/–21:30/)
        .first(),
    ).toBeVisible()
    await expect(seen.getByText('Suggested by a guest at Table Guide (sandbox)')).toBeVisible()
  }
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
    await noFindings(page)
  }

  await place.getByRole('article', { name: 'Opening hours' }).getByRole('button', { name: 'Show ours' }).click()
  for (const one of [page, other])
    await expect(one.getByRole('region', { name: 'Table Guide (sandbox)' }).getByText('Shown right')).toBeVisible()
  await guest.goto(guide)
  await expect(guest.getByText(/–21:30/)).toHaveCount(0)
  await other.context().close()
})

test('LI1: differences of all venues are one list; several are decided at once, also by the keyboard and on a phone', async ({
  page,
  hub,
}) => {
  test.slow()
  const ids = [await placeOf(hub, 'Harbour Lights'), await placeOf(hub, 'Vine Cellar')]
  const drift = (id: string, facts: object | null) =>
    fetch(`${hub.siteUrl}/admin/places/${id}/drift`, { method: 'PUT', body: JSON.stringify({ facts }) })
  for (const id of ids) await drift(id, { phone: '+44 20 7946 0000', name: '<b>Other</b>' })
  await signIn(page, `/listing/differences?venue=${ids[0]}&part=places`, hub.adminEmail)
  for (const id of ids) {
    await page.goto(`/listing/differences?venue=${id}&part=places`)
    await page.getByRole('button', { name: 'Look now' }).click()
    await expect(page.getByText('Differs')).toBeVisible()
  }
  await page.goto('/listing/differences')
  const list = page.getByRole('grid', { name: 'Differences' })
  await expect(list.getByRole('row', { name: /Harbour Lights/ }).first()).toBeVisible()
  await expect(list.getByText('<b>Other</b>').first()).toBeVisible()
  await noFindings(page)
  await list.getByRole('row', { name: /Harbour Lights.*Phone/ }).click()
  await expect(page.getByRole('heading', { name: 'Harbour Lights: Phone' })).toBeVisible()
  await noFindings(page)
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
    await noFindings(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/listing/differences?field=phone')
  await expect(list.getByRole('row', { name: /Vine Cellar/ })).toBeVisible()
  // Others may differ as well.
  const mine = ['Harbour Lights', 'Vine Cellar'].map((name) => list.getByRole('row', { name: new RegExp(name) }))
  for (const row of mine) await row.getByRole('checkbox').check()
  const chosen = page.getByRole('region', { name: 'What is chosen' })
  await chosen.getByRole('button', { name: 'Take over theirs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take over 2 differences?' })
  await expect(dialog).toContainText('Phone: Harbour Lights, Vine Cellar')
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await chosen.getByRole('button', { name: 'Ignore this once' }).click()
  await expect(page.getByText('2 differences ignored')).toBeVisible()
  for (const row of mine) await expect(row).toHaveCount(0)
  for (const id of ids) await drift(id, null)
})

test('LI1: what is taken over shows in the open listing, hours only after a word about the book, and one never meets oneself', async ({
  page,
  hub,
}) => {
  test.slow()
  const id = await placeOf(hub, 'Vine Cellar')
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '17:00', to: '20:00' }))
  const facts = { hours: week, phone: '+44 20 7946 0111' }
  await fetch(`${hub.siteUrl}/admin/places/${id}/drift`, { method: 'PUT', body: JSON.stringify({ facts }) })
  await signIn(page, `/listing?id=${id}&tab=place`, hub.adminEmail)
  await page.getByLabel('City').fill('Greater London')
  await page.getByRole('tab', { name: 'Where it is shown' }).click()
  const place = page.getByRole('region', { name: 'Table Guide (sandbox)' })
  await place.getByRole('button', { name: 'Look now' }).click()
  // What was known before may still stand there.
  await expect(place.getByRole('article', { name: 'Phone' })).toContainText('+44 20 7946 0111')
  await expect(place.getByRole('article', { name: 'Opening hours' })).toContainText('17:00–20:00')
  await place.getByRole('article', { name: 'Phone' }).getByRole('button', { name: 'Take over theirs' }).click()
  await expect(page.getByText('1 difference taken over')).toBeVisible()
  await place.getByRole('article', { name: 'Opening hours' }).getByRole('button', { name: 'Take over theirs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take over hours from there?' })
  await expect(dialog).toContainText('no longer those of its book')
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Take over, apart from the book' }).click()
  await expect(page.getByText('changes of the book are not followed')).toBeVisible()
  await page.getByRole('tab', { name: 'Place and links' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('+442079460111')
  await expect(page.getByLabel('City')).toHaveValue('Greater London')
  await page.getByRole('tab', { name: 'Hours' }).click()
  await expect(page.getByText('Differs from the book')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await page.getByRole('tab', { name: 'Place and links' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Greater London')
})

test('LI1: the public page of a venue reads well in every language, at every width, without a finding', async ({ page, hub }) => {
  test.slow()
  const id = await placeOf(hub, 'The Quiet Garden')
  await signIn(page, `/listing/differences?venue=${id}&part=places`, hub.adminEmail)
  // The address is given with the next round over changed venues.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Your own page:')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 120_000 })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(hub.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  await page.goto('/r/the-quiet-garden-london')
  await expect(page.getByRole('heading', { level: 1, name: 'The Quiet Garden' })).toBeVisible()
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [390, 820, 1440]) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      await noSideways(page)
      await noFindings(page)
    }
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Öffnungszeiten' })).toBeVisible()
  expect(foreign).toEqual([])
  await page.goto('/r/nobody-is-called-so')
  await expect(page.getByRole('heading', { name: 'There is no restaurant at this address' })).toBeVisible()
  await noFindings(page)
})
