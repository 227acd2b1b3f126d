import { mdiOpenInNew } from '@mdi/js'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'
import { isActive, isUnder, type MenuGroup, type MenuLink } from './menu-rules.ts'
import { useAddress } from './use-menu.ts'

/** What an item looks like, wherever it stands: icon, title, badge. */
export const MenuFace = ({ item, size = 22 }: { item: MenuLink | MenuGroup; size?: number }) => {
  const t = useT()
  return (
    <>
      {item.icon ? <Icon path={item.icon} size={size} /> : <i className="dot" aria-hidden="true" />}
      <span className="title">{t(item.title)}</span>
      {item.badgeContent === undefined ? null : <Tag tone={item.badgeColor ?? 'primary'}>{item.badgeContent}</Tag>}
    </>
  )
}

/** A plain click stays in the portal; whoever wants a new tab gets one. */
const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Leads to an item's path; the router hears of it before the click, so that the room is ready. */
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

type MenuAnchorProps = { item: MenuLink; className?: string; onNavigate?: (() => void) | undefined; children?: ReactNode }

/** SH2: an item without a path links to the root and does nothing else; a disabled one leads nowhere. */
export const MenuAnchor = ({ item, className, onNavigate, children }: MenuAnchorProps) => {
  const t = useT()
  const address = useAddress()
  const { go, prepare } = useGoTo(item.path)
  const inside = !item.served && !item.openInNewTab
  if (item.disabled)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a link that is off has no address
      <span className={className} role="link" aria-disabled="true">
        {children}
      </span>
    )
  return (
    <a
      className={className}
      href={item.path ?? '/'}
      {...(isActive(item, address) ? { 'aria-current': 'page' as const } : {})}
      data-within={isUnder(item, address)}
      {...(item.openInNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      onPointerEnter={inside ? prepare : undefined}
      onFocus={inside ? prepare : undefined}
      onClick={(event) => {
        if (!inside || !isPlain(event)) return
        event.preventDefault()
        go()
        if (item.path) onNavigate?.()
      }}
    >
      {children}
      {item.openInNewTab ? (
        <>
          <Icon className="out" path={mdiOpenInNew} size={16} />
          <VisuallyHidden>{t('nav.newTab')}</VisuallyHidden>
        </>
      ) : null}
    </a>
  )
}
