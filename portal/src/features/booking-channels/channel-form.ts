import type { ChannelDetail, ChannelProduct, Commission } from '@tablewire/contracts/channels/channel-objects'
import type { channels } from '@tablewire/contracts/channels/channels'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { minorUnits } from '#src/kit/minor-units.ts'

type Lasting = Pick<ChannelDetail, 'name' | 'type' | 'active' | 'selfSubscription' | 'texts' | 'limits'>
/** As the fields hold it: empty addresses are '', an amount is what people write (7.5 percent, 1.50 euros). */
export type ChannelForm = Lasting & {
  /** '' = none. */
  product: '' | ChannelProduct
  rateLimitPerMinute: number | null
  logo: string
  /** One to a line. */
  hosts: string
  subscribeUrl: string
  connectUrl: string
  checkUrl: string
  commission: { kind: '' | Commission['kind']; amount: number | null; currency: string }
}

/** Hundredths of a percent, or the smallest unit of the currency. */
const scaleOf = ({ kind, currency }: { kind: string; currency: string | null }): number => {
  if (kind === 'percent' || !/^[A-Z]{3}$/.test(currency ?? '')) return 100
  return minorUnits(currency!)
}

export const commissionForm = (commission: Commission | null): ChannelForm['commission'] =>
  commission
    ? { kind: commission.kind, amount: commission.amount / scaleOf(commission), currency: commission.currency ?? '' }
    : { kind: '', amount: null, currency: '' }

const noText = { en: '', es: '', fr: '', de: '', nl: '' }
export const emptyForm: ChannelForm = {
  name: '',
  type: 'partner',
  product: '',
  active: true,
  selfSubscription: false,
  rateLimitPerMinute: 60_000,
  logo: '',
  hosts: '',
  subscribeUrl: '',
  connectUrl: '',
  checkUrl: '',
  texts: { about: noText, steps: noText, bookingMessage: noText },
  limits: { partyMin: null, partyMax: null, coversPerDay: null, leadMinutes: null },
  commission: { kind: '', amount: null, currency: '' },
}

export const formOf = (channel: ChannelDetail): ChannelForm => {
  const { name, type, active, selfSubscription, rateLimitPerMinute, texts, limits, commission } = channel
  return {
    name,
    type,
    product: channel.product ?? '',
    active,
    selfSubscription,
    rateLimitPerMinute,
    logo: channel.logo ?? '',
    hosts: channel.hosts.join('\n'),
    subscribeUrl: channel.subscribeUrl ?? '',
    connectUrl: channel.connectUrl ?? '',
    checkUrl: channel.checkUrl ?? '',
    texts,
    limits,
    commission: commissionForm(commission),
  }
}

export const commissionOf = ({ kind, amount, currency }: ChannelForm['commission']): Commission | null =>
  kind === ''
    ? null
    : {
        kind,
        amount: Math.round((amount ?? 0) * scaleOf({ kind, currency })),
        currency: kind === 'percent' ? null : currency.trim() || null,
      }

const orNull = (text: string): string | null => text.trim() || null

/** As people write them: one to a line, or with spaces or commas between. */
export const hostsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((host) => host.replace(/\/+$/, ''))
      .filter(Boolean),
  ),
]

export const bodyOf = (form: ChannelForm): Sent<typeof channels.create>['body'] => {
  const { commission, rateLimitPerMinute, ...rest } = form
  return {
    ...rest,
    product: form.product || null,
    ...(rateLimitPerMinute === null ? {} : { rateLimitPerMinute }),
    logo: orNull(form.logo),
    hosts: hostsOf(form.hosts),
    subscribeUrl: orNull(form.subscribeUrl),
    connectUrl: orNull(form.connectUrl),
    checkUrl: orNull(form.checkUrl),
    commission: commissionOf(commission),
  }
}

export const tabs = ['details', 'keys', 'venues', 'webhooks', 'texts', 'limits', 'commission', 'users'] as const
export type Tab = (typeof tabs)[number]
/** On which part of the page a field stands. */
export const tabOf = (field: string): Tab => {
  const [first] = field.split('.')
  return first === 'texts' || first === 'limits' || first === 'commission' ? first : 'details'
}

/** Terms of the channel, or of one venue on it. */
export const termFields = [
  'limits.partyMin',
  'limits.partyMax',
  'limits.coversPerDay',
  'limits.leadMinutes',
  'commission.amount',
  'commission.currency',
] as const
export const fields = [
  'name',
  'type',
  'product',
  'rateLimitPerMinute',
  'logo',
  'subscribeUrl',
  'connectUrl',
  'checkUrl',
  ...termFields,
] as const
