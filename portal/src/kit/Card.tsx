import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

const Root = styled('section')(({ theme }) => ({
  border: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  padding: theme.spacing(2.5),
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
  '& > h2': { ...theme.typography.h2, margin: 0 },
  '& > h2 + p': { ...theme.typography.body2, margin: '2px 0 0', color: theme.vars.palette.text.secondary },
  '& > div': { marginTop: theme.spacing(2.5) },
}))

/** A part of a page with a name of its own. */
export const Card = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Root aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      <div>{children}</div>
    </Root>
  )
}
