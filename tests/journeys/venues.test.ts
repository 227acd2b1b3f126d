import type { Page } from '@playwright/test'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { enter } from './session-steps.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const rows = (page: Page) => page.getByRole('grid', { name: 'Venues' }).getByRole('row')

test('VE1: the list is searched and filtered, its count is exact, and a venue opens by keyboard', async ({ page, product }) => {
  await signIn(page, '/venues', product.adminEmail)
  await expect(page.getByText(/^\d+ entries$/)).toBeVisible()
  await noFindings(page)
  await page.keyboard.press('/')
  await page.keyboard.type('tramontana')
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/q=tramontana/)
  await page.getByRole('combobox', { name: 'Country' }).selectOption('FR')
  await expect(page.getByText('No restaurants was found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText(/^\d\d+ entries$/)).toBeVisible()
  // One company of many is found by typing, and what its venues lack narrows further.
  await page.getByRole('combobox', { name: 'Company' }).fill('Southern')
  await page.getByRole('option', { name: /Southern Cross Kitchens/ }).click()
  await expect(page).toHaveURL(/company=/)
  await page.getByRole('combobox', { name: 'What is missing' }).selectOption('No phone')
  await expect(page.getByText('No restaurants was found')).toBeVisible()
  await noFindings(page)
  await page.getByRole('combobox', { name: 'What is missing' }).selectOption('')
  await expect(rows(page).filter({ hasText: 'Chatham Blue' })).toBeVisible()
  await rows(page).nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tablist', { name: 'Parts of the venue' })).toBeVisible()
})

test('VE1: a venue is opened; what is wrong stands beside its fields, and what is typed survives a reload', async ({ page, product }) => {
  await signIn(page, '/venues?id=new', product.adminEmail)
  await field(page, 'Name').fill('Casa del Viaje')
  await field(page, 'Smallest party').fill('x')
  await field(page, 'Largest party').fill('0')
  await page.getByRole('button', { name: 'Open venue' }).click()
  await expect(page.getByText('4 fields need attention')).toBeVisible()
  await expect(page.getByText('A whole number, please')).toBeVisible()
  await noFindings(page)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith(':venue:new')))).toBe(true)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'Name')).toHaveValue('Casa del Viaje')
  await field(page, 'Smallest party').fill('2')
  await field(page, 'Largest party').fill('8')
  await page.getByRole('combobox', { name: 'Country' }).selectOption('ES')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Madrid')
  await page.getByRole('button', { name: 'Open venue' }).click()
  await expect(page.getByText('Casa del Viaje is there. Its book is still empty.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Casa del Viaje', level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR')
})

test('VE2: two people at one venue: who comes second sees what the first saved, chooses, and loses nothing', async ({
  page,
  product,
  context,
}) => {
  await signIn(page, '/venues?q=Cais', product.adminEmail)
  await rows(page).nth(1).click()
  await tab(page, 'Hub setup').click()
  await expect(field(page, 'Name for guests')).toBeVisible()
  const address = page.url()
  const other = await context.newPage()
  await other.goto(address)
  await field(other, 'Name for guests').fill('Cais of the first')
  await save(other).click()
  await expect(other.getByText('Cais da Bruma is saved.')).toBeVisible()
  await other.close()

  await field(page, 'Name for guests').fill('Cais of the second')
  await field(page, 'Bookable ahead').fill('33')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await expect(dialog.getByRole('cell', { name: 'Cais of the first' })).toBeVisible()
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(page.getByText('Cais da Bruma is saved.')).toBeVisible()
  await expect(field(page, 'Name for guests')).toHaveValue('Cais of the first')
  await expect(field(page, 'Bookable ahead')).toHaveValue('33')
  await field(page, 'Name for guests').fill('')
  await save(page).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
})

test('VE3: credentials are shown once, a licence ends after asking, and channels connect and leave', async ({ page, product, browser }) => {
  await signIn(page, '/venues?q=Chatham', product.adminEmail)
  await rows(page).nth(1).click()
  await page.getByRole('button', { name: 'Get credentials' }).click()
  const once = page.getByRole('dialog', { name: 'Credentials for Chatham Blue' })
  await expect(once.getByRole('textbox', { name: 'E-mail' })).toHaveValue(/^venue-.+@/)
  await expect(once.getByRole('textbox', { name: 'Password' })).toHaveValue(/^\S{24}$/)
  const [email, password] = [
    await once.getByRole('textbox', { name: 'E-mail' }).inputValue(),
    await once.getByRole('textbox', { name: 'Password' }).inputValue(),
  ]
  await once.getByRole('button', { name: 'I have copied it' }).click()
  await expect(once).toHaveCount(0)
  // Looking again ends nothing; it says what there is, and offers a new password.
  await page.getByRole('button', { name: 'Get credentials' }).click()
  const known = page.getByRole('dialog', { name: 'Chatham Blue has credentials already' })
  await expect(known.getByText(email)).toBeVisible()
  await expect(known.getByText('Nobody has signed in with the password yet.', { exact: false })).toBeVisible()
  await noFindings(page)
  await known.getByRole('button', { name: 'Cancel' }).click()

  // Whoever was given it chooses a password of his own before anything else.
  const given = await (await browser.newContext({ baseURL: product.url })).newPage()
  await given.goto('/login')
  await enter(given, email, password)
  await expect(given.getByRole('heading', { name: 'Welcome to Tablewire' })).toBeVisible()
  await noFindings(given)
  await given.getByLabel('New password', { exact: true }).fill('nobody was shown this')
  await given.getByLabel(/^Repeat/).fill('nobody was shown this')
  await given.keyboard.press('Enter')
  await expect(given.getByText('Your password is set.')).toBeVisible()
  await enter(given, email, 'nobody was shown this')
  await expect(given).toHaveURL(/\/reservations/)
  await given.context().close()

  await tab(page, 'Meta and SSO').click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('The Meta licence is active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate licence' }).click()
  await page
    .getByRole('dialog', { name: 'Deactivate the Meta licence of Chatham Blue?' })
    .getByRole('button', { name: 'Deactivate licence' })
    .click()
  await expect(page.getByText('No Meta licence')).toBeVisible()

  await tab(page, 'Connected channels').click()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Live', { exact: true }) })
    .first()
  const name = (await first.locator('strong').textContent())!.replace('Live', '')
  await noFindings(page)
  await first.getByRole('button', { name: 'Disconnect' }).click()
  await page
    .getByRole('dialog', { name: `Disconnect ${name}?` })
    .getByRole('button', { name: 'Disconnect' })
    .click()
  await expect(page.getByText(`${name}: Not connected`)).toBeVisible()
  await tab(page, 'Channels').click()
  await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByRole('button', { name: 'Connect 1 channel' }).click()
  await expect(page.getByText('1 channel is under way.')).toBeVisible()
})

test('VE3, AN3: the filtered venues arrive as an Excel file, to load at once or by the link in the mail', async ({ page, product }) => {
  await signIn(page, '/venues?country=ES', product.adminEmail)
  await expect(rows(page).nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('The Excel file is ready and on its way to you by e-mail.')).toBeVisible()
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await loading).suggestedFilename()).toMatch(/^tablewire-venues-\d{4}-\d\d-\d\d\.xlsx$/)
})

test('VE2: every tab fits a phone, without findings', async ({ page, product }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/venues?q=Tramontana', product.adminEmail)
  await rows(page).first().click()
  for (const name of await page.getByRole('tab').allTextContents()) {
    await tab(page, name).click()
    await expect(page.getByRole('tabpanel', { name }).getByRole('heading', { level: 2 }).first()).toBeVisible()
    await noSideways(page)
    await noFindings(page)
  }
})
