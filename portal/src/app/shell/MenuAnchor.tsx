import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback, useRef } from 'react'
import { useT } from '../use-t.ts'
import { MenuItem, ItemLabel } from './MenuItem.tsx'
import { isActive, isUnder, type MenuGroup, type MenuLink } from './menu-rules.ts'
import { useAddress } from './use-menu.ts'

export const MenuItemLabel = ({ item, size = 22 }: { item: MenuLink | MenuGroup; size?: number }) => {
  const t = useT()
  return <ItemLabel item={item} title={t(item.title)} size={size} />
}

/** A plain click stays in the portal; whoever wants a new tab gets one. */
const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** A mouse that only passes by asks for nothing. */
const passingMs = 50

/** Leads to an item's path; the router hears of it before the click, so that the page is ready. */
export const useGoTo = (path = '/') => {
  const router = useRouter()
  const target = useCallback(() => {
    const [to = '/', query] = path.split('?')
    return { to: to as '/', search: Object.fromEntries(new URLSearchParams(query)) }
  }, [path])
  return {
    go: () => void router.navigate(target()),
    prepare: () => void router.preloadRoute(target()).catch(() => undefined),
  }
}

type MenuAnchorProps = { item: MenuLink; onNavigate?: (() => void) | undefined; children: ReactNode }

/** The way into a page. Without a path it leads to the root, and does nothing else: the menu stays as it is. */
export const MenuAnchor = ({ item, onNavigate, children }: MenuAnchorProps) => {
  const t = useT()
  const address = useAddress()
  const { go, prepare } = useGoTo(item.path)
  const inside = !item.served && !item.openInNewTab
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <MenuItem
      item={item}
      active={isActive(item, address)}
      within={isUnder(item, address)}
      newTab={t('nav.newTab')}
      onApproach={inside ? () => (timer.current = setTimeout(prepare, passingMs)) : undefined}
      onLeave={() => clearTimeout(timer.current)}
      onFocus={inside ? prepare : undefined}
      onClick={(event) => {
        if (!inside || !isPlain(event)) return
        event.preventDefault()
        go()
        if (item.path) onNavigate?.()
      }}
    >
      {children}
    </MenuItem>
  )
}
