import type { Page, Response } from '@playwright/test'
import { pagesInside, pagesOutside, settled, signIn } from './every-page.ts'
import { expect, test } from './server.ts'

/** Every word that is somebody's own: names, notes, codes, addresses, as the server sends them. */
const wordsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.match(/[\p{L}\p{M}]+/gu) ?? []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}

/** Words no language changes: the brand, units and keys, the languages in their own names, days and months as `Intl` writes them, names of countries. */
const inEnglish = (day: Date, part: 'weekday' | 'month'): string[] =>
  (['short', 'long'] as const).map((style) => day.toLocaleDateString('en-GB', { [part]: style, timeZone: 'UTC' }))
const calendar = Array.from({ length: 12 }, (_, index) => [
  ...inEnglish(new Date(Date.UTC(2026, index, 1)), 'month'),
  ...inEnglish(new Date(Date.UTC(2026, 0, index + 1)), 'weekday'),
]).flat()
/** Their names come from the browser, in the language that the pseudo-language is made of. */
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const regions = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' })
const countries = letters.flatMap((first) => letters.flatMap((second) => wordsOf(regions.of(first + second) ?? '')))
const tongues = new Intl.DisplayNames(['en-GB'], { type: 'language', fallback: 'none' })
const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'].flatMap((code) => wordsOf(tongues.of(code) ?? ''))
/** `CST`, where it is another day there than here. */
const zones = Intl.supportedValuesOf('timeZone').flatMap((timeZone) =>
  ['2026-01-15', '2026-07-15'].flatMap((day) =>
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
      .formatToParts(new Date(day))
      .flatMap(({ type, value }) => (type === 'timeZoneName' ? wordsOf(value) : [])),
  ),
)
const fixed = [
  ...new Set(zones),
  'Tablewire',
  'English',
  'Deutsch',
  'Español',
  'Français',
  'Nederlands',
  'CSV',
  'Ctrl',
  'Esc',
  'Enter',
  'Alt',
  'Shift',
  'CEST',
  'CET',
  'GMT',
  'UTC',
  'am',
  'pm',
  'kB',
  'LTR',
  'RTL',
  'POS',
]

/** Everything a person sees or hears, without what stands between the brackets of the pseudo-language. */
const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('script, style, noscript, kbd, option:not(:checked), [translate="no"]')
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const sentence = node.parentElement?.closest('[data-sentence]')
      if (node instanceof Text && node.parentElement && !sentence && shown(node.parentElement)) found.push(node.data)
      // One phrase, though names within it are links.
      if (node instanceof Element && node.matches('[data-sentence]') && shown(node)) found.push(node.textContent)
      if (node instanceof Element && shown(node))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '')
    }
    // A phrase may hold another one: the innermost goes first.
    const bare = (text: string): string => {
      const less = text.replaceAll(/\[[^[\]]*\]/g, ' ')
      return less === text ? text.trim() : bare(less)
    }
    return found.map(bare).filter((text) => /\p{L}/u.test(text))
  })

/** Controls whose text is cut off without a sign, or that stand out of the window. */
const illFitting = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const inScroller = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || inScroller(element.parentElement))
    const faults: string[] = []
    for (const element of document.querySelectorAll('button, a[href], [role="tab"], label, h1, h2, h3, legend')) {
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      if (
        !element.checkVisibility({ visibilityProperty: true }) ||
        box.width <= 1 ||
        box.bottom < 0 ||
        element.closest('[aria-hidden="true"]')
      )
        continue
      const cut =
        (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 3) &&
        style.overflow !== 'visible' &&
        style.textOverflow !== 'ellipsis' &&
        element.clientWidth > 0
      const spills = style.overflow === 'visible' && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 4
      const beyond = (box.right > width + 1 || box.left < -1) && !inScroller(element.parentElement)
      const name = `${element.tagName} ${element.textContent.slice(0, 60)}`
      if (cut) faults.push(`cut off: ${name}`)
      if (spills) faults.push(`spills over: ${name}`)
      if (beyond) faults.push(`beyond the edge: ${name}`)
    }
    if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} wide`)
    return faults
  })

const narrowAndWide = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

for (const [whose, pages] of [
  ['for guests', pagesOutside],
  ['of the first half', pagesInside.slice(0, Math.ceil(pagesInside.length / 2))],
  ['of the second half', pagesInside.slice(Math.ceil(pagesInside.length / 2))],
] as const)
  test(`SE4: in the pseudo-language every page ${whose} is translated and fits, 390 and 1440 wide`, async ({ page, product }) => {
    const own = new Set([...fixed, ...calendar, ...countries, ...languages].flatMap(wordsOf))
    const learn = async (response: Response): Promise<void> => {
      if (!/json/.test(response.headers()['content-type'] ?? '')) return
      // What a page left behind is gone with it.
      const body = (await response.json().catch(() => undefined)) as unknown
      for (const word of wordsOf(body)) own.add(word)
    }
    page.on('response', (response) => void learn(response))
    // Whose language is not English would see that.
    await page.addInitScript(() => localStorage.setItem('tablewire:pseudo', '1'))
    const foreign = (text: string): boolean => wordsOf(text).some((word) => word.length > 2 && !own.has(word))
    const found = async (): Promise<string[]> => {
      const plain = [...new Set(await untranslated(page))].filter(foreign)
      return [...plain.map((text) => `not translated: ${text}`), ...(await illFitting(page))]
    }
    const faults: string[] = []
    const look = async (path: string): Promise<void> => {
      await page.setViewportSize(narrowAndWide[0]!)
      await page.goto(path)
      for (const size of narrowAndWide) {
        await page.setViewportSize(size)
        await settled(page)
        await expect(page.locator('h1').first()).toContainText('[')
        // What was just made wide takes a moment to lay itself out anew, and so does an answer to be learned from.
        await expect(async () => expect(await found()).toEqual([]))
          .toPass({ timeout: 3_000 })
          .catch(async () => faults.push(...(await found()).map((fault) => `${path} ${size.width} wide: ${fault}`)))
      }
    }
    if (pages !== pagesOutside) await signIn(page, product.url, product.adminEmail)
    for (const path of pages) await look(path)
    expect([...new Set(faults)]).toEqual([])
  })
