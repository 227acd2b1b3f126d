import type { Page } from '@playwright/test'
import { settled } from './every-page.ts'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

/** People of every kind that the demo has, beside those of the platform, whom all other stories are about. */
const people = {
  'somebody who may do everything in a company': 'company-bot@tablewire.test',
  'a manager of a company': 'wirt@tablewire.test',
  'a manager of one venue': 'gastheer@tablewire.test',
  'somebody of a channel': 'bc-agent@tablewire.test',
}

/** Where the menu leads, whatever language it speaks; its groups are opened one after the other, as one may close the next. */
const pagesOf = async (page: Page): Promise<string[]> => {
  const menu = page.getByRole('navigation').first()
  const pages = new Set<string>()
  const look = async (): Promise<void> => {
    for (const path of await menu.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!)))
      pages.add(path)
  }
  await look()
  const groups = menu.locator('button[aria-expanded]')
  for (let index = 0; index < (await groups.count()); index++) {
    if ((await groups.nth(index).getAttribute('aria-expanded')) === 'false') await groups.nth(index).click()
    await look()
  }
  // The logo leads home, and the documentation is no page.
  return [...pages].filter((path) => path !== '/' && path !== '/docs')
}

for (const [who, email] of Object.entries(people))
  test(`AC6 SH2: every page that ${who} is offered opens, and nothing it asks for is denied`, async ({ page, product }) => {
    const denied: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) denied.push(`${new URL(page.url()).pathname}: ${new URL(answer.url()).pathname}`)
    })
    await signInAt(page, { origin: product.url, email, path: '/settings/account' })
    await settled(page)
    const pages = await pagesOf(page)
    expect(pages.length).toBeGreaterThan(1)
    for (const path of pages) {
      await page.goto(product.url + path)
      await settled(page)
    }
    expect(denied).toEqual([])
  })
