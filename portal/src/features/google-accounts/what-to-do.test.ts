import type { GoogleAccount, GooglePassword } from '@tablewire/contracts/google/google-accounts'
import { expect, test } from 'vitest'
import { mattersOf, stateOf } from './what-to-do.ts'

const at = '2026-01-01T00:00:00Z'
const password = (endsSoon: boolean): GooglePassword => ({
  id: '0190b9a0-0000-7000-8000-000000000001',
  username: 'maps',
  createdBy: 'Ada',
  createdAt: at,
  expiresAt: at,
  endsSoon,
  usedAt: null,
})
const complete = {
  active: true,
  partnerId: '1',
  passwords: [password(false)],
  refusedSince: null,
  stoppedSince: null,
  sftpUrl: 'partnerupload.google.com',
  sftpHostKey: 'SHA256:x',
  sftpUsers: { merchants: 'm', service: 's', availability: 'a', generic: null },
  secrets: [
    { name: 'oauthKey', setAt: at },
    { name: 'sftpPrivateRsaKey', setAt: at },
  ],
} as unknown as GoogleAccount

test('GO1: an account says what it lacks, what ends, and when a second password is no longer needed', () => {
  const states: [Partial<GoogleAccount>, ReturnType<typeof stateOf>, string[]][] = [
    [{}, 'ready', []],
    [{ active: false }, 'off', []],
    [{ passwords: [] }, 'unreachable', ['ended']],
    [{ refusedSince: at }, 'unreachable', ['refused']],
    [{ stoppedSince: at }, 'stopped', ['stopped']],
    [{ passwords: [password(true)] }, 'ending', ['ending']],
    [{ passwords: [password(false), password(true)] }, 'ready', ['rotated']],
    [{ passwords: [password(true), password(true)] }, 'ending', ['ending']],
    [{ partnerId: null, sftpUrl: null, sftpHostKey: null, secrets: [] }, 'unfinished', ['partner', 'host', 'hostKey', 'key', 'oauth']],
    [{ sftpUsers: { ...complete.sftpUsers, availability: null } }, 'unfinished', ['users']],
  ]
  for (const [change, state, matters] of states) {
    const account = { ...complete, ...change }
    expect([stateOf(account), mattersOf(account)]).toEqual([state, matters])
  }
})
