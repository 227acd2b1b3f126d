import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { noFindings, signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { tokensOf } from './session-steps.ts'

const openAs = (page: Page, path: string, email: string): Promise<void> => signIn(page, path, email)

const rows = Array.from({ length: 40 }, (_, at) => {
  const day = String(1 + (at % 28)).padStart(2, '0')
  return `J${at === 39 ? 0 : at};${day}.03.2024;19:00;${at === 7 ? 0 : 2};Journey ${at};${['Confirmed', 'Vanished'][at % 2]}`
})
const file = (name: string, lines: readonly string[] = rows) => ({
  name,
  mimeType: 'application/gzip',
  buffer: gzipSync(['Booking ID;Date;Time;Guests;Name;State', ...lines].join('\n')),
})
const toVenue = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Venue' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
}
const column = (page: Page, name: string) => page.getByRole('combobox', { name: `${name} becomes`, exact: true })
// Jobs are looked for every two seconds, by a machine that may have other things to do.
const slow = { timeout: 60_000 }

// The first of all: what is imported later stands in the list, and nothing takes it out.
test('RE6: before the first import it is told what will happen, and a sample is handed out', async ({ page, product }) => {
  await openAs(page, '/import', product.adminEmail)
  await expect(page.getByRole('listitem').filter({ hasText: '3. Dry run' })).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Sample file: Venues' }).click()])
  expect(download.suggestedFilename()).toBe('venues.csv')
  await page.goto('/import?id=new')
  await page.getByRole('radio', { name: /^Venues/ }).check()
  await page.getByRole('combobox', { name: 'Company' }).fill('Sandbox Kitchens')
  await page.getByRole('option', { name: 'Sandbox Kitchens' }).click()
  await page.getByTestId('import-file').setInputFiles(await download.path())
  await expect(page.getByText('10 of 10 columns mapped')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('is discarded.')).toBeVisible()
})

test('RE6: a file is mapped, tried, imported and taken back', async ({ page, product }) => {
  await openAs(page, '/import', product.adminEmail)
  await page.getByRole('button', { name: 'New import' }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Send the file' }).click()
  await expect(page.getByText('Choose the venue first.')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Choose a file first.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Venue' })).toBeFocused()
  await page.getByTestId('import-file').setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert').getByText('This file is empty.')).toBeVisible()
  await noFindings(page)
  await toVenue(page)
  await page.getByTestId('import-file').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('{"a":1}') })
  await expect(page.getByText('This is neither a CSV file nor an Excel workbook')).toBeVisible()
  await expect(page.getByText('0.1 kB')).toBeVisible()
  await page.getByTestId('import-file').setInputFiles(file('spring.csv.gz'))
  await expect(page.getByText('6 of 6 columns mapped')).toBeVisible()
  await expect(column(page, 'Guests')).toHaveValue('partySize')
  await noFindings(page)

  // Left in the middle, and come back to.
  await page.getByRole('combobox', { name: 'Vanished becomes' }).selectOption('No-show')
  await column(page, 'Name').selectOption('Notes')
  await expect(page.getByText('Kept. You may leave and come back.')).toBeVisible()
  await page.getByRole('button', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /spring/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /x\.csv/ })).toHaveCount(0)
  await page.getByRole('row', { name: /spring\.csv\.gz/ }).click()
  await expect(column(page, 'Name')).toHaveValue('notes')
  await expect(page.getByRole('combobox', { name: 'Vanished becomes' })).toHaveValue('no_show')
  // Back before the answer to what was left: it stands as it was chosen.
  await page.route('**/imports/*/mapping', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await column(page, 'Name').selectOption('Last name')
  await page.getByRole('button', { name: 'All imports' }).click()
  await page.getByRole('row', { name: /spring\.csv\.gz/ }).click()
  await expect(column(page, 'Name')).toHaveValue('lastName')
  await expect(page.getByText('Kept. You may leave and come back.')).toBeVisible()
  await page.unroute('**/imports/*/mapping')

  await page.getByRole('button', { name: 'Try it, nothing is written' }).click()
  await expect(page.getByRole('button', { name: 'Import 38 reservations' })).toBeVisible(slow)
  // A trial counts nothing as made.
  await page.getByRole('button', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /spring\.csv\.gz/ }).getByText('38 planned')).toBeVisible()
  await page.getByRole('row', { name: /spring\.csv\.gz/ }).click()
  await page
    .getByRole('grid', { name: 'Row by row' })
    .getByRole('row', { name: /, New, / })
    .first()
    .click()
  await expect(page.getByRole('row', { name: 'Guests' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /not a party of 1 to 1000/ }).click()
  await expect(page.getByRole('grid', { name: 'Rows with this finding' }).getByText('Guests')).toBeVisible()
  await noFindings(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rejected rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('spring-rejected.csv')

  // What rows were filtered by ends with the step: of what was planned there is none any more.
  await page.getByLabel('All rows').selectOption('Rejected')
  await expect(page).toHaveURL(/rows=rejected/)
  await page.getByRole('button', { name: 'Import 38 reservations' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible(slow)
  await expect(page).not.toHaveURL(/rows=|found=/)
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('dialog').getByText('38 reservations go or become what they were before')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible(slow)
  await expect(page.getByText('What each row had done here, and what the undo made of it.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await noFindings(page)
})

test('RE6: on a phone as well, and a draft is thrown away after asking', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, '/import?id=new', product.adminEmail)
  await toVenue(page)
  await page.getByTestId('import-file').setInputFiles(file('summer.csv.gz'))
  await expect(page.getByText('6 of 6 columns mapped')).toBeVisible()
  await noFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The import of summer.csv.gz is discarded.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible()
})

test('RE6: a file of several venues waits for a choice, and rows without a place are decided one by one', async ({ page, product }) => {
  await openAs(page, '/import', product.adminEmail)
  await page.getByRole('button', { name: 'New import' }).first().click()
  await page.getByText('The file names the venue of each row').click()
  const lines = [
    'Restaurant;Ref;Date;Time;Guests;Name',
    'House nobody knows;S1;01.03.2024;19:00;400;Ann',
    'House nobody knows;S2;02.03.2024;19:00;400;Ben',
  ]
  await page.getByTestId('import-file').setInputFiles({ name: 'group.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByText('6 of 6 columns mapped')).toBeVisible()

  // The file is read as it is said to be written, and back.
  await page.getByLabel('Names of the columns').selectOption('There are none')
  await expect(page.getByRole('rowheader', { name: 'Column 1' })).toBeVisible()
  await page.getByLabel('Names of the columns').selectOption('In line 1')
  await expect(column(page, 'Restaurant')).toHaveValue('venue')
  const venue = page.getByRole('combobox', { name: 'House nobody knows becomes' })
  await expect(page.getByText('Not recognised: choose one')).toBeVisible()
  await venue.click()
  await page.getByRole('listbox').getByRole('option').nth(1).click()
  await expect(page.getByText('Kept. You may leave and come back.')).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Try it, nothing is written' }).click()
  await page.getByRole('button', { name: /more guests than the area has seats/ }).click(slow)
  await page
    .getByRole('grid', { name: 'Rows with this finding' })
    .getByRole('row', { name: /^Line 2,/ })
    .click()
  await noFindings(page)
  await page.getByRole('button', { name: 'Leave out' }).click()
  // The next one opens by itself.
  await expect(page.getByRole('heading', { name: 'Line 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept as overbooking' }).click()
  await expect(page.getByRole('heading', { name: 'Line 3' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import 1 reservation' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Row by row' }).getByRole('row', { name: /^Line 2, Skipped,/ })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Row by row' }).getByRole('row', { name: /^Line 3, New,/ })).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The import of group.csv is discarded.')).toBeVisible()
})

test('RE6: who says how a file is written by key keeps his place, and what he chose for the columns', async ({ page, product }) => {
  await openAs(page, '/import?id=new', product.adminEmail)
  await toVenue(page)
  await page.getByTestId('import-file').setInputFiles(file('written.csv.gz', rows.slice(0, 6)))
  await expect(page.getByText('6 of 6 columns mapped')).toBeVisible()
  await expect(page.getByLabel('Names of the columns').getByRole('option')).toHaveText([
    'There are none',
    ...Array.from({ length: 6 }, (_, index) => `In line ${index + 1}`),
  ])
  await column(page, 'State').selectOption('Leave out')
  const encoding = page.getByLabel('Letters are written in')
  // Chosen so quickly after the column that it has to wait for it.
  await encoding.selectOption('windows-1252')
  await encoding.focus()
  for (const name of ['iso-8859-15', 'macintosh']) {
    await page.keyboard.press('ArrowDown')
    await expect(encoding).toHaveValue(name)
    await expect(encoding).toBeFocused()
  }
  const id = new URL(page.url()).searchParams.get('id')!
  await expect
    .poll(async () => {
      const { access_token } = await tokensOf(page.request, product, product.adminEmail)
      const answer = await page.request.get(`${product.url}/v1/imports/${id}`, { headers: { authorization: `Bearer ${access_token}` } })
      return ((await answer.json()) as { data: { layout: { encoding: string } } }).data.layout.encoding
    })
    .toBe('macintosh')
  await expect(encoding).toBeFocused()
  await expect(column(page, 'State')).toHaveValue('')
  await expect(column(page, 'Guests')).toHaveValue('partySize')
  await expect(page.getByText('5 of 6 columns mapped')).toBeVisible()

  // Where names change it is said what was lost with them.
  await page.getByLabel('Names of the columns').selectOption('There are none')
  await expect(page.getByText(/^These columns are no longer there.*Booking ID, Date, Time, Guests, Name, State$/)).toBeVisible()
  await noFindings(page)
})
