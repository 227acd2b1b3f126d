import { mdiChevronDown } from '@mdi/js'
import { styled, type Theme, useTheme } from '@mui/material/styles'
import type { KeyboardEvent } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { boxedWidth, menuBarHeight, truncateAt } from '../layout.ts'
import { useT } from '../use-t.ts'
import { Disclosure, stepFocus } from './Disclosure.tsx'
import { MenuAnchor, MenuItemLabel } from './MenuAnchor.tsx'
import { groupOf, isGroup, isTitle, type MenuGroup } from './menu-rules.ts'
import { useAddress, useMenu } from './use-menu.ts'

/** All pages of an administrator stand in one row of a usual screen, and of a boxed page: by their words, without their signs. */
const tight = { gap: 4, padding: '0 6px', fontSize: '0.8125rem', '& > svg:first-of-type': { display: 'none' } } as const

const doorOf = (theme: Theme) => ({
  boxSizing: 'border-box' as const,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  padding: '0 11px',
  border: 0,
  borderRadius: theme.vars.shape.borderRadius,
  background: 'none',
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  fontSize: '0.9375rem',
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap' as const,
  cursor: 'pointer',
  [theme.breakpoints.down(1600)]: tight,
  '[data-content="boxed"] &': tight,
  '& > svg': { color: theme.vars.palette.text.secondary },
  '& > .title': { maxWidth: truncateAt, overflow: 'hidden', textOverflow: 'ellipsis' },
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-disabled="true"]': { color: theme.vars.palette.text.disabled, cursor: 'default', background: 'none' },
  '&[aria-current="page"], &[data-within="true"]': {
    backgroundColor: theme.vars.palette.accent.soft,
    color: theme.vars.palette.accent.text,
    '& > svg': { color: 'inherit' },
  },
})
const Nav = styled('nav')(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > ul': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    listStyle: 'none',
    margin: 0,
    minHeight: menuBarHeight - 1,
    padding: '0 13px',
    '[data-content="boxed"] &': { maxWidth: boxedWidth + 32, marginInline: 'auto' },
  },
  '& li > a, & li > [role="link"], & li > div > button': doorOf(theme),
  '& ul ul': { listStyle: 'none', margin: 0, padding: 0, '& a': { margin: '1px 0' } },
  '& .dot': { flexShrink: 0, width: 8, height: 8, margin: '0 6px', border: '1.5px solid currentColor', borderRadius: '50%', opacity: 0.7 },
}))

const Group = ({ group, within }: { group: MenuGroup; within: boolean }) => {
  const t = useT()
  return (
    <Disclosure
      within={within}
      face={
        <>
          <MenuItemLabel item={group} size={20} />
          <Icon path={mdiChevronDown} size={18} />
        </>
      }
    >
      {(close) => (
        <ul aria-label={t(group.title)}>
          {group.children.map((child) => (
            <li key={child.title}>
              <MenuAnchor item={child} onNavigate={close}>
                <MenuItemLabel item={child} size={18} />
              </MenuAnchor>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

/** The menu of the horizontal layout: groups open below their names, by mouse, finger and keyboard. */
export const MenuBar = () => {
  const t = useT()
  const entries = useMenu()
  const holder = groupOf(entries, useAddress())
  const { direction } = useTheme()
  const keys = direction === 'rtl' ? { next: 'ArrowLeft', previous: 'ArrowRight' } : { next: 'ArrowRight', previous: 'ArrowLeft' }
  const onKeyDown = (event: KeyboardEvent): void => {
    const doors = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li > a, :scope > li > div > button')]
    if (doors.includes(event.target as HTMLElement) && stepFocus(doors, event.key, keys)) event.preventDefault()
  }
  return (
    <Nav aria-label={t('menu')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the links and buttons inside */}
      <ul onKeyDown={onKeyDown}>
        {entries.map((entry) => {
          if (isTitle(entry)) return null
          return (
            <li key={entry.title}>
              {isGroup(entry) ? (
                <Group group={entry} within={entry.title === holder} />
              ) : (
                <MenuAnchor item={entry}>
                  <MenuItemLabel item={entry} size={20} />
                </MenuAnchor>
              )}
            </li>
          )
        })}
      </ul>
    </Nav>
  )
}
