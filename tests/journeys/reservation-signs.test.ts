import type { Page } from '@playwright/test'
import { aDinner, signIn } from './a-dinner.ts'
import { expect, test } from './server.ts'

const signs = ['Allergy', 'VIP', 'birthday', 'Has notes']

/** Of the signs of the row those that somebody sees: with a width, inside the list. A text that says the same counts. */
const seen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const row = document.querySelector('[role="row"][data-reservation]')!
    const edge = row.getBoundingClientRect().right
    const stands = (one: Element): boolean => {
      const { width, right } = one.getBoundingClientRect()
      return width >= 8 && right <= edge + 0.5
    }
    const icons = [...row.querySelectorAll('[role="img"]')].filter(stands).map((one) => one.getAttribute('aria-label') ?? '')
    const words = [...row.querySelectorAll('.tag, .noted')].filter(stands).map((one) => one.textContent ?? '')
    return [...icons, ...words]
  })

test('a host sees an allergy, a VIP, tags and notes in the list, however wide the window is', async ({ page, product }) => {
  test.slow()
  const dinner = await aDinner(product)
  await dinner.book(
    '19:00',
    { firstName: 'Maximiliana', lastName: 'von Hohenstein-Lindqvist' },
    { tags: ['VIP', 'birthday'], notes: 'Nut allergy' },
  )
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await expect(page.locator('[role="row"][data-reservation]')).toHaveCount(1)
  const missing: string[] = []
  for (let width = 1600; width >= 320; width -= width > 700 && width < 960 ? 10 : 40) {
    await page.setViewportSize({ width, height: 800 })
    const lost = async (): Promise<string[]> => {
      const found = await seen(page)
      const there = (sign: string): boolean => found.some((word) => word === sign || (sign === 'Has notes' && word === 'Nut allergy'))
      return signs.filter((sign) => !there(sign)).map((sign) => `${width}: ${sign}`)
    }
    // The list follows the room it has within a few frames.
    await expect
      .poll(lost, { timeout: 2_000 })
      .toEqual([])
      .catch(async () => missing.push(...(await lost())))
  }
  expect(missing).toEqual([])
})

test('on a tablet held upright a new reservation begins in the first line of the bar', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await page.setViewportSize({ width: 820, height: 1180 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  const middle = async (name: string): Promise<number> => {
    const { y, height } = (await page.getByRole('button', { name, exact: true }).first().boundingBox())!
    return Math.round(y + height / 2)
  }
  await expect(page.getByRole('button', { name: 'New reservation', exact: true }).first()).toBeVisible()
  await expect.poll(async () => Math.abs((await middle('New reservation')) - (await middle('List')))).toBeLessThanOrEqual(4)
})

test('a tablet’s row says area and notes under the name, in the space it has', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await page.setViewportSize({ width: 820, height: 1180 })
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' }, { notes: 'Nut allergy' })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  const row = page.getByRole('row').filter({ hasText: 'Ana Ferreira' })
  await expect(row.getByText('Main room')).toBeVisible()
  await expect(row.getByText('Nut allergy')).toBeVisible()
  await expect(row.getByText(dinner.name)).toBeHidden()
})

test('a tablet with several houses reads a note whole where there is room beside the name', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const other = await aDinner(product)
  await page.setViewportSize({ width: 820, height: 1180 })
  await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ro' }, { tags: ['VIP'], notes: 'Nut allergy, please' })
  await signIn(page, product, `/reservations?venue=${dinner.venueId},${other.venueId}&date=${dinner.date}`)
  const note = page.getByRole('row').filter({ hasText: 'Ana Ro' }).locator('.in-notes')
  await expect(note).toBeVisible()
  await expect.poll(() => note.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('on a phone the choice of lanes fades where it goes on', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  const choice = page.locator('.lanes')
  const shown = () =>
    choice.evaluate((one) => ({
      more: one.scrollWidth > one.clientWidth + 1,
      beyond: one.hasAttribute('data-beyond'),
      before: one.hasAttribute('data-before'),
      mask: getComputedStyle(one).maskImage !== 'none',
    }))
  await expect.poll(shown).toEqual({ more: true, beyond: true, before: false, mask: true })
  await choice.evaluate((one) => one.scrollTo({ left: 10_000 }))
  await expect.poll(shown).toEqual({ more: true, beyond: false, before: true, mask: true })
})
