import { expect, test } from 'vitest'
import { groupOf, isActive, isUnder, type MenuEntry, shownMenu, toggled, withOpened } from './menu-rules.ts'

const page = { title: 'nav.reservations', path: '/reservations', action: 'read', subject: 'reservation-list' } as const
const account = { title: 'nav.account', path: '/settings/account', action: 'read', subject: 'settings-account' } as const
const mailbox = { title: 'nav.mailbox', path: '/mailbox', action: 'read', subject: 'mailbox' } as const
const settings = { title: 'nav.settings', children: [account, { ...mailbox, title: 'nav.notifications' }] } as const
const everything: readonly MenuEntry[] = [page, settings, { sectionTitle: 'nav.administration' }, mailbox]
const isRoom = (): boolean => true
const at = (address: string) => {
  const [pathname = '', query] = address.split('?')
  return { pathname, search: query ? `?${query}` : '' }
}

test('SH2: an item shows only to whom its action on its subject is allowed, auth false to everybody', () => {
  const can = (_: string, subject: string): boolean => subject === 'reservation-list'
  expect(shownMenu(everything, { can, isPage: isRoom })).toEqual([page])
  const free = { ...mailbox, auth: false } as const
  expect(shownMenu([free], { can, isPage: isRoom })).toEqual([free])
})

test('SH2: a group shows with the children that are permitted, and only if there is one', () => {
  const can = (_: string, subject: string): boolean => subject === 'settings-account'
  expect(shownMenu(everything, { can, isPage: isRoom })).toEqual([{ ...settings, children: [account] }])
  expect(shownMenu([settings], { can: () => false, isPage: isRoom })).toEqual([])
})

test('SH2: a section title shows only to whom it is allowed, and never alone', () => {
  expect(shownMenu(everything, { can: () => true, isPage: isRoom })).toEqual(everything)
  const title = { sectionTitle: 'nav.administration', action: 'read', subject: 'audit' } as const
  expect(shownMenu([title, page], { can: (_, subject) => subject !== 'audit', isPage: isRoom })).toEqual([page])
  expect(shownMenu([{ sectionTitle: 'nav.administration' }, mailbox], { can: () => false, isPage: isRoom })).toEqual([])
})

test('SH2: only pages that exist show, and addresses the server answers itself', () => {
  const docs = { title: 'nav.docs', path: '/docs', served: true } as const
  const root = { title: 'nav.docs' } as const
  expect(shownMenu([page, mailbox, docs, root], { can: () => true, isPage: (path) => path === '/mailbox' })).toEqual([mailbox, docs, root])
})

test('SH2: an item is active when the path is equal or its query matches', () => {
  expect(isActive(page, at('/reservations?date=2026-11-20'))).toBe(true)
  expect(isActive(page, at('/reservations/new'))).toBe(false)
  const pending = { ...page, path: '/reservations?status=pending' }
  expect(isActive(pending, at('/reservations?date=2026-11-20&status=pending'))).toBe(true)
  expect(isActive(pending, at('/reservations?status=seated'))).toBe(false)
  expect(isActive(pending, at('/reservations'))).toBe(false)
  expect(isActive({ title: 'nav.docs' }, at('/'))).toBe(false)
})

test('SH3: a group opens by itself when the path falls under a child', () => {
  expect(groupOf(everything, at('/settings/account'))).toBe('nav.settings')
  expect(groupOf(everything, at('/settings/account/sessions'))).toBe('nav.settings')
  expect(groupOf(everything, at('/settings/accounts'))).toBeUndefined()
  expect(groupOf(everything, at('/reservations'))).toBeUndefined()
  expect(isUnder({ title: 'nav.docs' }, at('/anything'))).toBe(false)
})

test('SH3: accordion closes siblings, collapse toggles each', () => {
  expect(toggled(['a'], 'b', 'accordion')).toEqual(['b'])
  expect(toggled(['a'], 'a', 'accordion')).toEqual([])
  expect(toggled(['a'], 'b', 'collapse')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a', 'collapse')).toEqual(['b'])
  expect(withOpened(['a', 'b'], 'a', 'accordion')).toEqual(['a', 'b'])
})
