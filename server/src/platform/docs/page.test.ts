import { endpoints } from '@tablewire/contracts/all'
import { defineArea } from '@tablewire/contracts/endpoint'
import { note } from '@tablewire/contracts/wire'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { openApi } from './openapi.ts'
import { docsCss, docsPage } from './page.ts'
import { curlOf } from './page-endpoint.ts'

const page = docsPage(endpoints)
const document = openApi(endpoints)

test('every call stands on the page with its words, and every link on it leads somewhere', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const endpoint of endpoints) {
    expect(ids).toContain(endpoint.id)
    expect(page).toContain(endpoint.summary.replaceAll("'", '&#39;'))
  }
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
})

test('it runs under the strictest policy: no script, no inline style, no handler', () => {
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
  expect(page).toContain('<link rel="stylesheet" href="/docs.css">')
  expect(docsCss).toContain('color-scheme: light dark')
})

test('errors carry their code, status and English phrase', () => {
  const section = page.slice(page.indexOf('id="bc.hold"'))
  expect(section.slice(0, section.indexOf('</section>'))).toMatch(
    /slot\.taken<\/code> <em>409<\/em><\/dt><dd>This time has just been taken/,
  )
})

test('examples can be pasted into a shell', () => {
  const hold = endpoints.find((endpoint) => endpoint.id === 'bc.hold')!
  const curl = curlOf(hold, document.paths['/v1/bc/pending-booking']!['post']!, document)
  expect(curl).toMatch(
    /^curl -X POST "\$TABLEWIRE\/v1\/bc\/pending-booking" \\\n {2}-H "x-token: \$CHANNEL_KEY" \\\n {2}-H "Idempotency-Key: a-new-key-for-each-bc-hold" \\\n {2}-H "Content-Type: application\/json" \\\n {2}-d '\{/,
  )
  const day = endpoints.find((endpoint) => endpoint.id === 'availability.day')!
  expect(curlOf(day, document.paths['/v1/venues/{id}/availability']!['get']!, document)).toContain(
    '/v1/venues/01934f6e-8f2a-7c3b-9d41-5a7b0c9e2f10/availability?date=2026-11-20&partySize=4"',
  )
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
  const shown = docsPage([odd])
  expect(shown).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more')
  expect(shown).not.toMatch(/<script|<b>/)
})
