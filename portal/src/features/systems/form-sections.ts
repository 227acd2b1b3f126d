import type { FieldPath } from 'react-hook-form'
import type { FormTab, Values } from './system-form.ts'

type Path = Extract<
  FieldPath<Values>,
  | keyof Values
  | `rwgConfig.${keyof Values['rwgConfig']}`
  | `rwgAccount.${keyof Values['rwgAccount']}`
  | `capabilities.${string}`
  | `secrets.${string}`
>

export type Spec = {
  name: Path
  kind?: 'switch' | 'number' | 'select' | 'secret' | 'long' | 'pairs' | 'colour' | 'sizes'
  options?: readonly string[]
  required?: true
  wide?: true
  min?: number
  max?: number
  unit?: 'days' | 'hours' | 'minutes' | 'seconds' | 'covers' | 'calls'
  maxLength?: number
  /** Not for the built-in book. */
  ownOnly?: true
  /** Shown while this holds. */
  when?: (values: Values) => boolean
}
export type SectionName =
  | 'identity'
  | 'traffic'
  | 'sync'
  | 'schedule'
  | 'release'
  | 'google'
  | 'booking'
  | 'access'
  | 'mails'
  | 'look'
  | 'extra'
  | 'partner'
  | 'sftp'
  | 'server'
  | 'capabilities'
export type Section = { name: SectionName; fields: readonly Spec[] }

const on = (name: Path): Spec => ({ name, kind: 'switch', wide: true })

const minutes = (name: Path, min: number, max: number): Spec => ({ name, kind: 'number', min, max, unit: 'minutes', ownOnly: true })

/** Every field of a system, tab by tab; labels and meanings stand in the phrases under the same names. */
export const sections: Record<Exclude<FormTab, 'connection'>, readonly Section[]> = {
  details: [
    {
      name: 'identity',
      fields: [
        { name: 'name', required: true, maxLength: 80 },
        { name: 'code', required: true, maxLength: 40 },
        { name: 'type', kind: 'select', options: ['standard', 'custom'], ownOnly: true },
        { ...on('active'), ownOnly: true },
      ],
    },
    {
      name: 'traffic',
      fields: [
        { name: 'credentialsType', kind: 'select', options: ['none', 'system', 'venue'] },
        { name: 'rateLimitPerMinute', kind: 'number', required: true, min: 1, max: 1_000_000, unit: 'calls' },
        on('storeCustomerData'),
        on('sourceInNotes'),
        on('fbOnboarding'),
      ],
    },
  ],
  sync: [
    {
      name: 'sync',
      fields: [
        on('syncVenues'),
        on('syncAvailabilities'),
        { name: 'syncAlgorithm', kind: 'select', options: ['snapshot', 'incremental'] },
        { name: 'syncHorizon', kind: 'select', options: ['full', 'horizon'] },
        {
          name: 'syncHorizonDays',
          kind: 'number',
          min: 1,
          max: 730,
          unit: 'days',
          required: true,
          when: ({ syncHorizon }) => syncHorizon === 'horizon',
        },
      ],
    },
    {
      name: 'schedule',
      fields: [
        minutes('syncVenuesMinutes', 15, 10_080),
        minutes('syncAreasMinutes', 15, 10_080),
        minutes('syncAvailabilityMinutes', 1, 1440),
        minutes('syncReservationsMinutes', 1, 1440),
        minutes('syncHealthMinutes', 1, 60),
        { name: 'syncPartySizes', kind: 'sizes', maxLength: 60, ownOnly: true },
      ],
    },
    { name: 'release', fields: [{ name: 'minAdvanceBookingPressureRelease', kind: 'number', min: 0, max: 720, unit: 'hours' }] },
  ],
  google: [
    {
      name: 'google',
      fields: [
        on('rwgEnabled'),
        { name: 'rwgConfig.rwgConfigType', kind: 'select', options: ['shared', 'own'] },
        { name: 'rwgConfig.integrationType', kind: 'select', options: ['booking_server', 'feeds_only', 'redirect'] },
        { name: 'rwgConfig.vertical', kind: 'select', options: ['dining', 'beauty', 'things_to_do'] },
      ],
    },
    {
      name: 'booking',
      fields: [
        { name: 'rwgConfig.confirmationMode', kind: 'select', options: ['automatic', 'manual'] },
        { name: 'rwgConfig.amendType', kind: 'select', options: ['update', 'cancel_and_rebook', 'none'] },
        { name: 'rwgConfig.rwgPartySize', kind: 'number', min: 1, max: 100, unit: 'covers' },
        { name: 'rwgConfig.minAdvanceBooking', kind: 'number', min: 0, max: 720, unit: 'hours' },
        { name: 'rwgConfig.minAdvanceOnlineCanceling', kind: 'number', min: 0, max: 720, unit: 'hours' },
        { name: 'rwgConfig.pendingBookingHoldingTime', kind: 'number', min: 60, max: 3600, unit: 'seconds' },
      ],
    },
    {
      name: 'access',
      fields: [
        { name: 'rwgConfig.apiUrl', wide: true, maxLength: 500 },
        { name: 'secrets.onboardingKey', kind: 'secret', wide: true, maxLength: 500 },
        { name: 'rwgConfig.ftpDir', maxLength: 200 },
        { name: 'rwgConfig.ftpUser', maxLength: 64 },
        { name: 'secrets.ftpPass', kind: 'secret', wide: true, maxLength: 200 },
      ],
    },
    {
      name: 'mails',
      fields: [
        { name: 'rwgConfig.senderName', maxLength: 80 },
        { name: 'rwgConfig.senderEmail', maxLength: 254 },
        { name: 'rwgConfig.notificationsEmail', maxLength: 254 },
      ],
    },
    {
      name: 'look',
      fields: [
        { name: 'rwgConfig.hubDisplayName', maxLength: 80 },
        { name: 'rwgConfig.hubDisplayColor', kind: 'colour', maxLength: 7 },
        { name: 'rwgConfig.webSlug', maxLength: 60 },
        { name: 'rwgConfig.logo', wide: true, maxLength: 500 },
        { name: 'rwgConfig.logoWidget', wide: true, maxLength: 500 },
        { name: 'rwgConfig.widgetLegalText', kind: 'long', wide: true, maxLength: 4000 },
      ],
    },
    { name: 'extra', fields: [{ name: 'rwgConfig.extraData', kind: 'pairs', wide: true }] },
  ],
  account: [
    { name: 'partner', fields: [{ name: 'rwgAccount.partnerId', maxLength: 20 }] },
    {
      name: 'sftp',
      fields: [
        { name: 'rwgAccount.sftpUrl', maxLength: 500 },
        { name: 'rwgAccount.sftpPort', kind: 'number', required: true, min: 1, max: 65_535 },
        { name: 'rwgAccount.sftpServiceUser', maxLength: 64 },
        { name: 'rwgAccount.sftpMerchantsUser', maxLength: 64 },
        { name: 'rwgAccount.sftpAvailabilityUser', maxLength: 64 },
        { name: 'rwgAccount.sftpGenericUser', maxLength: 64 },
        { name: 'secrets.sftpPrivateRsaKey', kind: 'secret', wide: true, maxLength: 16_000 },
      ],
    },
    {
      name: 'server',
      fields: [
        { name: 'rwgAccount.bookingServerUrl', wide: true, maxLength: 500 },
        { name: 'secrets.bookingServerPassword', kind: 'secret', wide: true, maxLength: 200 },
      ],
    },
  ],
  capabilities: [
    {
      name: 'capabilities',
      fields: (
        [
          'specialRequest',
          'userLocale',
          'seatingSections',
          'merchantSpecificTerms',
          'marketingPreferences',
          'asynchronousBookings',
          'waitlist',
          'menus',
          'payments',
          'offers',
        ] as const
      ).map((name) => on(`capabilities.${name}`)),
    },
  ],
}

export const leafOf = (path: string): string => path.slice(path.indexOf('.') + 1)
const owners = Object.entries(sections).flatMap(([tab, all]) =>
  all.flatMap(({ fields }) => fields.map(({ name }) => [name, tab as FormTab] as const)),
)
/** All fields the server may refuse, and the tab where each stands. */
export const fieldPaths: readonly Path[] = owners.map(([name]) => name)
export const tabOf = (path: string): FormTab | undefined =>
  /^connect(or|ion)\b|^secrets\.apiToken$/.test(path)
    ? 'connection'
    : owners.find(([name]) => path === name || path.startsWith(`${name}.`))?.[1]
