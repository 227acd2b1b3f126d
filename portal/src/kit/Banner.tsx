import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { Tone } from './tones.ts'

const Root = styled('output', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 1.5),
  padding: theme.spacing(1.25, 1.5),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.tone[tone].soft,
  color: theme.vars.palette.tone[tone].text,
  fontSize: '0.875rem',
  '& > svg': { flexShrink: 0 },
  '& > span': { flex: '1 1 200px', minWidth: 0 },
}))

/** A word about the book as a whole, and what can be done about it. */
export const Banner = ({ tone, icon, action, children }: { tone: Tone; icon: string; action?: ReactNode; children: ReactNode }) => (
  <Root tone={tone}>
    <Icon path={icon} />
    <span>{children}</span>
    {action}
  </Root>
)
