import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  marginBottom: theme.spacing(2),
  '& > div': { flex: '1 1 240px', minWidth: 0 },
}))
const Title = styled('h1')(({ theme }) => ({ ...theme.typography.h1, margin: 0, outline: 'none', overflowWrap: 'anywhere' }))
const Hint = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '2px 0 0', color: theme.vars.palette.text.secondary }))

/** `back`: the way to all of them, above the title of one thing. */
type PageTitleProps = { title: string; back?: ReactNode; hint?: ReactNode; actions?: ReactNode }

/** The one h1 of a page. The shell puts the focus here after a change of page, so that it is read aloud. */
export const PageTitle = ({ title, back, hint, actions }: PageTitleProps) => {
  return (
    <Head>
      <div>
        {back}
        <Title tabIndex={-1} data-page-title>
          {title}
        </Title>
        {hint ? <Hint>{hint}</Hint> : null}
      </div>
      {actions}
    </Head>
  )
}
