import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'tablewire-photos-'))
const fileOf = (name: string, content: Buffer | string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const row = (page: Page, name: string) => page.getByRole('row', { name })
const open = async (page: Page, email: string, name: string): Promise<void> => {
  // Only what is in sight of a long list is drawn.
  await signIn(page, `/listing?q=${encodeURIComponent(name)}`, email)
  await row(page, name).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
}

test('LI1: what is missing leads to its field, brings what it promised, and the list is filtered by it', async ({ page, product }) => {
  await open(page, product.adminEmail, 'Harakeke Dining Room')
  await page.getByRole('button', { name: /^All \d+ points/ }).click()
  const gap = page.getByRole('button', { name: /^No social network/ })
  await gap.click()
  await expect(page.getByLabel('Facebook')).toBeFocused()
  await page.keyboard.type('http://facebook.example/x')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Facebook')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Facebook').fill('https://facebook.example/x')
  await save(page)
  await expect(gap).toHaveCount(0)
  await page.goto('/listing?missing=social&q=Harakeke')
  await expect(page.getByText('No listing fits', { exact: false })).toBeVisible()
  await page.goto('/listing?q=Harakeke')
  await expect(row(page, 'Harakeke Dining Room')).toBeVisible()
})

test('LI1: a photo is sent, refused in words where it is none, described, ordered and cropped', async ({ page, product }) => {
  test.slow()
  await open(page, product.adminEmail, 'Brasserie Luménaire')
  await page.getByRole('tab', { name: 'Photos' }).click()
  const file = page.getByTestId('file-photo')
  await file.setInputFiles(fileOf('evil.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
  await expect(page.getByRole('alert').filter({ hasText: 'none of JPEG, PNG, WebP, AVIF' })).toBeVisible()
  await file.setInputFiles(fileOf('large.jpg', Buffer.alloc(50 * 1024 * 1024)))
  await expect(page.getByRole('alert').filter({ hasText: '50 MB' })).toBeVisible()
  const jpeg = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#803020' } })
    .jpeg()
    .toBuffer()
  await file.setInputFiles(fileOf('half.jpg', jpeg.subarray(0, jpeg.length / 2)))
  await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toBeVisible()
  const photos = page.getByRole('listitem').filter({ has: page.getByLabel('Kind') })
  const before = await photos.count()
  await file.setInputFiles(fileOf('plate.jpg', jpeg))
  await expect(photos).toHaveCount(before + 1)
  const card = photos.last()
  await card.getByLabel('What it shows, for who does not see it').last().fill('<b>Red</b> plate')
  await card.getByRole('button', { name: /Crop$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop the photo' })
  // A frame is drawn, and then dragged to its place without changing its size.
  const image = dialog.locator('img')
  await image.evaluate((one: HTMLImageElement) => one.decode())
  let picture = (await image.boundingBox())!
  // Until the dialog stands still.
  await expect
    .poll(async () => {
      const stood = picture
      picture = (await image.boundingBox())!
      return picture.x === stood.x && picture.y === stood.y && picture.width === stood.width
    })
    .toBe(true)
  const at = (x: number, y: number) => [picture.x + picture.width * x, picture.y + picture.height * y] as const
  await page.mouse.move(...at(0.1, 0.1))
  await page.mouse.down()
  await page.mouse.move(...at(0.6, 0.6))
  await page.mouse.up()
  const [wide, left] = [await dialog.getByLabel('Width').inputValue(), await dialog.getByLabel('From the left').inputValue()]
  await page.mouse.move(...at(0.3, 0.3))
  await page.mouse.down()
  await page.mouse.move(...at(0.5, 0.4))
  await page.mouse.up()
  await expect(dialog.getByLabel('Width')).toHaveValue(wide)
  await expect(dialog.getByLabel('From the left')).not.toHaveValue(left)
  await dialog.getByLabel('Width').fill('400')
  await dialog.getByLabel('Height').fill('400')
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card.locator('img')).toHaveAttribute('width', '400')
  await save(page)
  await page.reload()
  await expect(photos.last().getByLabel('What it shows, for who does not see it').last()).toHaveValue('<b>Red</b> plate')
})

test('LI1: several photos come one after another, and what is written while they come stays', async ({ page, product }) => {
  test.slow()
  await open(page, product.adminEmail, 'Saltmarsh Kitchen')
  await page.getByRole('tab', { name: 'Photos' }).click()
  const photos = page.getByRole('listitem').filter({ has: page.getByLabel('Kind') })
  const before = await photos.count()
  const jpegs = await Promise.all(
    ['#802020', '#208020', '#202080', '#808020'].map((background) =>
      sharp({ create: { width: 800, height: 600, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  )
  const files = jpegs.map((jpeg, nth) => fileOf(`several-${nth}.jpg`, jpeg))
  const file = page.getByTestId('file-photo')
  await file.setInputFiles([files[0]!, fileOf('notes.txt', 'no picture'), files[1]!])
  await expect(photos).toHaveCount(before + 2)
  await expect(page.getByRole('alert').filter({ hasText: /^notes\.txt: / })).toBeVisible()
  // A slow line: everything in the form is worked on meanwhile.
  await page.route('**/photos', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await file.setInputFiles(files[2]!)
  await expect(page.getByText('The photo is being prepared')).toBeVisible()
  await file.setInputFiles(files[3]!)
  await expect(page.getByText('2 photos are being prepared')).toBeVisible()
  const first = photos.nth(before)
  await first.getByLabel('What it shows, for who does not see it').last().fill('The room in the evening')
  await first.getByLabel('Kind').selectOption('interior')
  await expect(photos).toHaveCount(before + 4)
  await expect(first.getByLabel('What it shows, for who does not see it').last()).toHaveValue('The room in the evening')
  await expect(first.getByLabel('Kind')).toHaveValue('interior')
  await save(page)
  await page.reload()
  await expect(photos).toHaveCount(before + 4)
  // By keyboard one goes on where one was, also at the first place and after a removal.
  const toFront = page.getByRole('button', { name: 'Photo 2: Further to the front' })
  await toFront.press('Enter')
  await expect(page.getByRole('button', { name: 'Photo 1: Further to the front' })).toBeFocused()
  await page.getByRole('button', { name: 'Photo 1: Remove' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Photo 1: Remove' })).toBeFocused()
  await expect(photos).toHaveCount(before + 3)
})

test('LI1: a day of its own needs a date, what is wrong stands at its row, and closing today is said before it is saved', async ({
  page,
  product,
}) => {
  await open(page, product.adminEmail, 'Saffron Dune')
  await page.getByRole('tab', { name: 'Hours' }).click()
  const today = await page.evaluate(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(new Date()))
  await page.getByRole('button', { name: 'Add a day' }).click()
  const button = page.getByRole('button', { name: 'Save', exact: true })
  await button.click()
  await expect(page.getByText('Say on which day, please.')).toBeVisible()
  await expect(page.getByText('1 field needs attention')).toBeVisible()
  await noFindings(page)
  await page.getByLabel('First day').fill(today)
  await page.getByLabel('What it is').fill('Private party')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Closed today?' })
  await expect(dialog).toContainText('Tables go on being sold by the book.')
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const hours = page.getByRole('button', { name: 'Add hours on Private party' })
  await hours.click()
  await hours.click()
  await button.click()
  const wrong = page.locator('[data-wrong="true"]').filter({ has: page.getByLabel('What it is') })
  await expect(wrong.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Remove hours on Private party' }).first().click()
  await save(page)
})

test('LI1: two people at one listing: who comes second sees what the first saved, and nothing typed is lost', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  await open(page, product.adminEmail, 'Bistrot des Deux Ponts')
  const name = page.getByLabel('Name for guests')
  await name.fill('Deux Ponts')
  const other = await (await browser.newContext({ baseURL: product.url })).newPage()
  await signInAt(other, { origin: product.url, email: product.adminEmail, path: new URL(page.url()).pathname + new URL(page.url()).search })
  await other.getByLabel('Name for guests').fill('Aux Deux Ponts')
  await save(other)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Aux Deux Ponts')
  await expect(dialog).toContainText('Deux Ponts')
  await other.close()
})

test('LI1: axe finds nothing in any part of a listing, and nothing goes sideways, at three widths', async ({ page, product }) => {
  test.slow()
  await open(page, product.adminEmail, 'Boğaz Meyhanesi')
  for (const [width, height] of [
    [1440, 900],
    [820, 1100],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const tab of ['Texts', 'Place and links', 'What there is', 'Photos', 'Hours']) {
      await page.getByRole('tab', { name: tab }).click()
      await noFindings(page)
      await noSideways(page)
    }
  }
  await page.evaluate(
    () => (document.documentElement.dataset['mode'] = document.documentElement.dataset['mode'] === 'dark' ? 'light' : 'dark'),
  )
  for (const tab of ['Texts', 'Place and links', 'Photos', 'Hours']) {
    await page.getByRole('tab', { name: tab }).click()
    await noFindings(page)
  }
})
