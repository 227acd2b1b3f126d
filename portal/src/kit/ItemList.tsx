import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** A list of things with what can be done to each. */
export const ItemList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
}))
const ListItemRoot = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  padding: theme.spacing(1.75, 2),
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& > svg': { flexShrink: 0, color: theme.vars.palette.text.secondary },
  '& > .what': { flex: '1 1 150px', minWidth: 0 },
  '& > .what > strong': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    fontSize: '0.9375rem',
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '& > .what > span': {
    display: 'block',
    marginBlockStart: 2,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    lineHeight: 1.45,
    overflowWrap: 'anywhere',
  },
  // What can be done stands below on a phone: beside it an address would run over many short lines.
  [theme.breakpoints.down('sm')]: { '& > .what': { flexBasis: 'calc(100% - 40px)' } },
  '& > .acts': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1), marginInlineStart: 'auto' },
}))

type ListItemProps = { icon: ReactNode; title: ReactNode; text?: ReactNode; acts?: ReactNode }

export const ListItem = ({ icon, title, text, acts }: ListItemProps) => (
  <ListItemRoot>
    {icon}
    <div className="what">
      <strong>{title}</strong>
      {text ? <span>{text}</span> : null}
    </div>
    {acts ? <div className="acts">{acts}</div> : null}
  </ListItemRoot>
)
