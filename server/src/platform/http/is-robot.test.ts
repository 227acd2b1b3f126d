import { expect, test } from 'vitest'
import { isFetchedAhead, isRobot } from './is-robot.ts'

const people = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Cubot X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/500.0]',
]
const machines = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1',
  'curl/8.9.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
  'node',
  'axios/1.7.7',
  'python-requests/2.32',
  '',
  undefined,
]

test('RE5: people are told from machines by what their browsers call themselves', () => {
  expect(people.map(isRobot)).toEqual(people.map(() => false))
  expect(machines.map(isRobot)).toEqual(machines.map(() => true))
})

test('RE5: what a browser fetches ahead nobody has asked for', () => {
  const ahead = [{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-moz': 'prefetch' }]
  expect(ahead.map(isFetchedAhead)).toEqual(ahead.map(() => true))
  expect([{}, { 'user-agent': 'Mozilla/5.0', purpose: 'none' }].map(isFetchedAhead)).toEqual([false, false])
})
