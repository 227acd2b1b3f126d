import { endpoints } from '@tablewire/contracts/all'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { isOneLine, oneLine, plainLines } from '@tablewire/contracts/kit/text.rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples, type Sample } from './samples.ts'
import { aWorld, callerFor, fill, type World } from './world.ts'

let world: World
beforeAll(async () => void (world = await aWorld()))
afterAll(() => world.close())

/** What cannot stand in a line, one kind after the other. */
const bad = ['\n', '\r\n', '\t', '\u0000', '\u0007', '\u007f', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069']

test('a text of one line is cleaned without losing what can be read, one of several keeps its lines', () => {
  for (const sign of bad) {
    expect([isOneLine(`Ana${sign}Lima`), isOneLine(oneLine(`Ana${sign}Lima`))]).toEqual([false, true])
    expect(oneLine(`Ana${sign}Lima`)).toMatch(/^Ana ?Lima$/)
  }
  for (const good of ['Zoë O’Neill', '👩🏽‍🍳 Zoë', 'عبد الرحمن', '李小龍', 'می‌خواهم', '\u200fאבג'])
    expect([good, oneLine(good), isOneLine(good)]).toEqual([good, good, true])
  expect(plainLines(' one\r\ntwo\u2028three\u202e\n ')).toBe('one\ntwo\nthree')
})

/** Texts of several lines: to whoever writes them a line break is no mistake. */
const lines =
  /(notes?|reason|cancelReason|about|steps|bookingMessage|description|content|text|confirmationText|texts|paymentPolicy|legalText|guestText|message)(\.|$)/i
/** Programs' own data, and what is never shown: kept as it came, or not kept. */
const unshown = /^(settings|extraData|configs|secrets|mapping|response|data)\b|password|username|assertion|token|hash|secret|content/i

type Place = { way: string; value: string }
const textsOf = (value: unknown, way = ''): Place[] => {
  if (typeof value === 'string') return [{ way, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, way ? `${way}.${name}` : name))
}
const withText = (body: unknown, way: string, text: string): unknown => {
  const [first, ...rest] = way.split('.') as [string, ...string[]]
  const copy: Record<string, unknown> = Array.isArray(body) ? ([...(body as unknown[])] as never) : { ...(body as object) }
  copy[first] = rest.length ? withText(copy[first], rest.join('.'), text) : text
  return copy
}

const writing = endpoints.filter(({ method, body, id }) => method !== 'GET' && body && id !== 'brands.addPicture')
const send = (endpoint: Endpoint, sample: Sample, body: unknown) =>
  world.ask({
    method: endpoint.method,
    url: fill(endpoint, sample),
    ...callerFor(world, endpoint),
    ...(sample.token ? { token: sample.token } : {}),
    body,
  })

describe('no line takes what cannot stand in it, and none of it is answered', () => {
  test.each(writing.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const first = await samples[endpoint.id]!(world)
    for (const { way, value } of textsOf(first.body).filter((one) => !unshown.test(one.way)))
      for (const sign of ['\n', '\u0000', '\u2028', '\u202e']) {
        const sample = await samples[endpoint.id]!(world)
        const answer = await send(endpoint, sample, withText(sample.body, way, `${value.slice(0, 2)}${sign}${value.slice(2)}`))
        const what = `${way} with ${JSON.stringify(sign)}: ${answer.body}`
        expect(answer.statusCode, what).toBeLessThan(500)
        if (answer.statusCode >= 300) continue
        const kept = textsOf(answer.json()).map((one) => one.value)
        expect(
          kept.some((text) => /[\u0000\u2028\u202e]/.test(text)),
          what,
        ).toBe(false)
        if (!lines.test(way))
          expect(
            kept.some((text) => text.includes('\n')),
            what,
          ).toBe(false)
      }
  })
})
