import type { Result, Sent } from '@tablewire/contracts/kit/endpoint'
import { type RwgAccount, type RwgConfig, type SystemSecret, systemSecrets, capabilityNames } from '@tablewire/contracts/rms/system-fields'
import type { systems } from '@tablewire/contracts/rms/systems'
import { readNumbers } from '#src/kit/read-numbers.ts'

export type Detail = Result<typeof systems.get>
type Update = Sent<typeof systems.update>['body']
type CapabilityName = Detail['capabilities'][number]

/** In a form an empty text is `''`, an empty number null. */
type InputValues<T> = { [K in keyof T]: Exclude<T[K], undefined | null> extends string ? string : T[K] }
const basics = [
  'code',
  'name',
  'type',
  'active',
  'storeCustomerData',
  'sourceInNotes',
  'credentialsType',
  'fbOnboarding',
  'rateLimitPerMinute',
  'syncVenues',
  'syncAvailabilities',
  'syncAlgorithm',
  'syncHorizon',
  'syncHorizonDays',
  'syncVenuesMinutes',
  'syncAreasMinutes',
  'syncAvailabilityMinutes',
  'syncReservationsMinutes',
  'syncHealthMinutes',
  'minAdvanceBookingPressureRelease',
  'rwgEnabled',
  'connector',
] as const
type Basic = (typeof basics)[number]

export type Values = InputValues<Pick<Detail, Basic>> & {
  /** `2, 4` */
  syncPartySizes: string
  /** Which fields there are, the connector says. */
  connection: Record<string, string | number | boolean | null>
  rwgConfig: InputValues<RwgConfig>
  rwgAccount: InputValues<RwgAccount>
  capabilities: Record<CapabilityName, boolean>
  /** `''` leaves what is set, null takes it away. */
  secrets: Record<SystemSecret, string | null>
}

const numeric = new Set<string>([
  'syncHorizonDays',
  'syncVenuesMinutes',
  'syncAreasMinutes',
  'syncAvailabilityMinutes',
  'syncReservationsMinutes',
  'syncHealthMinutes',
  'minAdvanceBookingPressureRelease',
  'rwgPartySize',
  'minAdvanceBooking',
  'minAdvanceOnlineCanceling',
  'pendingBookingHoldingTime',
])
const typed = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === null && !numeric.has(name) ? '' : (value as unknown)]))
const sent = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : (value as unknown)]),
  )

export const valuesOf = (system: Detail): Values => ({
  ...(typed(Object.fromEntries(basics.map((name) => [name, system[name]]))) as Values),
  syncPartySizes: system.syncPartySizes?.join(', ') ?? '',
  connection: { ...system.connection },
  rwgConfig: typed(system.rwgConfig) as Values['rwgConfig'],
  rwgAccount: typed(system.rwgAccount) as Values['rwgAccount'],
  capabilities: Object.fromEntries(capabilityNames.map((name) => [name, system.capabilities.includes(name)])) as Values['capabilities'],
  secrets: Object.fromEntries(systemSecrets.map((name) => [name, ''])) as Values['secrets'],
})

/** What of it are sizes of a party, each once; none = as usual. */
const mostSizes = 8
/** What is wrong with the party sizes as they are typed: nothing of them is left out in silence. */
export const faultOfSizes = (text: string): { wrong: string[] } | { many: number } | undefined => {
  const { numbers, wrong } = readNumbers(text, { min: 1, max: 100 })
  if (wrong.length > 0) return { wrong }
  return numbers.length > mostSizes ? { many: numbers.length } : undefined
}
const sizesIn = (text: string): number[] | null => {
  const { numbers } = readNumbers(text, { min: 1, max: 100 })
  return numbers.length === 0 ? null : numbers
}

/** An empty field is left to the connector. */
const givenOf = (connection: Values['connection']): NonNullable<Update['connection']> =>
  Object.fromEntries(
    Object.entries(connection).flatMap(([name, value]) => {
      const one = typeof value === 'string' ? value.trim() : value
      return one === null || one === '' ? [] : [[name, one]]
    }),
  )

export const bodyOf = (values: Values, version: number): Update => {
  const { rwgConfig, rwgAccount, capabilities, secrets, type, connector, connection, syncPartySizes, ...own } = values
  const given = Object.entries(secrets).filter(([, value]) => value === null || value.trim() !== '')
  const extraData = rwgConfig.extraData.filter(({ name }) => name.trim() !== '')
  return {
    ...(own as Update),
    code: own.code.trim(),
    name: own.name.trim(),
    syncPartySizes: sizesIn(syncPartySizes),
    // The built-in book stays what it is.
    ...(type === 'built_in' ? {} : { type: type as 'standard' | 'custom', connector, connection: givenOf(connection) }),
    rwgConfig: { ...sent(rwgConfig), extraData } as RwgConfig,
    rwgAccount: sent(rwgAccount) as RwgAccount,
    capabilities: capabilityNames.filter((name) => capabilities[name]),
    ...(given.length > 0 ? { secrets: Object.fromEntries(given) } : {}),
    version,
  }
}

export const tabs = ['details', 'connection', 'sync', 'google', 'account', 'capabilities', 'channels', 'people', 'keys'] as const
export type Tab = (typeof tabs)[number]
/** Those whose fields are saved together. */
export const formTabs = ['details', 'connection', 'sync', 'google', 'account', 'capabilities'] as const
export type FormTab = (typeof formTabs)[number]
export const isFormTab = (tab: Tab): tab is FormTab => (formTabs as readonly Tab[]).includes(tab)

/** One text per field, so that two versions can be laid beside one another. */
export const flat = ({ secrets: _secrets, ...values }: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one as unknown])
        : [[name, value as unknown]],
    ),
  )
export const unflat = (fields: Record<string, unknown>, secrets: Values['secrets']): Values => {
  const values: Record<string, unknown> = { secrets, connection: {} }
  for (const [path, value] of Object.entries(fields)) {
    const [head = '', inner] = path.split('.')
    if (inner === undefined) values[head] = value
    else values[head] = { ...(values[head] as object | undefined), [inner]: value }
  }
  return values as Values
}
