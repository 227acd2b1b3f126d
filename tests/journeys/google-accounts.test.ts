import { noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

test('GO1: an account at Google is added, set up, given a password that is shown once, and says what it still lacks', async ({
  page,
  product,
}) => {
  await signIn(page, '/google-accounts', product.adminEmail)
  const list = page.getByRole('list', { name: 'Google accounts' })
  await expect(list.getByRole('listitem')).not.toHaveCount(0)
  await noFindings(page)
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kitchens at Google')
  await dialog.getByRole('combobox', { name: 'Whose account' }).selectOption({ label: 'Brand: Verdant' })
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Kitchens at Google' })).toBeVisible()
  const todo = page.getByRole('list', { name: 'What to do' })
  await expect(todo.getByRole('listitem')).toHaveCount(7)
  await expect(page.getByRole('textbox', { name: 'Address for Google' })).toHaveValue(/\/google\/kitchens-at-google-sandbox$/)
  await noFindings(page)

  await page.getByRole('textbox', { name: 'Partner number' }).fill('4711')
  await page.getByRole('textbox', { name: 'Host', exact: true }).fill('sftp://10.0.0.8')
  await page.getByRole('textbox', { name: 'Key of the service account' }).fill('{"no": "key"}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Everything that is wrong is said at its field, and what was typed stays.
  await expect(page.getByText('2 fields need attention')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Host', exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Key of the service account' })).toHaveValue('{"no": "key"}')
  await expect(page.getByRole('button', { name: 'Make a password' })).toBeDisabled()
  await noFindings(page)
  await page.getByRole('textbox', { name: 'Host', exact: true }).fill('sftp://partnerupload.google.com')
  await page.getByRole('textbox', { name: 'Key of the service account' }).fill('')
  await page.getByRole('textbox', { name: 'User for merchants' }).fill('feeds-m')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Kitchens at Google was saved')).toBeVisible()
  await expect(todo.getByRole('listitem')).toHaveCount(5)

  await page.getByRole('button', { name: 'Make a password' }).click()
  await page.getByRole('textbox', { name: 'User name' }).fill('maps')
  await page.getByRole('button', { name: 'Make it' }).click()
  const once = page.getByRole('dialog', { name: 'New password for Google' })
  const password = await once.getByRole('textbox', { name: 'Password', exact: true }).inputValue()
  await noFindings(page)
  await once.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(password)).toHaveCount(0)
  const health = (shown: string) =>
    page.request.get('/google/kitchens-at-google-sandbox/v3/HealthCheck', {
      headers: { authorization: `Basic ${Buffer.from(`maps:${shown}`).toString('base64')}` },
    })
  expect((await health(password)).status()).toBe(200)

  // Changed while Google still shows the old one: both are good until the old one is ended.
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('button', { name: 'Make it' }).click()
  const next = await once.getByRole('textbox', { name: 'Password', exact: true }).inputValue()
  await once.getByRole('button', { name: 'I have copied it' }).click()
  const passwords = page.getByRole('list', { name: 'Valid passwords' })
  await expect(passwords.getByRole('listitem')).toHaveCount(2)
  expect([(await health(password)).status(), (await health(next)).status()]).toEqual([200, 200])
  await expect(todo.getByText('Two passwords are valid.', { exact: false })).toBeVisible()
  await passwords.getByRole('listitem').nth(1).getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog', { name: 'End this password?' }).getByRole('button', { name: 'End now' }).click()
  await expect(passwords.getByRole('listitem')).toHaveCount(1)
  await expect.poll(async () => [(await health(password)).status(), (await health(next)).status()]).toEqual([401, 200])

  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await wear(page, colorScheme)
    await noFindings(page)
  }
  // Given back: the journeys share one installation.
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await kept
  await page.getByRole('button', { name: 'All Google accounts' }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'Kitchens at Google' })).toContainText('Off')
})
