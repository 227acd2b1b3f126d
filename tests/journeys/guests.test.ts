import { aDinner, signIn } from './a-dinner.ts'
import { byApi } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

test('RE5: a booking leads to its guest; allergies, notes, merging, taking it back and deciding', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const booked = await dinner.book('19:00', { firstName: 'Ines', lastName: 'Vidal', email: 'ines@guests.example', phone: '+34600111001' })
  await dinner.book('19:30', { firstName: 'Inés', lastName: 'Vidal Roca', email: 'office@guests.example' })
  await dinner.book('20:00', { firstName: 'Jordi', lastName: 'Vidal', email: 'jordi@guests.example', phone: '+34600111001' })

  await signIn(page, product, `/reservations?date=${dinner.date}&venues=${dinner.venueId}&id=${booked.id}`)
  await page.getByRole('link', { name: 'All of this guest' }).click()
  const panel = page.getByLabel('Guest', { exact: true })
  await expect(panel.getByRole('heading', { name: 'Ines Vidal' })).toBeVisible()
  await expect(panel.getByText(booked.reference)).toBeVisible()

  // What still stands in a field is saved with the rest.
  await panel.getByLabel('Allergies').fill('Nuts')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Remove Nuts' })).toBeVisible()
  await panel.getByLabel('Tags').fill('Regular')
  await panel.getByLabel('Preferences').fill('By the window')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Remove Regular' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')

  // Somebody else was faster: nothing typed is lost.
  const id = new URL(page.url()).searchParams.get('id')!
  const { version } = await call<{ version: number }>('GET', `/v1/guests/${id}`)
  await panel.getByLabel('Preferences').fill('By the window, no music')
  await call('PATCH', `/v1/guests/${id}`, { version, tags: ['Regular', 'VIP'] })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('alert')).toContainText('Somebody else changed this guest meanwhile')
  await expect(panel.getByLabel('Preferences')).toHaveValue('By the window, no music')
  await panel.getByRole('button', { name: 'Take theirs' }).click()
  await expect(panel.getByRole('button', { name: 'Remove VIP' })).toBeVisible()

  await panel.getByLabel('New note').fill('Sits with her sister')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(panel.getByText('Sits with her sister')).toBeVisible()
  await expect(panel.getByLabel('New note')).toHaveValue('')
  await noFindings(page)

  await panel.getByLabel('Same person as another guest').fill('office@guests')
  await panel.getByRole('option', { name: /Vidal Roca/ }).click()
  await page.getByRole('dialog', { name: 'Merge these two guests?' }).getByRole('button', { name: 'Merge' }).click()
  await expect(panel.getByRole('link', { name: 'office@guests.example' })).toBeVisible()
  await panel.getByRole('button', { name: 'Not the same person: Inés Vidal Roca' }).click()
  await expect(panel.getByRole('link', { name: 'office@guests.example' })).toHaveCount(0)
  await expect(panel.getByText('Sits with her sister')).toBeVisible()

  await panel.getByRole('button', { name: 'Wants no news' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No more news' }).click()
  await expect(panel.getByText('Wants none')).toBeVisible()

  await page.goto(`/guests?venue=${dinner.venueId}`)
  await page.getByRole('searchbox', { name: 'Search name, e-mail or phone' }).fill('600 111 001')
  await expect(page.getByRole('row', { name: /Ines Vidal.*Nuts/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Jordi Vidal/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Vidal Roca/ })).toHaveCount(0)
  await noFindings(page)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }

  // New guests are compared every minute.
  await expect(async () => {
    await page.goto(`/guests?venue=${dinner.venueId}&pairs=true`)
    await expect(page.getByRole('article', { name: /Vidal and .* Vidal/ })).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 120_000 })
  const pair = page.getByRole('article', { name: /Vidal and .* Vidal/ })
  await expect(pair.getByText('Same phone')).toBeVisible()
  await noFindings(page)
  // A decision stays where it was made, says what it did, and is taken back by its notice, in its place or by the key.
  await pair.getByRole('button', { name: 'Same person: Jordi Vidal' }).dblclick()
  await expect(pair.getByText('They are one guest now')).toBeVisible()
  await expect(page.getByText('0 to decide')).toBeVisible()
  await page.getByRole('status').filter({ hasText: 'are one guest now' }).getByRole('button', { name: 'Undo' }).click()
  await expect(pair.getByText('They are one guest now')).toHaveCount(0)
  await expect(page.getByText('1 to decide')).toBeVisible()
  await pair.getByRole('button', { name: 'Different people' }).click()
  await expect(pair.getByText('They stay two guests')).toBeVisible()
  await noFindings(page)
  await page.keyboard.press('u')
  await expect(pair.getByText('They stay two guests')).toHaveCount(0)
  await pair.getByRole('button', { name: 'Different people' }).click()
  await expect(pair.getByText('They stay two guests')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nobody to decide about')).toBeVisible()
})
