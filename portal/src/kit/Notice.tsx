import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { Linked } from './Linked.tsx'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(6, 3),
  textAlign: 'center',
  '& > svg': { color: theme.vars.palette.text.secondary, opacity: 0.75 },
  '& > button, & > a': { marginTop: theme.spacing(1.5) },
  '& > h1, & > h2': { ...theme.typography.h3, margin: theme.spacing(1, 0, 0) },
  '& > p': { ...theme.typography.body2, margin: 0, maxWidth: '56ch', color: theme.vars.palette.text.secondary, whiteSpace: 'pre-line' },
}))

type NoticeProps = {
  icon: string
  title: string
  text?: string | undefined
  action?: ReactNode
  announce?: 'alert' | 'status'
  /** `h1` where the notice is the whole page. */
  heading?: 'h1' | 'h2'
}

/** The frame of empty and failed places. */
export const Notice = ({ icon, title, text, action, announce, heading: Heading = 'h2' }: NoticeProps) => (
  <Root role={announce}>
    <Icon path={icon} size={40} />
    <Heading>{title}</Heading>
    {text ? (
      <p>
        <Linked text={text} />
      </p>
    ) : null}
    {action}
  </Root>
)
