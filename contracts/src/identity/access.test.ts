import { describe, expect, test } from 'vitest'
import { ImportKind } from '../import/import.rules.ts'
import {
  type Ability,
  type Action,
  abilityOf,
  agentRoles,
  effectiveRole,
  isAgent,
  mayImport,
  Permission,
  type Right,
  Role,
  signInRoles,
  type Subject,
} from './access.ts'

/** Pages of the portal with the right each asks for (AC6). */
const pages: readonly Right[] = [
  ['read', 'reservation-list'],
  ['read', 'channel-management'],
  ['read', 'listing'],
  ['read', 'reviews'],
  ['read', 'analytics-reservations'],
  ['listing', 'analytics-listing'],
  ['reviews', 'analytics-reviews'],
  ['read', 'settings-account'],
  ['read', 'settings-restaurant'],
  ['read', 'settings-notifications'],
]
const nameOf = ([action, subject]: Right): string => `${action} ${subject}`
const openTo = (ability: Ability): string[] => pages.filter(([action, subject]) => ability.can(action, subject)).map(nameOf)
const manager = (...permissions: Permission[]): Ability => abilityOf({ roles: ['ROLE_MANAGER'], permissions })

/** Every set of up to three roles. */
const roleSets = Role.options.flatMap((a, i) =>
  Role.options.slice(i).flatMap((b, j) => Role.options.slice(i + j).map((c) => [...new Set([a, b, c])] as Role[])),
)

describe('AC5: the effective role', () => {
  test.each([
    [['ROLE_ADMIN'], 'ROLE_ADMIN'],
    [['ROLE_COMPANY_BOT'], 'ROLE_ADMIN'],
    [['ROLE_SDK_BOT'], 'ROLE_ADMIN'],
    [['ROLE_POS'], 'ROLE_ADMIN'],
    [['ROLE_MANAGER'], 'ROLE_MANAGER'],
    [['ROLE_MANAGER', 'ROLE_POS'], 'ROLE_ADMIN'],
    [['ROLE_SUPER_ADMIN', 'ROLE_MANAGER'], 'ROLE_MANAGER'],
    [['ROLE_SUPER_ADMIN'], 'ROLE_POS'],
    [['ROLE_RMS_AGENT'], 'ROLE_POS'],
    [['ROLE_BC_AGENT'], 'ROLE_POS'],
    [['ROLE_RMS_AGENT', 'ROLE_MANAGER'], 'ROLE_MANAGER'],
    [['ROLE_BC_AGENT', 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN'], 'ROLE_MANAGER'],
    [[], 'ROLE_POS'],
  ] as const)('of %s is %s', (roles, role) => {
    expect(effectiveRole(roles)).toBe(role)
  })

  test('AC5: does not depend on the order of the roles', () => {
    for (const roles of roleSets) expect(effectiveRole(roles.toReversed())).toBe(effectiveRole(roles))
  })
})

test('AC4: a super admin alone and agents do not sign in by the normal form', () => {
  expect(Role.options.filter((role) => !signInRoles.includes(role))).toEqual(['ROLE_SUPER_ADMIN', 'ROLE_RMS_AGENT', 'ROLE_BC_AGENT'])
})

describe('AC6: the ability', () => {
  test.each(['ROLE_ADMIN', 'ROLE_COMPANY_BOT', 'ROLE_SDK_BOT', 'ROLE_POS'] as const)(
    'of %s opens every page, whatever the areas',
    (role) => {
      expect(openTo(abilityOf({ roles: [role], permissions: [] }))).toEqual(pages.map(nameOf))
    },
  )

  test('AC6: of a manager with all twelve areas opens every page, and each area alone opens its own', () => {
    expect(Permission.options).toHaveLength(12)
    expect(openTo(manager(...Permission.options))).toEqual(pages.map(nameOf))
    const own = Object.fromEntries(
      Permission.options.map((area) => [area, openTo(manager(area)).filter((page) => page !== 'read settings-account')]),
    )
    expect(own).toEqual({
      reservations: ['read reservation-list'],
      profileManagement: ['read listing'],
      reviews: ['read reviews'],
      channelManagement: ['read channel-management'],
      analytics: ['read analytics-reservations', 'listing analytics-listing', 'reviews analytics-reviews'],
      connectionManagement: ['read listing'],
      commentsManagement: [],
      replyTemplates: [],
      venues: ['read settings-restaurant'],
      users: [],
      groups: [],
      notifications: ['read settings-notifications'],
    })
  })

  test('AC6: of a manager without any area opens the own account and nothing else', () => {
    expect(openTo(manager())).toEqual(['read settings-account'])
  })

  test.each([[['ROLE_SUPER_ADMIN']], [['ROLE_RMS_AGENT']], [['ROLE_BC_AGENT']], [[]]] as const)('of %s opens no page', (roles) => {
    expect(openTo(abilityOf({ roles, permissions: Permission.options }))).toEqual([])
  })

  test('AC6: the analytics of listings and reviews ask for actions of their own, not for read', () => {
    const ability = manager('analytics')
    expect([ability.can('read', 'analytics-listing'), ability.can('read', 'analytics-reviews')]).toEqual([false, false])
  })

  test('AC6: inverted rules take away what a wider one gave: brands without super admin, acting as a customer without admin', () => {
    for (const roles of roleSets) {
      const ability = abilityOf({ roles, permissions: Permission.options })
      expect([roles, ability.can('update', 'brands')]).toEqual([roles, roles.includes('ROLE_SUPER_ADMIN') && !isAgent(roles)])
      expect([roles, ability.can('act', 'customers')]).toEqual([roles, roles.includes('ROLE_ADMIN') && !isAgent(roles)])
    }
    expect(abilityOf({ roles: ['ROLE_ADMIN'], permissions: [] }).rules.some(({ inverted }) => inverted)).toBe(true)
  })

  test('AC6: one more area or role never takes a page away, but for what makes somebody a partner’s', () => {
    for (const area of Permission.options)
      for (const more of Permission.options) expect(openTo(manager(area, more))).toEqual(expect.arrayContaining(openTo(manager(area))))
    for (const roles of roleSets.filter((set) => !isAgent(set)))
      for (const role of roles)
        expect(openTo(abilityOf({ roles, permissions: [] }))).toEqual(
          expect.arrayContaining(openTo(abilityOf({ roles: [role], permissions: [] }))),
        )
  })

  test('AC6: areas bind managers only: nobody else gains by them', () => {
    for (const roles of roleSets.filter((set) => !set.includes('ROLE_MANAGER')))
      expect(openTo(abilityOf({ roles, permissions: Permission.options }))).toEqual(openTo(abilityOf({ roles, permissions: [] })))
  })
})

test.each(agentRoles)('AC6: with every area, people of a partner (%s) do nothing in a restaurant’s house', (role) => {
  const ability = abilityOf({ roles: [role, 'ROLE_MANAGER'], permissions: Permission.options })
  const house: Subject[] = ['reservation-list', 'channel-management', 'settings-restaurant', 'venues', 'licences', 'users', 'groups']
  const writes = (['create', 'update', 'delete', 'override'] as Action[]).flatMap((action) =>
    house.map((subject): Right => [action, subject]),
  )
  expect(writes.filter(([action, subject]) => ability.can(action, subject))).toEqual([])
  // They bring in what they ask for, and nothing of a house.
  expect(ImportKind.options.filter((kind) => mayImport(ability, kind))).toEqual(['onboarding'])
  expect(ability.can('read', 'reservation-list')).toBe(true)
  expect(ability.can('read', 'audit')).toBe(false)
})

describe('RE6: who brings files in', () => {
  const kinds = (ability: Ability): string[] => ImportKind.options.filter((kind) => mayImport(ability, kind))

  test('whoever may make and change by hand: reservations and people with their areas, venues only with every right', () => {
    expect(Object.fromEntries(Permission.options.map((area) => [area, kinds(manager(area))]).filter(([, some]) => some!.length))).toEqual({
      reservations: ['reservations'],
      users: ['users'],
    })
    expect(kinds(manager(...Permission.options))).toEqual(['reservations', 'users', 'reviews'])
    // Who says how the house answers reviews needs the right to read them as well, and the one to files from reservations or people.
    expect(kinds(manager('reviews', 'replyTemplates', 'reservations'))).toEqual(['reservations', 'reviews'])
    expect(kinds(abilityOf({ roles: ['ROLE_ADMIN'], permissions: [] }))).toEqual(ImportKind.options)
    expect(kinds(abilityOf({ roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], permissions: [] }))).toEqual(['onboarding'])
  })

  test('the page opens for nobody who may bring nothing in', () => {
    for (const area of Permission.options) {
      const ability = manager(area)
      expect([area, ability.can('read', 'import')]).toEqual([area, kinds(ability).length > 0])
    }
  })
})
