import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { phoneIn } from './read-phone.ts'

const madrid = '+34913640617'

test.each([
  '(+34) 913 640 617',
  '+34 (0) 913640617',
  '0034 913 640 617',
  '00 34 913 640 617',
  '(0034) 913640617',
  '+(34) 913-640-617',
  '++34 913640617',
  '+ 34 913640617',
  'tel:+34-913-640-617',
  'Tel. 913 640 617',
  'Teléfono: 913 640 617',
  'T 913640617',
  '34913640617',
  '34913640617.0',
  '3.4913640617E+10',
  '913.640.617',
  "'+34913640617",
  '＋３４ ９１３ ６４０ ６１７',
  '+34 913 640 617 ext. 12',
  'tel:+34913640617;ext=12',
  'Reservas: 913 640 617 (de 9 a 14 h)',
  'llamar al 913 640 617',
])('%s is a number', (cell) => {
  expect(phoneIn(cell, 'ES')?.number).toBe(madrid)
})

test.each([
  ['913 640 617 / 600 111 222', ['600 111 222']],
  ['913 640 617 - 600 111 222', ['600 111 222']],
  ['+34 913 640 617 +34 600 111 222', ['+34 600 111 222']],
  ['913 640 617 y 600 111 222', ['600 111 222']],
  ['913 640 617\n600 111 222', ['600 111 222']],
  ['913 640 617 | 600 111 222', ['600 111 222']],
  ['(+34) 913 640 617, (+34) 600 111 222', ['(+34) 600 111 222']],
  ['1234; 913 640 617', ['1234']],
])('%s is several', (cell, left) => {
  expect(phoneIn(cell, 'ES')).toEqual({ number: madrid, left })
})

test.each([
  ['+39 80 384 6575', 'IT', '+390803846575'],
  ['+52 1 985 112 75 59', 'MX', '+529851127559'],
  ['+229 90 92 33 69', 'BJ', '+2290190923369'],
  ['+57 5 8419661', 'CO', '+576058419661'],
])('%s is known as it is now', (cell, country, number) => {
  expect(phoneIn(cell, country)?.number).toBe(number)
})

test('letters on the keys, and what is no number', () => {
  expect(phoneIn('1-800-FLOWERS', 'US')?.number).toBe('+18003569377')
  for (const cell of ['', 'closed', '12', '*3067', '3.49E+10', 'N/A', 'www.anker.example', '2026-05-01'])
    expect(phoneIn(cell, 'ES'), cell).toBeUndefined()
})

test('a number of every region in each of the ways it is written', () => {
  const missed: string[] = []
  for (const region of getCountries()) {
    const example = getExampleNumber(region, examples)
    if (!example) continue
    const { number, countryCallingCode: code, nationalNumber: rest } = example
    const ways = [
      number,
      `(+${code}) ${rest}`,
      `00${code} ${rest}`,
      `tel:${number}`,
      `+${code} ${rest} / +${code} ${rest}`,
      `+${code}-${rest}`,
    ]
    for (const way of ways) if (phoneIn(way, region)?.number !== number) missed.push(`${region} ${way} ${phoneIn(way, region)?.number}`)
  }
  expect(getCountries().length).toBeGreaterThan(200)
  expect(missed).toEqual([])
})
