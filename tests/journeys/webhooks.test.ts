import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

// Longer than a name may be, so that nobody is asked for it and nobody ever has it.
const address = `https://${'hooks-of-nobody-'.repeat(4)}.tablewire-journey.com/bookings`

test('HU3: an endpoint is added, its secret shown once, tried, changed, and removed again', async ({ page, product }) => {
  await signIn(page, '/booking-channels', product.adminEmail)
  // Other stories have made channels by now, and a list shows only what fits.
  await page.getByRole('searchbox', { name: 'Search channels' }).fill('Tripadvisor')
  await page
    .getByRole('grid', { name: 'Booking channels' })
    .getByRole('row', { name: /Tripadvisor/ })
    .click()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(page.getByText('No endpoint yet')).toBeVisible()
  await expect(page.getByText('is sent again after 5 s, 30 s, 2 min')).toBeVisible()
  await noFindings(page)

  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const add = page.getByRole('dialog', { name: 'Add endpoint' })
  await add.getByRole('textbox', { name: 'Address' }).fill('https://localhost/bookings')
  await add.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(add.getByText('This address cannot be used. It must be public, begin with https and use port 443 or 8443.')).toBeVisible()
  await add.getByRole('textbox', { name: 'Address' }).fill(address)
  await add.getByRole('combobox', { name: 'We show ourselves with' }).selectOption('basic')
  await add.getByRole('textbox', { name: 'User' }).fill('hub')
  await add.getByLabel('Password').fill('sesame')
  await noFindings(page)
  await add.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = page.getByRole('dialog', { name: 'The secret of the endpoint' })
  await expect(secret.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_[\w-]{43}$/)
  await secret.getByRole('button', { name: 'I have copied it' }).click()

  const endpoint = page.getByRole('listitem').filter({ hasText: address })
  await expect(endpoint.getByText('Not verified')).toBeVisible()
  // Nobody answers there: said in words, and it stays unverified.
  await endpoint.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/^No answer after|^Answered/)).toBeVisible()
  await expect(endpoint.getByText('Not verified')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Deliveries' }).or(page.getByText('Nothing was sent')).first()).toBeVisible()
  await noFindings(page)

  await endpoint.getByRole('button', { name: `More for ${address}` }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const edit = page.getByRole('dialog', { name: 'Change endpoint' })
  await edit.getByRole('combobox', { name: 'We show ourselves with' }).selectOption('none')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(endpoint.getByText('Signature only')).toBeVisible()

  await endpoint.getByRole('button', { name: `More for ${address}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove this endpoint?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No endpoint yet')).toBeVisible()
})

test('HU3: a channel’s own people find their webhooks in the portal, and nothing else of the channels', async ({ page }) => {
  await signIn(page, '/booking-channels', 'bc-agent@tablewire.test')
  await expect(page.getByRole('heading', { name: 'Forkful Guide', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add endpoint' })).toBeEnabled()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await noFindings(page)
  await page.goto('/traces')
  await expect(page.getByRole('heading', { name: 'Traces', level: 1 })).toBeVisible()
  await page.goto('/connection-health')
  await expect(page.getByRole('listitem').filter({ hasText: 'Forkful Guide' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Concierge desk' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await noSideways(page)
})
