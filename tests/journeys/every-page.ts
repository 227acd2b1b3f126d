import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { animationsEnd } from './axe.ts'
import { expect } from './server.ts'
import { signInAt } from './session-steps.ts'

const portal = join(import.meta.dirname, '../../portal/src')
const routes = globSync('app/*routes.tsx', { cwd: portal })
  .map((name) => readFileSync(join(portal, name), 'utf8'))
  .join('\n')

/** Every address of the portal's own list of routes, so that a new page is looked at without being named here. */
const paths = [...new Set(Array.from(routes.matchAll(/(?:path: |\bpage\()'(\/[^']*)'/g), ([, path]) => path!))].filter(
  // The first only leads on, the second is not in what people get.
  (path) => path !== '/' && path !== '/kit',
)
/** What stands for a part of an address that names one thing. */
const filled = (path: string): string => path.replaceAll(/\$\w+/g, 'a-sample')

/** What nobody has to be signed in for; who is signed in is led away from it. */
const outside = paths.filter((path) => /^\/(login|forgot|recover|reset|verify|404|500)/.test(path))
export const pagesOutside = outside.map(filled)
export const pagesInside = paths.filter((path) => !outside.includes(path)).map(filled)

export const brands = { Tablewire: 'localhost', 'Mesa Naranja': 'naranja.localhost', Verdant: 'verdant.localhost' } as const
export type BrandName = keyof typeof brands
export const originOf = (url: string, brand: BrandName): string => `http://${brands[brand]}:${new URL(url).port}`

export const signIn = async (page: Page, origin: string, email: string): Promise<void> => {
  await signInAt(page, { origin, email, path: '/reservations' })
  await expect(page.locator('[data-reservation]').first()).toBeVisible()
}

/** The page is there: a title, nothing still loading, nothing still moving, also after its size was changed. */
export const settled = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await animationsEnd(page)
}
