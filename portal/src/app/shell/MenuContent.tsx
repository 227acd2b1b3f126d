import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'
import { menu, type MenuItem } from './menu.ts'

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: '0 14px' })
const Section = styled('li')(({ theme }) => ({
  height: 34,
  padding: '14px 12px 0',
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

const Item = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 42,
  margin: '2px 0',
  padding: '0 16px',
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.primary,
  fontSize: '0.9375rem',
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  '& > svg': { color: theme.vars.palette.text.secondary },
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&[aria-current="page"]': {
    backgroundColor: theme.vars.palette.accent.soft,
    color: theme.vars.palette.accent.text,
    fontWeight: 600,
    '& > svg': { color: 'inherit' },
  },
  '[data-collapsed="true"] & > span': { opacity: 0 },
  '@media (pointer: coarse)': { minHeight: 48 },
}))

const Entry = ({ item, onNavigate }: { item: MenuItem; onNavigate: (() => void) | undefined }) => {
  const t = useT()
  return (
    <li>
      <Item to={item.path} activeOptions={{ includeSearch: false }} activeProps={{ 'aria-current': 'page' }} onClick={onNavigate}>
        <Icon path={item.icon} size={22} />
        <span>{t(item.title)}</span>
      </Item>
    </li>
  )
}

/** The rooms this user may enter; a section without any does not show. */
export const MenuContent = ({ onNavigate }: { onNavigate?: () => void }) => {
  const t = useT()
  const ability = useAbility()
  const sections = menu
    .map(({ title, items }) => ({ title, items: items.filter(({ right }) => ability.can(...right)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <List>
      {sections.map(({ title, items }) => [
        title ? <Section key={title}>{t(title)}</Section> : null,
        ...items.map((item) => <Entry key={item.path} item={item} onNavigate={onNavigate} />),
      ])}
    </List>
  )
}
