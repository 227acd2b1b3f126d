import type { GoogleAccount, googleAccounts } from '@tablewire/contracts/google/google-accounts'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { capabilityNames } from '@tablewire/contracts/rms/system-fields'

type Update = NonNullable<Sent<typeof googleAccounts.update>['body']>

/** In a form an empty text is `''`; of a secret it leaves what is set, and null takes it away. */
export type Values = {
  name: string
  key: string
  active: boolean
  isDefault: boolean
  channelId: string
  partnerId: string
  capabilities: Record<(typeof capabilityNames)[number], boolean>
  sftpUrl: string
  sftpPort: number | null
  sftpHostKey: string
  sftpUsers: { service: string; merchants: string; availability: string; generic: string }
  sftpPrivateRsaKey: string | null
  apiUrl: string
  oauthKey: string | null
}
export const feeds = ['merchants', 'service', 'availability', 'generic'] as const

export const valuesOf = (account: GoogleAccount): Values => ({
  name: account.name,
  key: account.key,
  active: account.active,
  isDefault: account.isDefault,
  channelId: account.channelId,
  partnerId: account.partnerId ?? '',
  capabilities: Object.fromEntries(capabilityNames.map((name) => [name, account.capabilities.includes(name)])) as Values['capabilities'],
  sftpUrl: account.sftpUrl ?? '',
  sftpPort: account.sftpPort,
  sftpHostKey: account.sftpHostKey ?? '',
  sftpUsers: Object.fromEntries(feeds.map((feed) => [feed, account.sftpUsers[feed] ?? ''])) as Values['sftpUsers'],
  sftpPrivateRsaKey: '',
  apiUrl: account.apiUrl ?? '',
  oauthKey: '',
})

const textOf = (text: string): string | null => text.trim() || null
const secretOf = (name: 'sftpPrivateRsaKey' | 'oauthKey', value: string | null): Update =>
  value === null || value.trim() !== '' ? { [name]: value?.trim() ?? null } : {}

export const bodyOf = (values: Values, version: number): Update => ({
  name: values.name.trim(),
  key: values.key.trim(),
  active: values.active,
  isDefault: values.isDefault,
  channelId: values.channelId,
  partnerId: textOf(values.partnerId),
  capabilities: capabilityNames.filter((name) => values.capabilities[name]),
  sftpUrl: textOf(values.sftpUrl),
  ...(values.sftpPort === null ? {} : { sftpPort: values.sftpPort }),
  sftpHostKey: textOf(values.sftpHostKey),
  sftpUsers: Object.fromEntries(feeds.map((feed) => [feed, textOf(values.sftpUsers[feed])])),
  apiUrl: textOf(values.apiUrl),
  ...secretOf('sftpPrivateRsaKey', values.sftpPrivateRsaKey),
  ...secretOf('oauthKey', values.oauthKey),
  version,
})

/** What a draft keeps: no secrets. */
export const withoutSecrets = ({ sftpPrivateRsaKey: _key, oauthKey: _oauth, ...values }: Values): Partial<Values> => values

/** Every field the server may refuse. */
export const fields = [
  'name',
  'key',
  'channelId',
  'partnerId',
  'sftpUrl',
  'sftpPort',
  'sftpHostKey',
  'sftpPrivateRsaKey',
  'apiUrl',
  'oauthKey',
  'sftpUsers.merchants',
  'sftpUsers.service',
  'sftpUsers.availability',
  'sftpUsers.generic',
] as const

/** One text per field, so that two versions can be laid beside one another. */
export const flat = (values: Values): Record<string, unknown> => {
  const { sftpUsers, capabilities, sftpPrivateRsaKey: _key, oauthKey: _oauth, ...rest } = values
  const inner = (head: string, group: object): [string, unknown][] =>
    Object.entries(group).map(([name, value]) => [`${head}.${name}`, value as unknown])
  return { ...rest, ...Object.fromEntries([...inner('sftpUsers', sftpUsers), ...inner('capabilities', capabilities)]) }
}
/** The other way round; secrets stay as they were typed. */
export const unflat = (chosen: Record<string, unknown>, typed: Values): Values => {
  const under = (head: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(chosen)
        .filter(([name]) => name.startsWith(`${head}.`))
        .map(([name, value]) => [name.slice(head.length + 1), value]),
    )
  const plain = Object.fromEntries(Object.entries(chosen).filter(([name]) => !name.includes('.')))
  return { ...typed, ...plain, sftpUsers: under('sftpUsers'), capabilities: under('capabilities') } as Values
}
