import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability'
import type { ImportKind } from '../import/import.rules.ts'
import { agentRoles, Permission, Role, signInRoles } from './roles.ts'
import { deviceRights } from './shared-devices.rules.ts'

export { agentRoles, Permission, Role, signInRoles }

export const actions = ['read', 'create', 'update', 'delete', 'override', 'listing', 'reviews', 'act', 'manage'] as const
export type Action = (typeof actions)[number]
export const subjects = [
  'reservation-list',
  'guests',
  'guest-data',
  'channel-management',
  'listing',
  'reviews',
  'sales-links',
  'analytics-reservations',
  'analytics-listing',
  'analytics-reviews',
  'settings-account',
  'settings-restaurant',
  'settings-notifications',
  'venues',
  'booking-channels',
  'licences',
  'systems',
  'sync',
  'users',
  'customers',
  'groups',
  'companies',
  'brands',
  'import',
  'audit',
  'traces',
  'mailbox',
  'webhooks',
  'onboarding',
  'onboarding-files',
  'demo-links',
  'all',
] as const
export type Subject = (typeof subjects)[number]
export type Right = readonly [action: Action, subject: Subject]
export type Ability = MongoAbility<[Action, Subject]>
type Rule = RawRuleOf<Ability>

const everything: readonly Role[] = ['ROLE_ADMIN', 'ROLE_COMPANY_BOT', 'ROLE_SDK_BOT', 'ROLE_POS']

const ownAccount: Rule = { action: ['read', 'update'], subject: 'settings-account' }

/** What each permission area opens for a manager. */
const granted: Record<Permission, readonly Rule[]> = {
  reservations: [
    { action: ['read', 'create', 'update', 'override'], subject: 'reservation-list' },
    // Whom the house knows is its own, and no partner's.
    { action: ['read', 'update'], subject: 'guests' },
    { action: ['read', 'create', 'update', 'delete'], subject: 'import' },
  ],
  // The own account, and the profiles of the venues: what the public is told of them.
  profileManagement: [ownAccount, { action: ['read', 'update'], subject: 'listing' }],
  reviews: [{ action: 'read', subject: 'reviews' }],
  channelManagement: [
    { action: ['read', 'update'], subject: 'channel-management' },
    { action: 'read', subject: 'traces' },
    // How its venues come onto channels, and the restaurant's own part in it.
    { action: ['read', 'update'], subject: 'onboarding' },
  ],
  analytics: [
    // Looking is one right, taking figures away, into files and mails, another.
    { action: ['read', 'create'], subject: 'analytics-reservations' },
    { action: ['listing', 'create'], subject: 'analytics-listing' },
    { action: ['reviews', 'create'], subject: 'analytics-reviews' },
  ],
  connectionManagement: [
    { action: ['read', 'update'], subject: 'listing' },
    { action: ['read', 'update'], subject: 'licences' },
  ],
  commentsManagement: [{ action: 'update', subject: 'reviews' }],
  // Who says how the house answers: by templates, and by letting replies out.
  replyTemplates: [{ action: ['create', 'override'], subject: 'reviews' }],
  venues: [
    { action: ['read', 'update'], subject: 'settings-restaurant' },
    { action: ['read', 'update'], subject: 'venues' },
  ],
  users: [
    { action: ['read', 'create', 'update', 'delete'], subject: 'users' },
    { action: ['read', 'create', 'update', 'delete'], subject: 'import' },
    { action: 'read', subject: 'audit' },
  ],
  groups: [{ action: ['read', 'create', 'update', 'delete'], subject: 'groups' }],
  notifications: [{ action: ['read', 'update'], subject: 'settings-notifications' }],
}

/** Onboarding requests as a file: their area, and that of taking figures away. */
const filesNeed: readonly Permission[] = ['channelManagement', 'analytics']

/** People of partners look at what is theirs: what a restaurant does in its own house no area opens for them, whoever gives it. */
const grantedToAgents: Partial<Record<Permission, readonly Rule[]>> = {
  reservations: [{ action: 'read', subject: 'reservation-list' }],
  profileManagement: [ownAccount],
  // They look at figures by their role; the area adds that these may be taken away.
  analytics: [{ action: 'create', subject: 'analytics-reservations' }],
  notifications: granted.notifications,
}

/** Somebody of a partner, whatever else was given to him: his side decides what he sees, so no other role may decide what he does there. */
export const isAgent = (roles: readonly Role[]): boolean => roles.some((role) => agentRoles.includes(role))

export type Holder = {
  roles: readonly Role[]
  permissions: readonly Permission[]
  /** Whose people they are; without one they belong to the platform itself. */
  companyId?: string | null | undefined
  /** False where somebody sees single venues only. */
  allVenues?: boolean | undefined
  /** A shared tablet of a venue, which is nobody's. */
  device?: object | null | undefined
}

/** What serves all companies is the platform's: within one company nobody sets it up, whatever else he may do there. */
const ofPlatform: readonly Rule[] = [
  {
    action: 'manage',
    subject: ['booking-channels', 'systems', 'sync', 'webhooks', 'mailbox', 'sales-links', 'demo-links'],
    inverted: true,
  },
  { action: ['create', 'delete'], subject: 'companies', inverted: true },
  // A house answers what partners ask for, and asks for nothing in their name.
  { action: 'create', subject: 'onboarding', inverted: true },
]

/** Both partners bring venues onto channels: that is what they meet here for. */
const ofPartners: readonly Rule[] = [
  { action: ['read', 'create', 'update'], subject: 'onboarding' },
  { action: 'create', subject: 'onboarding-files' },
  { action: ['read', 'create', 'update', 'delete'], subject: 'import' },
]

/** AC5: the one role the portal shows, from all that a user holds. */
export const effectiveRole = (roles: readonly Role[]): Role => {
  // The other roles of an agent let him sign in, and no more.
  if (isAgent(roles)) return roles.some((role) => signInRoles.includes(role)) ? 'ROLE_MANAGER' : 'ROLE_POS'
  if (roles.some((role) => everything.includes(role))) return 'ROLE_ADMIN'
  return roles.includes('ROLE_MANAGER') ? 'ROLE_MANAGER' : 'ROLE_POS'
}

/** What a reservation system may do with its API key, on the calls that take one (AC10). */
export const systemAbility: Ability = createMongoAbility<Ability>([
  { action: ['read', 'create', 'update'], subject: 'venues' },
  { action: ['read', 'update'], subject: 'channel-management' },
  { action: ['read', 'update'], subject: 'licences' },
  { action: ['read', 'create', 'update'], subject: 'companies' },
  { action: ['read', 'create', 'update'], subject: 'groups' },
  { action: ['read', 'update'], subject: 'reservation-list' },
  { action: 'read', subject: 'traces' },
  { action: ['read', 'create', 'update'], subject: ['sales-links', 'onboarding'] },
  { action: ['read', 'create', 'update', 'delete'], subject: 'webhooks' },
])

/** What belongs to the role of an agent. Of which system or channel it is, the server knows. */
const ofAgent = (roles: readonly Role[]): readonly Rule[] => [
  // People of partners look at the venues they serve, and at what went between us and their own side.
  { action: 'read', subject: ['venues', 'licences', 'traces'] },
  ...ofPartners,
  // Whatever role lets him sign in, he has an account, and looks at what came of his side's bookings.
  ...(roles.some((role) => signInRoles.includes(role))
    ? [ownAccount, { action: 'read' as const, subject: 'analytics-reservations' as const }]
    : []),
]

/** Those of a reservation system win venues for it; who is a channel's too would reach that channel's. */
const winsVenues = (roles: readonly Role[]): boolean => roles.includes('ROLE_RMS_AGENT') && !roles.includes('ROLE_BC_AGENT')

const ofManager = (permissions: readonly Permission[], agent: boolean): readonly Rule[] => [
  ownAccount,
  ...permissions.flatMap((permission) => (agent ? grantedToAgents : granted)[permission] ?? []),
  // What somebody does not read he takes nowhere.
  ...(!agent && filesNeed.every((permission) => permissions.includes(permission))
    ? [{ action: 'create' as const, subject: 'onboarding-files' as const }]
    : []),
]

/** The only place where roles become rights; server and portal both ask it (AC6). Later rules win, inverted ones take away. */
export const abilityOf = ({ roles, permissions, companyId, allVenues, device }: Holder): Ability => {
  if (device) return createMongoAbility<Ability>(deviceRights.map(([action, subject]) => ({ action, subject })))
  const rules: Rule[] = []
  const agent = isAgent(roles)
  if (!agent && roles.some((role) => everything.includes(role))) rules.push({ action: 'manage', subject: 'all' })
  if (roles.includes('ROLE_MANAGER')) rules.push(...ofManager(permissions, agent))
  if (companyId) rules.push(...ofPlatform)
  if (agent) rules.push(...ofAgent(roles))
  // A group reaches over venues and people of its whole company: whoever sees single venues only looks at it.
  if (allVenues === false) rules.push({ action: ['create', 'update', 'delete'], subject: 'groups', inverted: true })
  // Those of a booking channel look after its webhooks as well.
  if (roles.includes('ROLE_BC_AGENT')) rules.push({ action: ['read', 'create', 'update', 'delete'], subject: 'webhooks' })
  if (winsVenues(roles)) rules.push({ action: ['read', 'create', 'update'], subject: 'sales-links' })
  // Acting as a customer is for people who administrate, not for machines and tills (AC8).
  if (!roles.includes('ROLE_ADMIN')) rules.push({ action: 'manage', subject: 'customers', inverted: true })
  // Brands are the platform's own faces: only a super admin touches them, whatever else somebody holds (BR1).
  if (agent || !roles.includes('ROLE_SUPER_ADMIN')) rules.push({ action: 'manage', subject: 'brands', inverted: true })
  else rules.push({ action: 'manage', subject: 'brands' })
  return createMongoAbility<Ability>(rules)
}

/** What may be brought in by a file: whoever may make and change it by hand. The page itself opens with the first of them. */
const importNeeds: Record<ImportKind, readonly Right[]> = {
  reservations: [
    ['create', 'reservation-list'],
    ['update', 'reservation-list'],
  ],
  venues: [
    ['create', 'venues'],
    ['update', 'venues'],
  ],
  users: [
    ['create', 'users'],
    ['update', 'users'],
  ],
  reviews: [
    ['read', 'reviews'],
    ['create', 'reviews'],
  ],
  // Partners alone, and who runs the platform: a house asks for nothing in their name.
  onboarding: [['create', 'onboarding']],
}
export const mayImport = (ability: Ability, kind: ImportKind): boolean =>
  ability.can('create', 'import') && importNeeds[kind].every(([action, subject]) => ability.can(action, subject))

/** What a person may do on a shared tablet: what may be done there at all, and nothing he may not do elsewhere. */
export const onDevice = (person: Ability): Ability =>
  createMongoAbility<Ability>(
    deviceRights.filter(([action, subject]) => person.can(action, subject)).map(([action, subject]) => ({ action, subject })),
  )

/** Every right of the other is a right one has oneself: nobody gives what he does not hold, or touches who holds more (ON1, AC8). */
export const holdsAll = (mine: Ability, theirs: Ability): boolean =>
  actions.every((action) => subjects.every((subject) => !theirs.can(action, subject) || mine.can(action, subject)))

/** Roles that may do everything see every venue of their company, or of the platform (AC6); agents only their own side. */
export const seesEveryVenue = (roles: readonly Role[]): boolean => !isAgent(roles) && roles.some((role) => everything.includes(role))

/** Permission areas that are of no use without another one. */
export const permissionNeeds: Partial<Record<Permission, Permission>> = { commentsManagement: 'reviews', replyTemplates: 'reviews' }

/** What an area opens for a manager, as pairs of action and subject. */
export const rightsOf = (permission: Permission): Right[] =>
  granted[permission].flatMap(({ action, subject }) =>
    [action].flat().flatMap((one) => [subject ?? 'all'].flat().map((of): Right => [one as Action, of as Subject])),
  )
