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

/** A part of a form or page: what it is and means, beside what can be done with it. */
export const FormSection = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => {
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
