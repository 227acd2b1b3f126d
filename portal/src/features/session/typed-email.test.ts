import { expect, test } from 'vitest'
import { looksLikeSignIn } from './typed-email.ts'

test('AC1: an address or a user name signs in; half an address, and several words, do not', () => {
  for (const good of ['ana@house.test', ' Ana@house.test ', 'ana.lopez', 'Front-Desk_1'])
    expect([good, looksLikeSignIn(good)]).toEqual([good, true])
  for (const bad of ['ana@', '@house.test', 'ana@ house', 'not an address', '.ana'])
    expect([bad, looksLikeSignIn(bad)]).toEqual([bad, false])
})
