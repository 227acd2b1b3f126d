import { looks, looksRight, noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

/** Looks of programs are not counted. */
const aPerson = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('ON2: a sales link from the list to a restaurant’s question and its end', async ({ page, browser, product }) => {
  test.slow()
  await signIn(page, '/ai-sales', product.adminEmail)
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New link' })
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog.getByText('Choose a restaurant.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Restaurant' }).click()
  const option = dialog.getByRole('option').first()
  await option.click()
  await dialog.getByLabel('For whom').fill('<b>Fair</b> in Lyon')
  await dialog.getByLabel('Language').selectOption('fr')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const panel = page.getByLabel('Sales link', { exact: true })
  await expect(panel.getByLabel('Address')).toHaveValue(/\/sales\/[\w-]{43}$/)
  await expect(panel.getByText('<b>Fair</b> in Lyon')).toBeVisible()
  const address = new URL(await panel.getByLabel('Address').inputValue()).pathname

  // Whoever got it: without an account, and without script.
  const reader = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false, userAgent: aPerson })
  const site = await reader.newPage()
  const answer = await site.goto(address)
  expect(answer!.headers()['content-security-policy']).toMatch(/^default-src 'none'.*form-action 'self'/)
  expect(answer!.headers()['x-robots-tag']).toContain('noindex')
  await expect(site.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(site.getByRole('heading', { level: 1 })).toContainText('peut gagner')
  // Counted while somebody looks at the list.
  await expect(panel.locator('dt:has-text("Views") + dd')).toHaveText('1')
  // Another language: nothing typed is lost.
  await site.getByLabel('Votre nom').fill('Noa <i>Brandt</i>')
  await site.getByRole('button', { name: 'English' }).click()
  await expect(site.getByRole('heading', { level: 1 })).toContainText('could gain')
  await expect(site.getByLabel('Your name')).toHaveValue('Noa <i>Brandt</i>')
  await expect(site.getByRole('alert')).toHaveCount(0)
  await site.getByLabel('Your e-mail address').fill('nonsense')
  await site.getByLabel('Your message').fill('Please call me.')
  await site.getByRole('button', { name: 'Send' }).click()
  await expect(site.getByRole('alert')).toBeVisible()
  await expect(site.getByText('Please give an e-mail address such as name@example.com.')).toBeVisible()
  await expect(site.getByText('Without your consent we may not answer.')).toBeVisible()
  await expect(site.getByLabel('Your name')).toHaveValue('Noa <i>Brandt</i>')
  await site.getByLabel('Your e-mail address').fill('noa@example.com')
  await site.getByRole('checkbox').check()
  await site.getByRole('button', { name: 'Send' }).click()
  await expect(site.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await reader.close()

  // The same with script, which axe is, at every width and in both modes.
  const seen = await browser.newPage({ baseURL: product.url, bypassCSP: true })
  for (const [width, colorScheme] of [...looks, [320, 'light'] as const]) {
    await seen.setViewportSize({ width, height: 900 })
    await seen.emulateMedia({ colorScheme })
    await seen.goto(`${address}?lang=de`)
    await noSideways(seen)
    await noFindings(seen)
  }
  await seen.emulateMedia({ media: 'print' })
  await expect(seen.locator('form:visible')).toHaveCount(0)

  await expect(panel.getByText('Noa <i>Brandt</i>')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'noa@example.com' })).toBeVisible()
  await looksRight(page)
  await panel.getByRole('button', { name: 'End the link' }).click()
  await page.getByRole('dialog', { name: 'End this link?' }).getByRole('button', { name: 'End the link' }).click()
  await expect(panel.getByText('It leads nowhere any more.')).toBeVisible()
  const gone = await seen.goto(address)
  expect(gone!.status()).toBe(404)
  const ended = await seen.locator('main').innerText()
  await seen.goto('/sales/nobody-ever-made-this')
  expect(await seen.locator('main').innerText()).toBe(ended)
  await noFindings(seen)
  await seen.close()
})
