import type { Browser, Page } from '@playwright/test'
import { aDinner, signIn as signInAdmin } from './a-dinner.ts'
import { aGuide } from './a-guide.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, type Product, test } from './server.ts'
import { signInAt } from './session-steps.ts'

// Wide enough for the review to stand beside the list.
test.use({ viewport: { width: 1600, height: 1000 } })

const panel = (page: Page) => page.getByLabel('Review', { exact: true })
const reply = (page: Page) => panel(page).getByRole('region', { name: 'Reply' })
const field = (page: Page) => reply(page).getByLabel('Your reply')
const templates = (page: Page) => reply(page).getByRole('group', { name: 'Templates that fit' })
const aHouse = async (product: Product) => {
  const { venueId } = await aDinner(product)
  return { venueId, guide: await aGuide(product, venueId) }
}
const second = async (browser: Browser, { url }: Product, path: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage()
  await signInAt(page, { origin: url, email: 'office@tablewire.test', path })
  return page
}

test('LI2: three clicks from the list to a sent reply; the channel says what became of it, and why not', async ({ page, product }) => {
  const { venueId, guide } = await aHouse(product)
  const id = await guide.bring({ text: 'The soup was cold', author: 'Noa', language: 'en' })
  await signInAdmin(page, product, `/reviews?venue=${venueId}`)
  await page.getByRole('row', { name: /The soup was cold/ }).click()
  await templates(page).getByRole('button').first().click()
  await expect(field(page)).toHaveValue(/Noa/)
  await reply(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The reply is on its way.')).toBeVisible()
  await expect(reply(page).getByText('On its way', { exact: true })).toBeVisible()
  await guide.answer(id, { state: 'rejected', reason: '<b>No links</b>, please' })
  await expect(reply(page).getByText('Rejected', { exact: true })).toBeVisible()
  await expect(reply(page).getByText('Rejected by the source: <b>No links</b>, please')).toBeVisible()
  await expect(field(page)).toHaveValue(/Noa/)
  await noFindings(page)
  await reply(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reply(page).getByText('On its way', { exact: true })).toBeVisible()
  await guide.answer(id, { state: 'published' })
  await expect(reply(page).getByText('Published', { exact: true })).toBeVisible()
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
    await noFindings(page)
  }
})

test('LI2: with the keyboard alone, from the list to a sent reply', async ({ page, product }) => {
  const { venueId, guide } = await aHouse(product)
  await guide.bring({ text: 'Rather slow', author: 'Mia', language: 'en' })
  await signInAdmin(page, product, `/reviews?venue=${venueId}`)
  await expect(page.getByRole('row', { name: /Rather slow/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('row', { name: /Rather slow/ })).toBeFocused()
  await page.keyboard.press('r')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Dear Mia, you are right.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The reply is on its way.')).toBeVisible()
  await expect(reply(page).getByText('On its way', { exact: true })).toBeVisible()
})

test('LI2: a template takes the place of one’s own words only after a question, those in another language stand below', async ({
  page,
  product,
}) => {
  const { venueId, guide } = await aHouse(product)
  const id = await guide.bring({ text: 'Die Suppe war kalt', author: 'Inge', language: 'de' })
  await signInAdmin(page, product, `/reviews?venue=${venueId}&id=${id}`)
  await expect(templates(page).getByText('In another language than the review')).toBeVisible()
  await field(page).fill('Liebe Inge, das tut mir leid.')
  await templates(page).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Replace what you wrote?' })
  await expect(dialog).toContainText('Liebe Inge, das tut mir leid.')
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page)).toHaveValue('Liebe Inge, das tut mir leid.')
  await templates(page).getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Use the template' }).click()
  await expect(field(page)).toHaveValue(/Inge/)
  // A wording as it was given is nobody's own: the next one replaces it at once.
  await templates(page).getByRole('button').nth(1).click()
  await expect(dialog).toBeHidden()
})

test('LI2: of two people at one review the second keeps writing, and reads who was quicker and what he wrote', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { venueId, guide } = await aHouse(product)
  const id = await guide.bring({ text: 'The wine was warm', author: 'Otto', language: 'en' })
  const path = `/reviews?venue=${venueId}&id=${id}`
  await signInAdmin(page, product, path)
  const other = await second(browser, product, path)
  await field(page).pressSequentially('Dear Otto, the wine was')
  await expect(reply(other).getByText(/ is writing …$/)).toBeVisible()
  await field(other).fill('Dear Otto, we are sorry.')
  await reply(other).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reply(page).getByText(/ was quicker and wrote:$/)).toBeVisible()
  await expect(reply(page).getByRole('alert')).toContainText('Dear Otto, we are sorry.')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' warm because the cooler broke')
  await expect(field(page)).toHaveValue('Dear Otto, the wine was warm because the cooler broke')
  await expect(reply(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await noFindings(page)
  await reply(page).getByRole('button', { name: 'I have read it; let me send mine' }).click()
  await reply(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reply(other).getByText('Dear Otto, the wine was warm because the cooler broke').first()).toBeVisible()
  // With the keyboard alone: a reply that stands is changed as well.
  await expect(field(page)).toBeHidden()
  await page.keyboard.press('r')
  await expect(field(page)).toBeFocused()
  await expect(reply(page).getByText('What you send takes the place of this reply.')).toBeVisible()
  await other.context().close()
})
