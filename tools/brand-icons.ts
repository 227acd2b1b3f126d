/**
 * Draws the icons of installed portals from the shipped brands' marks: `node tools/run.mjs tools/brand-icons.ts`. Run after a mark has changed;
 * what it draws is committed, as a machine that only serves has no browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserLaunch } from '../tests/build/browser.ts'

const portal = join(import.meta.dirname, '../portal/public')
/** A maskable icon is cut to any shape: the ground fills it, the mark stays inside the middle (80 % of the width, a circle). */
const marks = [
  { name: 'tablewire', ground: '#6A5CEF', share: 0.82 },
  { name: 'mesa-naranja', ground: '#C2410C', share: 0.82 },
  { name: 'verdant', ground: '#E3F4E7', share: 0.62 },
] as const

const browser = await chromium.launch(browserLaunch())
try {
  mkdirSync(join(portal, 'icons'), { recursive: true })
  const page = await browser.newPage()
  const draw = async (file: string, size: number, style: { ground: string; share: number; svg: string }): Promise<void> => {
    await page.setViewportSize({ width: size, height: size })
    const edge = size * style.share
    await page.setContent(
      `<style>html,body{margin:0;height:100%;background:${style.ground};display:grid;place-content:center}svg{width:${edge}px;height:${edge}px}</style>${style.svg}`,
    )
    writeFileSync(join(portal, 'icons', file), await page.screenshot({ omitBackground: true }))
  }
  for (const { name, ground, share } of marks) {
    const svg = readFileSync(join(portal, `brands/${name}-favicon.svg`), 'utf8')
    for (const size of [192, 512]) await draw(`${name}-${size}.png`, size, { ground: 'transparent', share: 1, svg })
    await draw(`${name}-maskable-512.png`, 512, { ground, share, svg })
    await draw(`${name}-touch-180.png`, 180, { ground, share: share === 0.82 ? 1 : share, svg })
  }
} finally {
  await browser.close()
}
