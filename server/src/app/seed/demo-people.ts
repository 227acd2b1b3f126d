import { Permission, type Role } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { ChannelKey } from './demo-channels.ts'
import type { CompanyKey } from './demo-venues.ts'

export const demoPassword = 'tablewire-demo'
export const demoAdminEmail = 'admin@tablewire.test'
/** Agents of the sandbox's two sides, and who looks after the restaurants between them: an onboarding request is played by these. */
export const sidesOfSandbox = { rms: 'rms-agent@tablewire.test', bc: 'bc-agent@tablewire.test', house: 'house@tablewire.test' } as const

export type DemoPerson = {
  email: string
  firstName: string
  lastName: string
  city: string
  country: string
  lang: Lang
  roles: readonly Role[]
  permissions: readonly Permission[]
  company: CompanyKey | null
  /** Keys of the only venues this person may see; undefined = all of the company, or of the platform. */
  venues?: readonly string[]
  /** The channel whose agent this is. */
  channel?: ChannelKey
  disabled?: true
}

const everything = Permission.options
const atTheDoor: readonly Permission[] = ['reservations', 'notifications']

/** One of each role, in the five languages; all sign in with the demo's password. */
export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'office@tablewire.test',
    firstName: 'Odile',
    lastName: 'Harcourt',
    city: 'London',
    country: 'GB',
    lang: 'en',
    roles: ['ROLE_ADMIN'],
    permissions: [],
    company: null,
  },
  {
    email: 'manager@tablewire.test',
    firstName: 'Lucía',
    lastName: 'Peñalver Ruiz',
    city: 'Madrid',
    country: 'ES',
    lang: 'es',
    roles: ['ROLE_MANAGER'],
    permissions: everything,
    company: 'marula',
    venues: ['golondrina', 'tramontana'],
  },
  {
    email: 'group@tablewire.test',
    firstName: 'Marc',
    lastName: 'Delaunay',
    city: 'Paris',
    country: 'FR',
    lang: 'fr',
    roles: ['ROLE_MANAGER'],
    permissions: ['reservations', 'analytics', 'reviews', 'channelManagement', 'notifications'],
    company: 'verlaine',
  },
  {
    email: 'wirt@tablewire.test',
    firstName: 'Jürgen',
    lastName: 'Großkopf',
    city: 'München',
    country: 'DE',
    lang: 'de',
    roles: ['ROLE_MANAGER'],
    permissions: everything,
    company: 'silber',
  },
  {
    email: 'gastheer@tablewire.test',
    firstName: 'Sanne',
    lastName: 'van den Berg',
    city: 'Amsterdam',
    country: 'NL',
    lang: 'nl',
    roles: ['ROLE_MANAGER'],
    permissions: atTheDoor,
    company: 'silber',
    venues: ['reiger'],
  },
  {
    email: 'host@tablewire.test',
    firstName: 'Niamh',
    lastName: 'O’Connor',
    city: 'London',
    country: 'GB',
    lang: 'en',
    roles: ['ROLE_MANAGER'],
    permissions: atTheDoor,
    company: 'quay',
  },
  {
    email: 'oste@tablewire.test',
    firstName: 'Chiara',
    lastName: 'De Luca',
    city: 'Roma',
    country: 'IT',
    lang: 'en',
    roles: ['ROLE_MANAGER'],
    permissions: atTheDoor,
    company: 'mirto',
  },
  {
    email: 'okami@tablewire.test',
    firstName: '由美子',
    lastName: '渡辺',
    city: 'Tokyo',
    country: 'JP',
    lang: 'en',
    roles: ['ROLE_MANAGER'],
    permissions: atTheDoor,
    company: 'lantern',
  },
  {
    email: 'pos@tablewire.test',
    firstName: 'Front',
    lastName: 'Till',
    city: 'New York',
    country: 'US',
    lang: 'en',
    roles: ['ROLE_POS'],
    permissions: [],
    company: 'avalon',
  },
  {
    email: 'company-bot@tablewire.test',
    firstName: 'Brasa',
    lastName: 'Bot',
    city: 'Ciudad de México',
    country: 'MX',
    lang: 'es',
    roles: ['ROLE_COMPANY_BOT'],
    permissions: [],
    company: 'brasa',
  },
  {
    email: 'sdk-bot@tablewire.test',
    firstName: 'Widget',
    lastName: 'Bot',
    city: 'Adelaide',
    country: 'AU',
    lang: 'en',
    roles: ['ROLE_SDK_BOT'],
    permissions: [],
    company: 'cross',
  },
  {
    email: sidesOfSandbox.rms,
    firstName: 'Anjali',
    lastName: 'Gurung',
    city: 'Kathmandu',
    country: 'NP',
    lang: 'en',
    roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'],
    permissions: [],
    company: null,
  },
  {
    email: sidesOfSandbox.bc,
    firstName: 'Youssef',
    lastName: 'Haddad',
    city: 'Beirut',
    country: 'LB',
    lang: 'en',
    roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'],
    permissions: [],
    company: null,
    channel: 'guide',
  },
  {
    email: 'former@tablewire.test',
    firstName: 'Wiremu',
    lastName: 'Parata',
    city: 'Auckland',
    country: 'NZ',
    lang: 'en',
    roles: ['ROLE_MANAGER'],
    permissions: atTheDoor,
    company: 'cross',
    disabled: true,
  },
]

/** Who stands at the door of a company's venues and moves its reservations. */
export const hostOf = (company: CompanyKey): DemoPerson | undefined =>
  demoPeople.find((person) => person.company === company && person.roles.includes('ROLE_MANAGER') && !person.disabled)
