import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

const Root = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 260px) minmax(0, 1fr)',
  gap: theme.spacing(2, 5),
  padding: theme.spacing(3.5, 0),
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  '&:first-of-type': { borderBlockStart: 0, paddingBlockStart: theme.spacing(1) },
  '& > header > h2': { ...theme.typography.h2, margin: 0 },
  '& > header > p': { ...theme.typography.body2, margin: '4px 0 0', color: theme.vars.palette.text.secondary, maxWidth: '44ch' },
  '& > div': { minWidth: 0, maxWidth: 660 },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: theme.spacing(3, 0) },
}))

/** A part of the account: what it is beside what can be done with it. */
export const Section = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Root aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint ? <p>{hint}</p> : null}
      </header>
      <div>{children}</div>
    </Root>
  )
}

/** A list of things with what can be done to each. */
export const Things = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
}))
const ThingRoot = styled('li')(({ theme }) => ({
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
  '& > .acts': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1), marginInlineStart: 'auto' },
}))

type ThingProps = { icon: ReactNode; title: ReactNode; text?: ReactNode; acts?: ReactNode }

export const Thing = ({ icon, title, text, acts }: ThingProps) => (
  <ThingRoot>
    {icon}
    <div className="what">
      <strong>{title}</strong>
      {text ? <span>{text}</span> : null}
    </div>
    {acts ? <div className="acts">{acts}</div> : null}
  </ThingRoot>
)
