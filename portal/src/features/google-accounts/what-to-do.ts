import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'

export type Matter = 'partner' | 'ended' | 'refused' | 'stopped' | 'ending' | 'rotated' | 'host' | 'users' | 'hostKey' | 'key' | 'oauth'

/** What is still missing before Google can reach us and we can reach Google, the most urgent first. */
export const mattersOf = (account: GoogleAccount): Matter[] => {
  const { partnerId, passwords, refusedSince, stoppedSince, sftpUrl, sftpHostKey, sftpUsers, secrets } = account
  const isSet = (secret: string): boolean => secrets.some(({ name }) => name === secret)
  const holds: [Matter, boolean][] = [
    ['ended', passwords.length === 0],
    ['refused', passwords.length > 0 && refusedSince !== null],
    ['stopped', stoppedSince !== null],
    ['ending', passwords.length > 0 && passwords.every(({ endsSoon }) => endsSoon)],
    ['rotated', passwords.length > 1 && passwords.some(({ endsSoon }) => !endsSoon)],
    ['partner', partnerId === null],
    ['host', sftpUrl === null],
    ['users', sftpUsers.merchants === null || sftpUsers.service === null || sftpUsers.availability === null],
    ['hostKey', sftpHostKey === null],
    ['key', !isSet('sftpPrivateRsaKey')],
    ['oauth', !isSet('oauthKey')],
  ]
  return holds.filter(([, here]) => here).map(([matter]) => matter)
}

export type State = 'off' | 'unreachable' | 'stopped' | 'ending' | 'unfinished' | 'ready'
export const stateOf = (account: GoogleAccount): State => {
  if (!account.active) return 'off'
  const matters = mattersOf(account)
  if (matters.includes('ended') || matters.includes('refused')) return 'unreachable'
  if (matters.includes('stopped')) return 'stopped'
  if (matters.includes('ending')) return 'ending'
  return matters.some((matter) => matter !== 'rotated') ? 'unfinished' : 'ready'
}
export const toneOfState = {
  off: 'neutral',
  unreachable: 'danger',
  stopped: 'danger',
  ending: 'warning',
  unfinished: 'warning',
  ready: 'success',
} as const
