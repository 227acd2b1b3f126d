import { mdiChevronRight } from '@mdi/js'
import { styled, type Theme } from '@mui/material/styles'
import { useId, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { navWidth } from '../layout.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { MenuAnchor, MenuItemLabel } from './MenuAnchor.tsx'
import { groupOf, isGroup, isTitle, type MenuGroup, type MenuLink, toggled, withOpened } from './menu-rules.ts'
import { useAddress, useMenu } from './use-menu.ts'

const rowOf = (theme: Theme) => ({
  boxSizing: 'border-box' as const,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 42,
  margin: '2px 0',
  paddingBlock: 4,
  paddingInline: '16px 12px',
  border: 0,
  borderRadius: theme.vars.shape.borderRadius,
  background: 'none',
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  fontSize: '0.9375rem',
  fontWeight: 500,
  textAlign: 'inherit' as const,
  textDecoration: 'none',
  overflow: 'hidden',
  cursor: 'pointer',
  '& > svg': { color: theme.vars.palette.text.secondary },
  // Whole in every language: a long title takes a second line.
  '& > .title': {
    flex: 1,
    minWidth: 0,
    lineHeight: 1.3,
    overflowWrap: 'break-word',
    '[data-collapsed="true"] &': { whiteSpace: 'nowrap' },
  },
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-disabled="true"]': { color: theme.vars.palette.text.disabled, cursor: 'default', background: 'none' },
  '[data-collapsed="true"] & > :not(svg:first-of-type)': { opacity: 0 },
  '@media (pointer: coarse)': { minHeight: 48 },
})

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: '0 14px',
  // While the menu opens its titles have their place already, and do not break anew at every step.
  '[data-collapsed="false"] &': { minWidth: navWidth - 1 },
  '& a, & [role="link"]': {
    ...rowOf(theme),
    '&[aria-current="page"], &[data-within="true"]': {
      backgroundColor: theme.vars.palette.accent.soft,
      // Of the same weight as the others: a title that grows would move those below it.
      color: theme.vars.palette.accent.text,
      '& > svg': { color: 'inherit' },
    },
  },
  '& button': {
    ...rowOf(theme),
    '& > .arrow': { transition: 'transform 200ms ease' },
    '[dir="rtl"] & > .arrow': { transform: 'scaleX(-1)' },
    '&[aria-expanded="true"] > .arrow, [dir="rtl"] &[aria-expanded="true"] > .arrow': { transform: 'rotate(90deg)' },
    '[data-collapsed="true"] &[data-within="true"]': { backgroundColor: theme.vars.palette.accent.soft },
    '&[data-within="true"]': { color: theme.vars.palette.accent.text, '& > svg': { color: 'inherit' } },
  },
  // Children of a group; out of reach while it is closed, and while the menu is collapsed.
  '& .children': {
    display: 'grid',
    gridTemplateRows: '0fr',
    visibility: 'hidden',
    transition: 'grid-template-rows 200ms ease, visibility 200ms',
    '&[data-open="true"]': { gridTemplateRows: '1fr', visibility: 'inherit' },
    '[data-collapsed="true"] &': { display: 'none' },
    '& > ul': { listStyle: 'none', margin: 0, padding: 0, overflow: 'hidden' },
    '& a': { paddingInlineStart: 22, fontSize: '0.875rem', minHeight: 38, '@media (pointer: coarse)': { minHeight: 44 } },
  },
  '& .dot': { flexShrink: 0, width: 8, height: 8, margin: '0 7px', border: '1.5px solid currentColor', borderRadius: '50%', opacity: 0.7 },
}))
const Section = styled('li')(({ theme }) => ({
  height: 34,
  padding: '14px 16px 0',
  overflow: 'hidden',
  color: theme.vars.palette.text.secondary,
  ...theme.typography.overline,
  whiteSpace: 'nowrap',
  // Collapsed, a short line keeps the sections apart.
  '[data-collapsed="true"] &': {
    color: 'transparent',
    '&::before': { content: '""', display: 'block', width: 26, marginTop: 8, borderTop: `2px solid ${theme.vars.palette.divider}` },
  },
}))

type OnNavigate = (() => void) | undefined
const Entry = ({ item, onNavigate, size }: { item: MenuLink; onNavigate: OnNavigate; size?: number }) => (
  <li>
    <MenuAnchor item={item} onNavigate={onNavigate}>
      <MenuItemLabel item={item} {...(size ? { size } : {})} />
    </MenuAnchor>
  </li>
)

type GroupProps = { group: MenuGroup; open: boolean; within: boolean; onToggle: () => void; onNavigate: OnNavigate }
const Group = ({ group, open, within, onToggle, onNavigate }: GroupProps) => {
  const t = useT()
  const id = useId()
  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={id} data-within={within} disabled={group.disabled} onClick={onToggle}>
        <MenuItemLabel item={group} />
        <Icon className="arrow" path={mdiChevronRight} size={18} />
      </button>
      <div id={id} className="children" data-open={open}>
        <ul aria-label={t(group.title)}>
          {group.children.map((child) => (
            <Entry key={child.title} item={child} size={18} onNavigate={onNavigate} />
          ))}
        </ul>
      </div>
    </li>
  )
}

/** SH3: which groups are open. The one that holds the page opens by itself whenever one comes to it. */
const useOpenGroups = (holder: string | undefined) => {
  const { verticalNavToggleType: type } = useSettings()
  const [open, setOpen] = useState<readonly string[]>(holder ? [holder] : [])
  const [last, setLast] = useState({ holder, type })
  if (last.holder !== holder || last.type !== type) {
    setLast({ holder, type })
    if (type !== last.type && type === 'accordion') setOpen(holder ? [holder] : open.slice(-1))
    else if (holder) setOpen(withOpened(open, holder, type))
  }
  return { open, toggle: (title: string) => setOpen(toggled(open, title, type)) }
}

/** The pages this reader may enter, from above to below. */
export const MenuContent = ({ onNavigate }: { onNavigate?: () => void }) => {
  const t = useT()
  const entries = useMenu()
  const holder = groupOf(entries, useAddress())
  const { open, toggle } = useOpenGroups(holder)
  return (
    <List>
      {entries.map((entry) => {
        if (isTitle(entry)) return <Section key={entry.sectionTitle}>{t(entry.sectionTitle)}</Section>
        if (!isGroup(entry)) return <Entry key={entry.title} item={entry} onNavigate={onNavigate} />
        const { title } = entry
        return (
          <Group
            key={title}
            group={entry}
            open={open.includes(title)}
            within={title === holder}
            onToggle={() => toggle(title)}
            onNavigate={onNavigate}
          />
        )
      })}
    </List>
  )
}
