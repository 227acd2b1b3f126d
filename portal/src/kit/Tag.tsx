import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { Tone } from './tones.ts'

const Root = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 22,
  padding: '0 8px',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.tone[tone].soft,
  color: theme.vars.palette.tone[tone].text,
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: 1,
  whiteSpace: 'nowrap',
}))

/** A short word with a meaning: colour never carries it alone, the word or an icon says it as well. */
export const Tag = ({ tone, icon, children }: { tone: Tone; icon?: string; children: ReactNode }) => (
  <Root tone={tone} data-tone={tone}>
    {icon ? <Icon path={icon} size={14} /> : null}
    {children}
  </Root>
)
