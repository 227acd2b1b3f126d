import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { noFindings, signIn } from './frame.ts'
import { expect, type Product, test } from './server.ts'

const open = async (page: Page, product: Product, venueId: string, more = ''): Promise<void> => {
  await signIn(page, `/settings/restaurant-setup?venue=${venueId}${more}`, product.adminEmail)
  await expect(page.getByRole('heading', { name: 'Restaurant Setup' })).toBeVisible()
}
const bar = (page: Page, day: string) => page.getByRole('button', { name: new RegExp(`^Dinner ?, ${day}`) })
const preview = (page: Page) => page.getByRole('region', { name: 'What a guest would be offered' })
const notice = (page: Page) => page.getByRole('textbox', { name: /^Notice/ })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const isSaved = (page: Page) => expect(page.getByText('All changes are saved')).toBeVisible()

test('SE2: a shift is moved by keyboard and by mouse, the preview follows before anything is saved, and a reload loses nothing', async ({
  page,
  product,
}) => {
  const { venueId } = await aDinner(product)
  await open(page, product, venueId)
  await expect(preview(page).getByRole('button', { name: /^17:00/ })).toBeVisible()
  await bar(page, 'Monday').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(bar(page, 'Sunday')).toHaveAccessibleName(/Sunday, 17:30–23:30/)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(bar(page, 'Monday')).toHaveAccessibleName(/Monday, 17:30–23:00/)
  await expect(preview(page).getByRole('button', { name: /^17:00/ })).toHaveCount(0)
  const box = (await bar(page, 'Monday').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 8, { steps: 4 })
  await page.mouse.up()
  const moved = await bar(page, 'Monday').textContent()
  expect(moved).not.toContain('17:30')
  await noFindings(page)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('tablewire:draft:')))).toBe(true)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('What you typed before is here again')).toBeVisible()
  await expect(bar(page, 'Monday')).toHaveText(moved!)
  await save(page).click()
  await isSaved(page)
})

test('RE5: a closed time names the rule that closed it, and one click leads to that setting', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await open(page, product, venueId, '&tab=limits')
  await notice(page).fill('20000')
  const slot = preview(page).getByRole('button', { name: '19:00 cannot be booked' })
  await slot.click()
  await expect(preview(page).getByText(/^20,?000 minutes of notice are needed/)).toBeVisible()
  await page.getByRole('tab', { name: 'Week' }).click()
  await preview(page).getByRole('button', { name: 'Go to this setting' }).first().click()
  await expect(notice(page)).toBeFocused()
  await preview(page).getByLabel('Who asks').selectOption('The house')
  await expect(preview(page).getByRole('button', { name: '19:00 can be booked' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await isSaved(page)
})

test('SE2: closing a day cancels nobody: who has no place is named before and stays in a list until dealt with', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', { firstName: 'Lena', lastName: 'Conflict' })
  await open(page, product, dinner.venueId, '&tab=days')
  const [year, month, day] = dinner.date.split('-').map(Number) as [number, number, number]
  const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' }).format(new Date(year, month - 1, 1))
  await page.getByRole('button', { name: new RegExp(`, ${day} ${monthName} ${year}`) }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await noFindings(page)
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: '1 reservation has no place in the new book' })
  await expect(dialog.getByText(/Lena Conflict/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save the book' }).click()
  await isSaved(page)
  await page.getByRole('button', { name: 'Work them off' }).click()
  const left = page.getByRole('region', { name: 'Reservations without a place in the book' })
  await expect(left.getByText(/Lena Conflict/)).toBeVisible()
  expect((await dinner.read(id)).status).toBe('confirmed')
  await left.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(left).toHaveCount(0)
})

test('SE2: many mistakes are named where they are, and a change somebody else made meanwhile is compared, not lost', async ({
  page,
  product,
}) => {
  const { venueId } = await aDinner(product)
  await open(page, product, venueId, '&tab=limits')
  await page.getByLabel('Smallest party').fill('9')
  await page.getByLabel('Largest party').fill('2')
  await page.getByLabel('Horizon').fill('5000')
  await page.getByLabel('Holding time').fill('1')
  await save(page).click()
  await expect(page.getByRole('alert').getByRole('button')).not.toHaveCount(0)
  await expect(page.getByLabel('Holding time')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Horizon')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Smallest party').fill('1')
  await page.getByLabel('Largest party').fill('12')
  await page.getByLabel('Horizon').fill('60')
  await page.getByLabel('Holding time').fill('300')
  const other = await page.context().newPage()
  await other.goto(`/settings/restaurant-setup?venue=${venueId}&tab=limits`)
  await notice(other).fill('45')
  await save(other).click()
  await isSaved(other)
  await other.close()
  await save(page).click()
  const stale = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' })
  await expect(stale.getByRole('rowheader', { name: 'Notice' })).toBeVisible()
  await stale.getByRole('button', { name: 'Save this' }).click()
  await isSaved(page)
  await expect(notice(page)).toHaveValue('45')
  await expect(page.getByLabel('Horizon')).toHaveValue('60')
})

test('SE2: opening hours as a map has them become shifts, and what was not understood is said', async ({ page, product }) => {
  const { venueId } = await aDinner(product)
  await open(page, product, venueId)
  await page.getByRole('button', { name: 'Paste opening hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Opening hours become shifts' })
  await dialog.getByLabel('Opening hours').fill('only take away')
  await dialog.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(dialog.getByText(/Cannot be read/)).toBeVisible()
  await dialog.getByLabel('Opening hours').fill('Mo-Fr 12:00-15:00,19:00-23:00; Su off')
  await dialog.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(dialog.getByText('Mon Tue Wed Thu Fri · 12:00–15:00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replace the week' }).click()
  await expect(page.getByRole('button', { name: /^Lunch.*Friday, 12:00–15:00/ })).toBeVisible()
  await expect(bar(page, 'Sunday')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(bar(page, 'Sunday')).toBeVisible()
})

test('RE5: the address holds what was asked and which time was looked into, so that a link shows somebody else the same rules', async ({
  page,
  product,
}) => {
  const { venueId } = await aDinner(product)
  await open(page, product, venueId)
  await preview(page).getByLabel('Guests').fill('30')
  await preview(page).getByRole('button', { name: '19:00 cannot be booked' }).click()
  const why = preview(page).getByText(/^Online the largest party is/)
  await expect(why).toBeVisible()
  await expect(page).toHaveURL(/party=30/)
  await expect(page).toHaveURL(/[?&]at=/)
  // A link may also name a moment at which nothing starts: the nearest time stands for it.
  const link = new URL(page.url())
  const at = new Date(Date.parse(link.searchParams.get('at')!) + 4 * 60_000).toISOString()
  link.searchParams.set('at', at)
  await page.goto(link.toString())
  await expect(preview(page).getByLabel('Guests')).toHaveValue('30')
  await expect(preview(page).getByRole('button', { name: '19:00 cannot be booked', pressed: true })).toBeVisible()
  await expect(why).toBeVisible()
  await preview(page).getByLabel('Who asks').selectOption('The house')
  await expect(page).toHaveURL(/as=staff/)
})
