import { expect, test } from 'vitest'
import { codeOf, newTotpSecret, stepAt, stepOfCode, toBase32, totpUri } from './totp.ts'

const rfc = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('AC9: codes are those of RFC 6238, appendix B, at second %i', (second, code) => {
  expect(codeOf(rfc, stepAt(second * 1000))).toBe(code)
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of "%s" is that of RFC 4648', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

test('AC9: a code is good one step before and after its own, and never again once used', () => {
  const atMs = 1_111_111_111_000
  const step = stepAt(atMs)
  const at = { atMs, lastStep: 0 }
  expect(stepOfCode(rfc, '050 471', at)).toBe(step)
  expect(stepOfCode(rfc, codeOf(rfc, step - 1), at)).toBe(step - 1)
  expect(stepOfCode(rfc, codeOf(rfc, step + 1), at)).toBe(step + 1)
  expect(stepOfCode(rfc, codeOf(rfc, step - 2), at)).toBeUndefined()
  expect(stepOfCode(rfc, codeOf(rfc, step + 2), at)).toBeUndefined()
  expect(stepOfCode(rfc, '050471', { atMs, lastStep: step })).toBeUndefined()
  expect(stepOfCode(rfc, codeOf(rfc, step - 1), { atMs, lastStep: step })).toBeUndefined()
})

test.each(['', '0', '05047', '0504711', '050471x', 'ａｂｃｄｅｆ', '      ', '\0'.repeat(6), '9'.repeat(5000)])(
  '"%s" is no code',
  (code) => {
    expect(stepOfCode(rfc, code, { atMs: 1_111_111_111_000, lastStep: 0 })).toBeUndefined()
  },
)

test('the QR code holds what apps ask for, also with names that need escaping', () => {
  const uri = new URL(totpUri(rfc, { issuer: 'Café: Uno & Co', account: 'ana+x@casa.test' }))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Café  Uno & Co:ana+x@casa.test')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Café: Uno & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(newTotpSecret()).toHaveLength(20)
})
