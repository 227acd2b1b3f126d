import { noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const person = 'pos@tablewire.test'

test('ER1: the portal waits 120 seconds for an answer, then says so and offers another try', async ({ page }) => {
  await page.addInitScript(() => {
    const real = AbortSignal.timeout.bind(AbortSignal)
    const asked: number[] = ((window as unknown as { asked: number[] }).asked = [])
    AbortSignal.timeout = (ms) => {
      asked.push(ms)
      return real(ms === 120_000 && location.pathname === '/settings/account' ? 400 : ms)
    }
  })
  await signIn(page, '/settings/account', person)
  await expect(page.getByText('This one')).toBeVisible()
  let silent = true
  await page.route('**/user/sessions', (route) => (silent ? undefined : route.continue()))
  await page.reload()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('alert')).toContainText('The server took too long to answer.')
  expect(await page.evaluate(() => (window as unknown as { asked: number[] }).asked)).toContain(120_000)
  await noFindings(page)
  silent = false
  await sessions.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions.getByText('This one')).toBeVisible()
})

test('ER1: a page that breaks keeps the frame, other pages work, and it can be drawn again', async ({ page }) => {
  let broken = true
  await page.route('**/user/sessions', (route) => (broken ? route.fulfill({ json: { data: [null] } }) : route.continue()))
  await signIn(page, '/settings/account', person)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Something went wrong!')
  await expect(alert).toContainText('This page could not be shown.')
  await expect(page.getByText(/TypeError|undefined|null/)).toHaveCount(0)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await noFindings(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Reservation List' }).click()
  await expect(
    page
      .getByRole('grid')
      .or(page.getByRole('table'))
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  await page.goBack()
  await expect(alert).toContainText('This page could not be shown.')
  broken = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await expect(page.getByText('This one')).toBeVisible()
})

test('ER1: a list that is refused is empty, its total 0, and comes back with another try', async ({ page }) => {
  await signIn(page, '/reservations', person)
  const list = page.getByRole('main')
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  await page.route('**/v1/reservations?*', (route) =>
    route.fulfill({ status: 500, json: { errors: { q: ['the inside of it'] }, message: 'the inside of it', code: 'server.failed' } }),
  )
  await page.reload()
  await expect(list.getByRole('alert')).toContainText('Something went wrong!')
  await expect(page.getByText('the inside of it')).toHaveCount(0)
  await expect(list.getByRole('row')).toHaveCount(0)
  await page.unroute('**/v1/reservations?*')
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('row').nth(1)).toBeVisible()
})

test('ER1: a list on the screen stays while nobody answers, and empties when the server refuses it', async ({ page }) => {
  await signIn(page, '/reservations', person)
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  // Rows are asked for again when somebody comes back to the page, once they are fifteen seconds old.
  await page.waitForTimeout(15_500)
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  let tries = 0
  await page.route('**/v1/reservations?*', (route) => {
    tries++
    return route.abort('connectionrefused')
  })
  await comeBack()
  await expect.poll(() => tries).toBe(3)
  await expect(page.getByText('The server cannot be reached. Please check the connection.')).toBeVisible()
  await expect(rows.nth(1)).toBeVisible()
  await page.unroute('**/v1/reservations?*')
  await page.route('**/v1/reservations?*', (route) =>
    route.fulfill({ status: 403, json: { message: 'You do not have permission to do this.', code: 'access.denied' } }),
  )
  await comeBack()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You do not have permission to do this.')
  await expect(rows).toHaveCount(0)
})

test('ER1: a refused form says what is wrong where it is, and keeps what was typed', async ({ page }) => {
  await signIn(page, '/settings/account', person)
  await page.getByLabel('City').fill('Zürich')
  await page.getByLabel('First name').fill('Sasha')
  await page.route('**/users/*', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'Please check the form for errors', code: 'request.invalid', errors: { city: ['This city is not real'] } },
    }),
  )
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('This city is not real')).toBeVisible()
  await expect(page.getByLabel('City')).toBeFocused()
  await expect(page.getByText('Please check the form for errors')).toBeVisible()
  await page.unroute('**/users/*')
  await page.route('**/users/*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>Bad Gateway</h1></html>' }),
  )
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Something went wrong!')).toBeVisible()
  await expect(page.getByText('Bad Gateway')).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Zürich')
  await expect(page.getByLabel('First name')).toHaveValue('Sasha')
  await page.unroute('**/users/*')
  await page.route('**/users/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('The server cannot be reached. Please check the connection.')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Zürich')
})

test('ER1: on a phone the field says what is wrong with it, and no notice lies over the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/settings/account', person)
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).not.toBeEditable()
  await expect(email).toHaveAccessibleDescription(/Whoever manages your account can change it/)
  await page.route('**/users/*', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'Please check the form for errors', code: 'request.invalid', errors: { city: ['This city is not real'] } },
    }),
  )
  await page.getByLabel('City').fill('Nowhere')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('This city is not real')).toBeVisible()
  await expect(page.getByLabel('City')).toBeFocused()
  await expect(page.getByText('Please check the form for errors')).toHaveCount(0)
})
