import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What fades or slides is pale or elsewhere for a moment. What stands still for ever or goes on for ever is not waited for. */
export const animationsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 5_000)
    const rest = Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
    await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, 5_000))])
  })

/** The rules that colours alone can break. */
export const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on the page as it stands. It goes into each document once and answers with findings only: handing over all that is well, page by page, cost
 * more than looking.
 */
export const axeFindings = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await animationsEnd(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      ...(only ? { runOnly: { type: 'rule' as const, values: [...only] } } : {}),
    })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 300)}`))
  }, rules)
}
