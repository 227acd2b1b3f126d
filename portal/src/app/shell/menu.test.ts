import type { Right } from '@tablewire/contracts/access'
import { expect, test, vi } from 'vitest'
import en from '../en.json' with { type: 'json' }
import { menu } from './menu.ts'
import { isGroup, isTitle, type MenuLink } from './menu-rules.ts'

// What the modules of the portal find when a browser reads them; the table of routes asks nothing of it.
const unheard = { addEventListener: () => undefined }
for (const [name, part] of Object.entries({
  ...unheard,
  localStorage: {},
  document: { ...unheard, querySelector: () => ({}), documentElement: { lang: 'en' } },
}))
  vi.stubGlobal(name, part)
const { routeTree } = await import('../routes.tsx')

const links: readonly MenuLink[] = menu.flatMap((entry) => (isTitle(entry) ? [] : isGroup(entry) ? entry.children : [entry]))
type Node = {
  readonly options: { readonly path?: string; readonly staticData?: { readonly right?: Right } }
  readonly children?: readonly Node[]
}
/** The rooms behind the sign-in, with what they ask of whoever enters. */
const roomsUnder = ({ options: { path, staticData }, children = [] }: Node): { path: string; action: string; subject: string }[] => {
  const [action, subject] = staticData?.right ?? []
  const own = path !== undefined && action && subject ? [{ path, action, subject }] : []
  return [...own, ...children.flatMap(roomsUnder)]
}
const rooms = roomsUnder(routeTree as Node)
/** Rooms inside another one, which leads there. */
const without: readonly string[] = []

test('SH1: every room is in the menu, under the right its route asks for', () => {
  expect(rooms.length).toBeGreaterThanOrEqual(20)
  const inMenu = links.map(({ path, action, subject }) => ({ path, action, subject }))
  for (const room of rooms.filter(({ path }) => !path.includes('$') && !without.includes(path)))
    expect(inMenu, room.path).toContainEqual(room)
})

const said = (path: string): string => (en as Record<string, string>)[links.find((link) => link.path === path)!.title]!

test.each([
  ['/reservations', 'Reservation List', 'reservation-list', 'read'],
  ['/channel-management', 'Channel Management', 'channel-management', 'read'],
  ['/listing', 'Listing & Review', 'listing', 'read'],
  ['/reviews', 'Reviews', 'reviews', 'read'],
  ['/analytics/reservations', 'Reservations', 'analytics-reservations', 'read'],
  ['/analytics/listing', 'Listing', 'analytics-listing', 'listing'],
  ['/analytics/reviews', 'Reviews', 'analytics-reviews', 'reviews'],
  ['/settings/account', 'My Account', 'settings-account', 'read'],
  ['/settings/restaurant-setup', 'Restaurant Setup', 'settings-restaurant', 'read'],
  ['/settings/notifications', 'Notifications', 'settings-notifications', 'read'],
])('SH1: %s is called %s', (path, label, subject, action) => {
  expect(said(path)).toBe(label)
  expect(links.find((link) => link.path === path)).toMatchObject({ action, subject })
})

test('SH1: Analytics and Settings hold their rooms together', () => {
  const groups = menu.filter((entry) => !isTitle(entry)).filter(isGroup)
  expect(groups.map(({ title }) => (en as Record<string, string>)[title])).toEqual(expect.arrayContaining(['Analytics', 'Settings']))
})
