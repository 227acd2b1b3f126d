import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { noFindings } from './frame.ts'

const openAs = async (page: Page, path: string, email: string): Promise<void> => {
  const { origin, pathname, search } = new URL(path, 'http://here')
  await page.goto(`${path.startsWith('http') ? origin : ''}/login?returnUrl=${encodeURIComponent(pathname + search)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('tablewire-demo')
  await page.keyboard.press('Enter')
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save brand' })
const file = (page: Page, use: string) => page.getByTestId(`file-${use}`)
const drawing = (inside: string, name = 'logo.svg') => ({
  name,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`),
})

test('BR1, BR2, BR3: a new brand is made with its preview, and its domain shows it at once', async ({ page, product, context }) => {
  await openAs(page, '/brands', product.adminEmail)
  await expect(page.getByRole('button', { name: /^Mesa Naranja/ })).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'New brand' }).click()
  await field(page, 'Name').fill('Blue Door')
  await expect(field(page, 'Widget theme')).toHaveValue('blue-door')
  await page.getByRole('button', { name: 'Add a domain' }).click()
  await page.getByRole('textbox', { name: 'Domain 1' }).fill('https://panel.Blue-Door.localhost:8080/login')
  await expect(page.getByText('Kept as blue-door.localhost')).toBeVisible()
  await field(page, 'Primary').fill('ffe08a')
  await field(page, 'Ground of the page').fill('#FFFDF5')
  await field(page, 'Ground of the page').blur()
  await expect(field(page, 'Primary')).toHaveValue('#FFE08A')
  await expect(page.getByRole('region', { name: 'Contrast' }).getByText('Other shade').first()).toBeVisible()
  await file(page, 'logo').setInputFiles(drawing('<path fill="#0369a1" d="M0 0h24v24z"/>'))
  await file(page, 'favicon').setInputFiles(drawing('<circle cx="12" cy="12" r="9"/>', 'icon.svg'))
  await expect(page.getByRole('figure').locator('img')).toHaveCount(2)
  await noFindings(page)
  await save(page).click()
  await expect(page.getByText('Blue Door is there. Its domains show it at once.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Blue Door', exact: true })).toBeVisible()

  const port = new URL(product.url).port
  const html = await (
    await context.request.get(`http://127.0.0.1:${port}/login`, { headers: { host: 'panel.blue-door.localhost', accept: 'text/html' } })
  ).text()
  expect(html).toContain('<title>Blue Door</title>')
  expect(html).toContain('content="Blue Door - Manager"')
  expect(html).toMatch(/background-color: ?#FFFDF5/)
  const guest = await context.browser()!.newPage()
  await guest.goto(`http://blue-door.localhost:${port}/login`)
  await expect(guest.getByText('to Blue Door')).toBeVisible()
  const logo = await guest.locator('aside img').first().getAttribute('src')
  // Opened by itself it is a picture in a sandbox.
  const picture = (await guest.goto(`http://blue-door.localhost:${port}${logo}`))!
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  await guest.close()
})

test('BR1: pictures that are none, hide something or weigh too much are refused in words, also when dropped', async ({ page, product }) => {
  await openAs(page, '/brands?id=new', product.adminEmail)
  await expect(field(page, 'Name')).toBeVisible()
  await file(page, 'logo').setInputFiles(drawing('<script>alert(1)</script>'))
  await expect(page.getByRole('alert').getByText('This SVG contains something a logo must not: <script>')).toBeVisible()
  await file(page, 'logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html>not a picture</html>') })
  await expect(page.getByText('The content of this file is none of SVG, PNG, JPEG, WebP.')).toBeVisible()
  await file(page, 'logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) })
  await expect(page.getByText('The file has 4,883 kB; 512 kB are allowed.')).toBeVisible()
  const drop = (names: readonly string[]) =>
    page.getByRole('button', { name: 'Logo Choose a file or drop it here', exact: true }).evaluate(
      (target, [text, all]) => {
        const data = new DataTransfer()
        for (const name of all) data.items.add(new File([text], name, { type: 'image/svg+xml' }))
        target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
      },
      [drawing('<path d="M0 0h24v24z"/>').buffer.toString(), names] as const,
    )
  await drop(['logo.svg', 'old-logo.svg'])
  await expect(page.getByText('One file at a time')).toBeVisible()
  await drop(['logo.svg'])
  await expect(page.getByRole('button', { name: 'Remove: Logo', exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('BR1: what is wrong stands beside its field, what is typed is not lost, and a taken domain is named', async ({ page, product }) => {
  await openAs(page, '/brands?id=new', product.adminEmail)
  await field(page, 'Name').fill('Second Naranja')
  await page.getByRole('button', { name: 'Add a domain' }).click()
  await page.getByRole('textbox', { name: 'Domain 1' }).fill('localhost')
  await field(page, 'Primary').fill('blue')
  await save(page).click()
  await expect(page.getByText('This is not a domain of its own')).toBeVisible()
  await expect(page.getByText('A colour looks like #1A2B3C')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Domain 1' })).toBeFocused()
  await noFindings(page)
  await page.getByRole('textbox', { name: 'Domain 1' }).fill('naranja.localhost')
  await field(page, 'Primary').fill('#0369A1')
  await save(page).click()
  await expect(page.getByText('naranja.localhost already belongs to the brand Mesa Naranja.')).toBeVisible()
  await page.getByRole('button', { name: 'All brands' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Name')).toHaveValue('Second Naranja')
  await page.getByRole('button', { name: 'All brands' }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Brands', exact: true })).toBeVisible()
})

test('BR1: of two people on one brand the second hears of the first, and decides', async ({ page, product, context }) => {
  await openAs(page, '/brands', product.adminEmail)
  await page.getByRole('button', { name: /^Verdant/ }).click()
  await expect(field(page, 'Name')).toHaveValue('Verdant')
  const green = await field(page, 'Primary').inputValue()
  const other = await context.newPage()
  await other.goto(page.url())
  await field(other, 'Primary').fill('#166534')
  await save(other).click()
  await expect(other.getByText('Verdant saved.')).toBeVisible()
  await other.close()
  await field(page, 'Name').fill('Verdant Tables')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this brand meanwhile' })
  await expect(dialog.getByText('Changed by the other person: Colours.')).toBeVisible()
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(field(page, 'Primary')).toHaveValue('#166534')
  await expect(field(page, 'Name')).toHaveValue('Verdant')
  await expect(save(page)).toBeDisabled()
  await field(page, 'Primary').fill(green)
  await save(page).click()
  await expect(page.getByText('Verdant saved.')).toBeVisible()
})

test('BR2: a brand that insists on its mode keeps it, whatever somebody chose; a name full of signs breaks nothing', async ({
  page,
  product,
  context,
}) => {
  await openAs(page, '/brands', product.adminEmail)
  await page.getByRole('button', { name: /^Mesa Naranja/ }).click()
  await page.getByRole('checkbox', { name: 'Keep everybody in this mode' }).check()
  await field(page, 'Name').fill(`</script><b>"'🍊 مطعم`)
  await save(page).click()
  // The button rests already while it saves.
  await expect(page.getByText('Everybody sees it with the next page.')).toBeVisible()
  const port = new URL(product.url).port
  const guest = await context.browser()!.newPage()
  const errors: string[] = []
  guest.on('pageerror', (error) => errors.push(String(error)))
  await guest.addInitScript(() =>
    localStorage.setItem(
      'mozrest:manager-portal',
      JSON.stringify({ userData: { settings: { mode: 'dark', modeBrand: '01900000-0000-7000-8000-0000000000b2' } } }),
    ),
  )
  await guest.goto(`http://naranja.localhost:${port}/login`)
  await expect(guest).toHaveTitle(`</script><b>"'🍊 مطعم`)
  await expect(guest.locator('html')).toHaveAttribute('data-mode', 'light')
  await expect(guest.getByText(`to </script><b>"'🍊 مطعم`)).toBeVisible()
  expect(errors).toEqual([])
  await guest.close()
  // Other journeys meet this brand as well.
  await page.getByRole('checkbox', { name: 'Keep everybody in this mode' }).uncheck()
  await field(page, 'Name').fill('Mesa Naranja')
  await save(page).click()
  await expect(page.getByText('Mesa Naranja saved.')).toBeVisible()
})

test('BR3: the ground of the right brand is there before anything else is, so nothing flashes', async ({ context, product }) => {
  const port = new URL(product.url).port
  const guest = await context.browser()!.newPage()
  // Without its program the page shows what the first byte says and nothing more.
  await guest.route('**/assets/**', (route) => route.abort())
  await guest.goto(`http://verdant.localhost:${port}/login`, { waitUntil: 'commit' })
  await expect(guest.locator('html')).toHaveCSS('background-color', 'rgb(244, 251, 245)')
  await guest.goto(`http://elsewhere.localhost:${port}/login`, { waitUntil: 'commit' })
  await expect(guest.locator('html')).toHaveCSS('background-color', 'rgb(22, 23, 29)')
  // Whoever chose another mode on this brand's pages has the ground of that one, and a light page keeps the brand's own.
  for (const [mode, ground] of [
    ['dark', 'rgb(22, 23, 29)'],
    ['semi-dark', 'rgb(244, 251, 245)'],
  ]) {
    await guest.unrouteAll()
    await guest.route(/\/assets\/(?!first-paint)/, (route) => route.abort())
    await guest.goto(`http://verdant.localhost:${port}/login`, { waitUntil: 'commit' })
    await guest.evaluate((chosen) => {
      const settings = { mode: chosen, modeBrand: '01900000-0000-7000-8000-0000000000b3' }
      localStorage.setItem('mozrest:manager-portal', JSON.stringify({ userData: { settings } }))
    }, mode)
    await guest.goto(`http://verdant.localhost:${port}/login`)
    await expect(guest.locator('html')).toHaveAttribute('data-mode', mode!)
    await expect(guest.locator('html')).toHaveCSS('background-color', ground!)
  }
  await guest.close()
})

test('BR1: the pages can be read and used in a light brand too, narrow and mirrored', async ({ page, product }) => {
  const port = new URL(product.url).port
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, `http://verdant.localhost:${port}/brands`, product.adminEmail)
  await page.getByRole('button', { name: /^Tablewire/ }).click()
  await expect(field(page, 'Name')).toHaveValue('Tablewire')
  await noFindings(page)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('BR1: only a super admin finds the brands, and the default one stays', async ({ page, product, context }) => {
  await openAs(page, '/brands', product.adminEmail)
  await page.getByRole('button', { name: /^Tablewire/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click({ force: true })
  await expect(page.getByText('The default brand stays')).toBeVisible()
  await context.clearCookies()
  const office = await context.browser()!.newPage({ baseURL: product.url })
  await openAs(office, '/brands', 'office@tablewire.test')
  await expect(office.getByText('You are not authorized!')).toBeVisible()
  await expect(office.getByRole('navigation').getByText('Brands')).toHaveCount(0)
  await office.close()
})
