import type { Action, Right, Subject } from '@tablewire/contracts/identity/access'
import type { Tone } from '#src/kit/tones.ts'
import type { useT } from '../use-t.ts'

type Phrase = Parameters<ReturnType<typeof useT>>[0]
type Guard = {
  action?: Action
  subject?: Subject
  /** False: shown to everybody who is signed in. */
  auth?: false
}
type MenuItemBase = Guard & { title: Phrase; icon?: string; disabled?: boolean; badgeContent?: string | number; badgeColor?: Tone }
export type MenuLink = MenuItemBase & {
  /** May carry a query. Without a path the item links to the root. */
  path?: string
  openInNewTab?: boolean
  /** Not a page of the portal: the server answers this address itself. */
  served?: boolean
}
export type MenuGroup = MenuItemBase & { children: readonly MenuLink[] }
export type MenuTitle = Guard & { sectionTitle: Phrase }
export type MenuEntry = MenuLink | MenuGroup | MenuTitle

type Can = (...right: Right) => boolean
type MenuQuery = { can: Can; isPage: (path: string) => boolean }
type Address = { pathname: string; search: string }

export const isTitle = (entry: MenuEntry): entry is MenuTitle => 'sectionTitle' in entry
export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'children' in entry

const allowed = ({ action, subject, auth }: Guard, can: Can): boolean => auth === false || !action || !subject || can(action, subject)
const pathnameOf = (path: string): string => path.split('?', 1)[0]!

/** AC6, SH2: what may be seen, of the pages that exist; a group with at least one such child, a section title with something below it. */
export const shownMenu = (all: readonly MenuEntry[], { can, isPage }: MenuQuery): readonly MenuEntry[] => {
  const stands = (item: MenuLink): boolean => allowed(item, can) && (!item.path || item.served === true || isPage(pathnameOf(item.path)))
  const shown = all.flatMap((entry): MenuEntry[] => {
    if (isTitle(entry)) return allowed(entry, can) ? [entry] : []
    if (!isGroup(entry)) return stands(entry) ? [entry] : []
    const children = entry.children.filter(stands)
    return allowed(entry, can) && children.length > 0 ? [{ ...entry, children }] : []
  })
  return shown.filter((entry, index) => {
    const next = shown[index + 1]
    return !isTitle(entry) || (next !== undefined && !isTitle(next))
  })
}

/** SH2: the path is the current one, and what the item's path asks for, the current query has. */
export const isActive = ({ path }: MenuLink, { pathname, search }: Address): boolean => {
  if (!path || pathnameOf(path) !== pathname) return false
  const now = new URLSearchParams(search)
  return [...new URLSearchParams(path.slice(pathnameOf(path).length))].every(([name, value]) => now.get(name) === value)
}

/** SH3: the path is the child's, or somewhere below it. */
export const isUnder = ({ path }: MenuLink, { pathname }: Address): boolean =>
  path !== undefined && (pathname === pathnameOf(path) || pathname.startsWith(`${pathnameOf(path)}/`))

export const groupOf = (entries: readonly MenuEntry[], address: Address): string | undefined =>
  entries.filter(isGroup).find(({ children }) => children.some((child) => isUnder(child, address)))?.title

type Open = readonly string[]
export type ToggleType = 'accordion' | 'collapse'
/** SH3: in an accordion opening one closes its siblings, otherwise each opens for itself. */
export const withOpened = (open: Open, title: string, type: ToggleType): Open =>
  open.includes(title) ? open : type === 'accordion' ? [title] : [...open, title]
export const toggled = (open: Open, title: string, type: ToggleType): Open =>
  open.includes(title) ? open.filter((one) => one !== title) : withOpened(open, title, type)
