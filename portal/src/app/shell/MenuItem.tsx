import { mdiOpenInNew } from '@mdi/js'
import type { MouseEventHandler, ReactNode } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import type { MenuGroup, MenuLink } from './menu-rules.ts'

type ItemLabelProps = { item: Pick<MenuLink | MenuGroup, 'icon' | 'badgeContent' | 'badgeColor'>; title: string; size?: number }

/** What an item looks like, wherever it stands: icon, title, badge. */
export const ItemLabel = ({ item: { icon, badgeContent, badgeColor = 'primary' }, title, size = 22 }: ItemLabelProps) => (
  <>
    {icon ? <Icon path={icon} size={size} /> : <i className="dot" aria-hidden="true" />}
    <span className="title">{title}</span>
    {badgeContent === undefined ? null : <Tag tone={badgeColor}>{badgeContent}</Tag>}
  </>
)

type MenuItemProps = {
  item: Pick<MenuLink, 'path' | 'disabled' | 'openInNewTab'>
  active: boolean
  within: boolean
  /** Said to whoever does not see the sign of a new tab. */
  newTab: string
  /** Somebody may be about to come in. */
  onApproach: (() => void) | undefined
  onLeave: (() => void) | undefined
  onFocus: (() => void) | undefined
  onClick: MouseEventHandler
  children: ReactNode
}

/** SH2: an item without a path links to the root; a disabled one leads nowhere. */
export const MenuItem = ({ item, active, within, newTab, children, onApproach, onLeave, onFocus, onClick }: MenuItemProps) => {
  if (item.disabled)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a link that is off has no address
      <span role="link" aria-disabled="true">
        {children}
      </span>
    )
  return (
    <a
      href={item.path ?? '/'}
      aria-current={active ? 'page' : undefined}
      data-within={within}
      {...(item.openInNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      onPointerEnter={onApproach}
      onPointerLeave={onLeave}
      onFocus={onFocus}
      onClick={onClick}
    >
      {children}
      {item.openInNewTab ? (
        <>
          <Icon className="out" path={mdiOpenInNew} size={16} />
          <VisuallyHidden>{newTab}</VisuallyHidden>
        </>
      ) : null}
    </a>
  )
}
