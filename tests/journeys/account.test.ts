import type { Page } from '@playwright/test'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, type Product, test } from './server.ts'
import { addAuthenticator, appCode, demoPassword, enter, stored } from './session-steps.ts'

const person = 'oste@tablewire.test'
/** Passkeys belong to a host name; an address of numbers has none. */
const named = ({ url }: Product): string => url.replace('127.0.0.1', 'localhost')

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })
const dialog = (page: Page) => page.getByRole('dialog')

test('AC9: an app is set up, asked for at the next sign-in, opened by a recovery code, and removed', async ({ page, product }) => {
  await page.goto(`${named(product)}/login?returnUrl=/settings/account`)
  await enter(page, person)
  await twoStep(page).getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByLabel('Your password')).toBeFocused()
  await noFindings(page)
  await page.getByLabel('Your password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('The current password is not right.')).toBeVisible()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await noFindings(page)
  const secret = await dialog(page).locator('code').innerText()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('This code is not right, or was used before.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret))
  await page.keyboard.press('Enter')
  const codes = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await noFindings(page)
  const code = await codes.first().innerText()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('tablewire-recovery-codes.txt')
  // Shown this once, so no stray key closes it.
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(twoStep(page).getByText('10 of ten are left.')).toBeVisible()

  await signOut(page)
  await page.goto(`${named(product)}/login?returnUrl=/settings/account`)
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(page.getByText(`Signing in as ${person}`)).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('autocomplete', 'one-time-code')
  await noFindings(page)
  await page.keyboard.type('000000')
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await noFindings(page)
  await page.keyboard.type(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(twoStep(page).getByText('9 of ten are left.')).toBeVisible()
  await noFindings(page)

  await twoStep(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('After this your password alone opens your account')).toBeVisible()
  await expect(page.getByLabel('Your password')).toBeFocused()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code of your app')).toHaveAccessibleDescription('This field is required')
  await expect(page.getByLabel('Code of your app')).toBeFocused()
  await noFindings(page)
  await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription('This code is not right, or was used before.')
  await noFindings(page)
  await dialog(page).getByRole('button', { name: 'Use a code of the app' }).click()
  await page.getByLabel('Code of your app').fill(appCode(secret, 1))
  await page.keyboard.press('Enter')
  await expect(twoStep(page).getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await expect(twoStep(page).getByRole('button', { name: 'Set up an app' })).toBeFocused()
})

test('AC9: a passkey is made, named, signs in by its button and as a second step, and is removed', async ({ page, product }) => {
  await addAuthenticator(page)
  // A browser that offers nothing by itself, so that each way is walked on purpose.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto(`${named(product)}/login?returnUrl=/settings/account`)
  await enter(page, person)
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await noFindings(page)
  await page.getByLabel('Name', { exact: true }).fill('The till')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(twoStep(page).getByText('The till')).toBeVisible()
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'This device already holds a passkey for your account.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await twoStep(page).getByRole('button', { name: 'Rename: The till' }).click()
  await page.getByLabel('Name', { exact: true }).fill('The till by the door')
  await page.keyboard.press('Enter')
  await expect(twoStep(page).getByText('The till by the door')).toBeVisible()

  await signOut(page)
  await page.goto(`${named(product)}/login?returnUrl=/settings/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByText('with a passkey').first()).toBeVisible()

  await signOut(page)
  await page.goto(`${named(product)}/login?returnUrl=/settings/account`)
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByText('in two steps').first()).toBeVisible()

  await twoStep(page).getByRole('button', { name: 'Remove: The till by the door' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(twoStep(page).getByText('The till by the door')).toHaveCount(0)
})

test('AC9: a browser that offers passkeys beside the e-mail signs in without a click', async ({ page, product }) => {
  await addAuthenticator(page)
  await page.goto(`${named(product)}/login?returnUrl=/settings/account`)
  await enter(page, person)
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await signOut(page)
  // The virtual device says yes to the offer at once, as a finger would.
  await expect(page).toHaveURL(/\/reservations$/)
  await page.goto(`${named(product)}/settings/account`)
  await twoStep(page).getByRole('button', { name: 'Remove: ' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  // Who signs in next is asked for it until it is gone.
  const removed = page.waitForResponse((answer) => /passkeys\/[^/]+\/delete$/.test(answer.url()))
  await page.keyboard.press('Enter')
  expect((await removed).ok()).toBe(true)
  await expect(twoStep(page).getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
})

test('AC9: at an address of numbers the page says why there are no passkeys', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => (message.type() === 'error' ? complaints.push(message.text()) : undefined))
  await page.goto('/login')
  await page.waitForTimeout(2_500)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  expect(complaints).toEqual([])
  await signIn(page, '/settings/account', person)
  await expect(twoStep(page).getByText('Passkeys need a host name, https and a browser that knows them.')).toBeVisible()
})

test('AC9: other sessions are seen and ended, one by one and all at once', async ({ page, browser, product }) => {
  const elsewhere = async () => {
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
    const other = await context.newPage()
    await signIn(other, '/settings/account', person)
    await expect(other.getByRole('heading', { name: 'My Account' })).toBeVisible()
    return other
  }
  await signIn(page, '/settings/account', person)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await sessions.getByText('This one').waitFor()
  if (await sessions.getByRole('button', { name: 'Sign out everywhere else' }).isVisible()) {
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  }
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  const one = await elsewhere()
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Sign out: Chrome, Linux' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(one).toHaveURL(/\/login/)
  await elsewhere()
  await elsewhere()
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await noFindings(page)
  await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('2 sessions ended')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
})

test('SE1: the language of the profile holds at once and everywhere', async ({ page }) => {
  await signIn(page, '/settings/account', person)
  const other = await page.context().newPage()
  await other.goto('/settings/account')
  await expect(other.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await page.getByRole('region', { name: 'Language and appearance' }).getByRole('combobox').selectOption('de')
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Mein Konto' })).toBeVisible()
  expect(await stored(page)).toMatchObject({ userData: { lang: 'de' } })
  await noFindings(page)
  await page.getByRole('region', { name: 'Sprache und Darstellung' }).getByRole('combobox').selectOption('en')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
})

test('SE1: a password that is guessed first is refused at its field; a changed one says so and opens the account', async ({ page }) => {
  const somebody = 'okami@tablewire.test'
  const change = async (to: string): Promise<void> => {
    await page.getByRole('region', { name: 'Password', exact: true }).getByLabel('Current password').fill(demoPassword)
    await page.getByLabel('New password').fill(to)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  const field = page.getByLabel('New password')
  await signIn(page, '/settings/account', somebody)
  for (const [password, text] of [
    ['Password123!', 'one of those that are guessed first'],
    ['okami@tablewire.test', 'made of a name, an address'],
    [demoPassword, 'the password you have already'],
  ] as const) {
    await change(password)
    await expect(field).toHaveAccessibleDescription(new RegExp(text))
    await expect(field).toBeFocused()
  }
  await change('quite another word')
  await expect(page.getByText('Password updated successfully').last()).toBeVisible()
  await signOut(page)
  await enter(page, somebody, 'quite another word')
  await expect(page).toHaveURL(/\/reservations$/)
})

for (const [width, height] of [
  [900, 800],
  [390, 844],
  [320, 640],
] as const)
  test(`SE1: the account fits ${width} pixels in both modes, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, '/settings/account', person)
    await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByText('This one')).toBeVisible()
    for (const mode of ['Light', 'Dark']) {
      await page.getByRole('button', { name: mode, exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('data-mode', mode.toLowerCase())
      await noSideways(page)
      await noFindings(page)
    }
  })
