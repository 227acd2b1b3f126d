import { expect, test } from 'vitest'
import en from '../en.json' with { type: 'json' }
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { menu } from './menu.ts'
import { isGroup, isTitle, type MenuLink } from './menu-rules.ts'

const links: readonly MenuLink[] = menu.flatMap((entry) => (isTitle(entry) ? [] : isGroup(entry) ? entry.children : [entry]))
const pages = Object.entries(rightOf).map(([path, [action, subject]]) => ({ path, action, subject }))
/** Rooms inside another one, which leads there. */
const without: readonly string[] = ['/listing/differences', '/reviews/templates', '/demo-mails', '/service-sheet', '/booking-pages']

test('SH1: every page is in the menu, under the right its route asks for', () => {
  const inMenu = links.map(({ path, action, subject }) => ({ path, action, subject }))
  for (const page of pages.filter(({ path }) => !path.includes('$') && !without.includes(path)))
    expect(inMenu, page.path).toContainEqual(page)
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

test('SH1: Analytics and Settings hold their pages together', () => {
  const groups = menu.filter((entry) => !isTitle(entry)).filter(isGroup)
  expect(groups.map(({ title }) => (en as Record<string, string>)[title])).toEqual(expect.arrayContaining(['Analytics', 'Settings']))
})
