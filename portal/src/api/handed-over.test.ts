import { expect, test } from 'vitest'
import { readHandedOver } from './handed-over.ts'

const at = (path: string): string => `https://panel.example.com${path}`

test('AC3: tokens and the address to go to come in the query, and only the address stays in it', () => {
  expect(readHandedOver(at('/login?token=t1&refreshToken=r1&redirectUrl=%2Fmailbox'))).toEqual({
    handed: { kind: 'tokens', token: 't1', refreshToken: 'r1' },
    clean: at('/login?redirectUrl=%2Fmailbox'),
  })
})

test('AC3: a hash login names the user and carries the hash', () => {
  expect(readHandedOver(at('/login?userId=u1&hash=1.2.3'))).toEqual({
    handed: { kind: 'hash', userId: 'u1', hash: '1.2.3' },
    clean: at('/login'),
  })
})

test('AC3: behind the # no server sees them, and they leave it as well', () => {
  expect(readHandedOver(at('/login?x=1#token=t1&refreshToken=r1&redirectUrl=/mailbox'))).toEqual({
    handed: { kind: 'tokens', token: 't1', refreshToken: 'r1' },
    clean: at('/login?x=1&redirectUrl=%2Fmailbox'),
  })
})

test.each(['/login?returnUrl=%2Fmailbox', '/login', '/reservations?token=t1'])('AC3: %s hands nothing over and stays as it is', (path) => {
  expect(readHandedOver(at(path))).toEqual({ handed: undefined, clean: at(path) })
})

test('AC3: half of what is needed signs nobody in, and leaves the address all the same', () => {
  expect(readHandedOver(at('/login?userId=u1'))).toEqual({ handed: undefined, clean: at('/login') })
  expect(readHandedOver(at('/login?refreshToken=r1'))).toEqual({ handed: undefined, clean: at('/login') })
})
