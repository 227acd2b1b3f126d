import { expect, test } from 'vitest'
import { tripadvisorIdIn } from './tripadvisor.rules.ts'

test.each([
  ['1234567', '1234567'],
  [' d1234567 ', '1234567'],
  ['https://www.tripadvisor.co.uk/Restaurant_Review-g187497-d1234567-Reviews-Casa-Barcelona.html', '1234567'],
  ['tripadvisor.com/Restaurant_Review-g187497-d1234567', '1234567'],
  ['https://www.tripadvisor.com/Restaurant_Review-g187497-d1234567-Reviews-Casa-d99-Barcelona.html', '1234567'],
  ['000', undefined],
  ['', undefined],
  ['demo-casa', undefined],
  ['https://nottripadvisor.com/Restaurant_Review-g1-d12-Reviews', undefined],
  ['https://www.tripadvisor.com/Restaurants-g187497-Barcelona', undefined],
  ['1234567890123', undefined],
  ['<script>', undefined],
])('GO2: of "%s" the number is %s', (given, number) => expect(tripadvisorIdIn(given)).toBe(number))
