import { endpoints } from '@tablewire/contracts/all'
import { defineArea } from '@tablewire/contracts/kit/endpoint'
import { problems } from '@tablewire/contracts/kit/problem'
import { note } from '@tablewire/contracts/kit/wire'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { writtenPages } from '../../app/docs-routes.ts'
import { errorHelp } from '../../app/guides/error-help.ts'
import { docsFiles } from './docs-files.ts'
import { search } from './docs-search.mjs'
import { openApi } from './openapi.ts'
import { docsSite } from './site.ts'

const site = docsSite(endpoints, { pages: writtenPages(), errorHelp })
const pages = new Map(site.hrefs.map((href) => [href, site.page(href)!]))
const idsOf = (page: string): string[] => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
const linksOf = (page: string): string[] => [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

test('no page is longer than 200 kB, the index of the search is small', () => {
  for (const [href, page] of pages) expect([href, Buffer.byteLength(page) < 200_000]).toEqual([href, true])
  expect(Buffer.byteLength(JSON.stringify(site.index))).toBeLessThan(245_000)
})

test('every link of every page and of the search leads somewhere', () => {
  const files = new Set(['/openapi.json', ...docsFiles.map(({ path }) => path)])
  const dead = [...pages, ['the search', site.index.map(({ href }) => `href="${href}"`).join(' ')] as const].flatMap(([at, page]) =>
    linksOf(page).flatMap((href) => {
      const [path = '', anchor] = href.split('#')
      const target = path === '' ? page : pages.get(path)
      if (files.has(path)) return []
      return target !== undefined && (anchor === undefined || idsOf(target).includes(anchor)) ? [] : [`${at}: ${href}`]
    }),
  )
  expect(dead).toEqual([])
  for (const [href, page] of pages) expect([href, new Set(idsOf(page)).size]).toEqual([href, idsOf(page).length])
})

test('every call and every code has a place of its own', () => {
  for (const { id, summary } of endpoints) {
    const page = pages.get(`/docs/reference/${id.split('.')[0]}`)!
    expect(idsOf(page)).toContain(id)
    expect(page).toContain(summary.replaceAll("'", '&#39;'))
  }
  const known = new Set(idsOf(pages.get('/docs/errors')!))
  expect(Object.keys(problems).filter((code) => !known.has(code))).toEqual([])
})

test('sentences of refusals stand there as people read them, with values in them', () => {
  for (const page of [pages.get('/docs/errors')!, pages.get('/docs/reference/bc')!]) expect(page).not.toMatch(/<(?:dd|p)>[^<]*\{\w+\}/)
  expect(pages.get('/docs/errors')).toContain('There is no room for so many at this time any more. 2 covers are left.')
  expect(site.index.filter(({ kind, text }) => kind.startsWith('Error') && /\{\w+\}/.test(text))).toEqual([])
})

test('anchors of the one page it used to be lead on', () => {
  const overview = pages.get('/docs')!
  for (const { id } of endpoints) expect(overview).toMatch(new RegExp(`<li id="${id}">.*?href="/docs/reference/${id.split('.')[0]}#${id}"`))
  for (const name of Object.keys(openApi(endpoints).components.schemas))
    expect(overview).toContain(`<li id="schema-${name}"><a href="/docs/schemas/${name}">`)
  for (const anchor of ['area-bc', 'schemas']) expect(idsOf(overview)).toContain(anchor)
})

test('it runs under the strictest policy: only scripts of its own, no inline style, no handler', () => {
  for (const page of pages.values())
    expect(page.replace('<script type="module" src="/docs-page.mjs"></script>', '')).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
})

test('a search finds calls by path and words, codes, and parts of guides', () => {
  const first = (query: string) => search(site.index, query)[0]?.href
  expect(first('pending-booking')).toBe('/docs/reference/bc#bc.hold')
  expect(first('slot taken')).toBe('/docs/errors#slot.taken')
  expect(first('statuses')).toBe('/docs/booking-channels#statuses')
  expect(first('BcBooking')).toBe('/docs/schemas/BcBooking')
  for (const query of ['webhook', 'Webhooks']) expect(search(site.index, query)[0]).toMatchObject({ kind: 'Guide', title: 'Webhooks' })
  expect(search(site.index, 'who puts').map(({ href }) => href)).toContain('/docs/reservation-systems#who-puts-a-venue-on-sale')
  expect(search(site.index, 'idempotency')[0]).toMatchObject({ kind: 'Guide' })
  expect(search(site.index, 'nothing-like-this')).toEqual([])
  expect(site.found('slot.taken')).toContain('href="/docs/errors#slot.taken"')
  expect(site.found('<b>"')).not.toContain('<b>')
})

test('words of the contract are text, whatever they hold', () => {
  const { odd } = defineArea('odd', {
    odd: {
      method: 'GET',
      path: '/odd',
      summary: '<script>alert("x")</script> & more',
      can: 'public',
      audit: 'none',
      result: z.object({ '<b>': note(3) }),
      envelope: 'bare',
      errors: [],
    },
  })
  const shown = docsSite([odd], { pages: [], errorHelp }).page('/docs/reference/odd')
  expect(shown).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more')
  expect(shown).not.toMatch(/<script>|<b>/)
})
